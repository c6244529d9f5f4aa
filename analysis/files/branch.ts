import { isObject } from '../json.ts'
import { Log } from '../log/log.ts'
import { OutsideDocuments } from '../outside/documents.ts'
import type { DocumentSource } from '../refs.ts'
import type { BranchFile, JsonObject, Limits, SourceFile } from '../types.ts'
import { type FileFilter, fileFilter } from './config.ts'
import { Documents } from './documents.ts'
import type { NameKind } from './kinds.ts'
import type { SourceDocument } from './source-document.ts'
import { FileTree, type TreeFile } from './tree.ts'

/** Only the branch's root has a configuration and a table of contents that count. */
export const CONFIG_FILE = '.stoplight.json'
export const TOC_FILE = 'toc.json'

/** The files of a branch, sorted by what they are. They are read and parsed when they are first looked at. */
export class Branch {
  readonly log = new Log()
  readonly tree: FileTree
  readonly documents: Required<DocumentSource>
  readonly filter: FileFilter
  private readonly whole: Documents

  constructor(files: readonly BranchFile[], limits?: Partial<Limits>) {
    this.tree = new FileTree(files, this.log, limits)
    this.whole = new Documents(this.tree, this.log, () => this.dataPaths)
    this.documents = this.whole
    const config = this.tree.get(CONFIG_FILE) && this.documents.get(CONFIG_FILE)
    this.filter = fileFilter(config?.root, this.log)
  }

  /** Whether something in what was read so far may be marked as internal. */
  get hasMarks(): boolean {
    return this.whole.read.some((document) => document.hasMarks)
  }

  /** The branch as readers see it who see nothing internal. Call it when the branch was read. */
  outside(): Branch {
    return new OutsideBranch(this, new OutsideDocuments(this.whole))
  }

  /** The paths of JSON and YAML files that may become nodes, whatever they turn out to be. */
  get dataPaths(): string[] {
    return this.pathsOf('data').filter((path) => !this.filter.excludes(path))
  }

  get articlePaths(): string[] {
    return this.pathsOf('markdown').filter((path) => this.filter.accepts(path, 'markdown'))
  }

  get images(): TreeFile[] {
    return this.tree.files.filter(({ path, kind }) => kind === 'image' && this.filter.accepts(path, 'image'))
  }

  /** The paths of rulesets and style guides. */
  pathsOfRules(kind: 'ruleset' | 'ruleset-code' | 'styleguide'): string[] {
    return this.pathsOf(kind).filter((path) => !this.filter.excludes(path))
  }

  /** An API or a model at a path, if it becomes nodes. */
  described(path: string): SourceDocument | undefined {
    const document = this.documents.get(path)
    if (!document || document.kind === 'fragment') return undefined
    return this.filter.accepts(path, document.kind === 'json_schema' ? 'json_schema' : 'openapi')
      ? document
      : undefined
  }

  article(path: string): SourceFile | undefined {
    const content = this.tree.text(path)
    return content === undefined ? undefined : { path, content }
  }

  /** The table of contents as its author wrote it. */
  toc(): { path: string; root: JsonObject } | undefined {
    const root = this.tree.get(TOC_FILE) && this.documents.get(TOC_FILE)?.root
    if (root === undefined) return undefined
    if (isObject(root) && Array.isArray(root.items)) return { path: TOC_FILE, root }
    const reason = 'The table of contents has no list "items": the default one counts.'
    this.log.add('invalid-toc', { file: TOC_FILE, pointer: '' }, { reason })
    return undefined
  }

  private pathsOf(kind: NameKind): string[] {
    return this.tree.files.filter((file) => file.kind === kind).map(({ path }) => path)
  }
}

class OutsideBranch extends Branch {
  override readonly tree: FileTree
  override readonly documents: Required<DocumentSource>
  override readonly filter: FileFilter

  constructor({ tree, filter }: Branch, documents: Required<DocumentSource>) {
    super([])
    this.tree = tree
    this.filter = filter
    this.documents = documents
  }
}
