import { isObject } from '../json.ts'
import type { Log } from '../log/log.ts'
import { withoutComments } from '../parse/comments.ts'
import { parseText } from '../parse/parse-text.ts'
import { ownIdOf } from './anchors.ts'
import { kindOfData, unsupported } from './kinds.ts'
import type { SourceDocument } from './source-document.ts'
import type { FileTree } from './tree.ts'

/** The JSON and YAML files of a branch; each is parsed when it is first asked for. */
export class Documents {
  private readonly tree: FileTree
  private readonly log: Log
  private readonly parsed = new Map<string, SourceDocument | undefined>()
  private byIds: Map<string, SourceDocument> | undefined

  private readonly candidates: () => string[]

  /** `candidates`: the paths of files that may have a name of their own. */
  constructor(tree: FileTree, log: Log, candidates: () => string[]) {
    this.tree = tree
    this.log = log
    this.candidates = candidates
  }

  /** The document at a path; undefined, with a line in the log, when it cannot be read. */
  get(path: string): SourceDocument | undefined {
    if (this.parsed.has(path)) return this.parsed.get(path)
    const document = this.parse(path)
    this.parsed.set(path, document)
    return document
  }

  /** The document whose `$id` this is; of several the first by path. All candidates are parsed to find it. */
  byId(id: string): SourceDocument | undefined {
    this.byIds ??= this.ids()
    return this.byIds.get(id)
  }

  /** The documents that were parsed so far. */
  get read(): SourceDocument[] {
    return [...this.parsed.values()].filter((document) => document !== undefined)
  }

  private ids(): Map<string, SourceDocument> {
    const found = new Map<string, SourceDocument>()
    for (const path of this.candidates()) {
      const document = this.get(path)
      const id = document && ownIdOf(document)
      if (document && id !== undefined && !found.has(id)) found.set(id, document)
    }
    return found
  }

  private parse(path: string): SourceDocument | undefined {
    const kind = this.tree.get(path)?.kind
    if (kind === undefined || kind === 'image' || kind === 'markdown' || kind === 'ruleset-code')
      return undefined
    const text = this.tree.text(path)
    if (text === undefined) return undefined
    try {
      const readable = kind === 'config' || kind === 'toc' ? withoutComments(text) : text
      const { value, hasMarks, diagnostics } = parseText(readable, path)
      this.log.take(diagnostics)
      const found = kind === 'data' && isObject(value) ? unsupported(value) : undefined
      if (found) this.log.add(found.code, { file: path, pointer: `/${found.key}` }, { reason: found.reason })
      const ofData = kind === 'data' ? kindOfData(value) : 'fragment'
      return { path, uri: `/${path}`, kind: ofData, root: value, ...(hasMarks ? { hasMarks } : {}) }
    } catch (error) {
      this.log.takeError(error)
      return undefined
    }
  }
}
