import { ownIdOf } from '../drafts.ts'
import { DescriptionError } from '../errors.ts'
import { Branch, CONFIG_FILE } from '../files/branch.ts'
import { splitFrontMatter } from '../files/front-matter.ts'
import { isApi } from '../files/kinds.ts'
import type { SourceDocument } from '../files/source-document.ts'
import { isObject } from '../json.ts'
import type { BranchFile } from '../types.ts'
import { ChangeList, type FoundChange } from './change-list.ts'
import { Dependencies } from './dependencies.ts'
import { compareDocuments } from './documents.ts'
import { higher } from './levels.ts'
import { compareNamedModels, leveledByUse } from './model-changes.ts'
import { located, summaryOf, type TextOf } from './report.ts'
import { Side } from './side.ts'
import type { BranchChanges, Change, CompareOptions, Level, NodeChange } from './types.ts'

/**
 * What changed between two states of a branch, or between two branches: APIs, models and articles, told apart by their
 * paths; an API whose file was moved by its `x-stoplight.id`. A file that one of the states cannot be read in is left
 * out. Files with equal hashes (or texts) that refer to nothing that differs are not even parsed.
 */
export function compareBranches(
  before: readonly BranchFile[] | Branch,
  after: readonly BranchFile[] | Branch,
  options: CompareOptions = {},
): BranchChanges {
  const comparison = new BranchComparison(asBranch(before), asBranch(after), options)
  comparison.run()
  return comparison.result()
}

function asBranch(files: readonly BranchFile[] | Branch): Branch {
  return files instanceof Branch ? files : new Branch(files)
}

// As many as a ChangeList holds: many APIs have many models each.
const MAX_MODEL_CHANGES = 20_000

class BranchComparison {
  private readonly from: Branch
  private readonly to: Branch
  private readonly options: CompareOptions
  private readonly old: Side
  private readonly now: Side
  private readonly uses: { now: Dependencies; old: Dependencies }
  private readonly changes = new ChangeList()
  private readonly models: FoundChange[] = []
  private readonly samePaths = new Map<string, boolean>()

  constructor(from: Branch, to: Branch, options: CompareOptions) {
    this.from = from
    this.to = to
    this.options = options
    this.old = new Side('old', from.documents)
    this.now = new Side('new', to.documents)
    this.uses = { now: new Dependencies(to), old: new Dependencies(from) }
  }

  run(): void {
    const gone: SourceDocument[] = []
    const come = new Map<string, SourceDocument>()
    for (const path of this.touchedPaths()) {
      if (isUnreadable(this.from, path) || isUnreadable(this.to, path)) continue
      const [was, is] = [this.from.described(path), this.to.described(path)]
      if (was && is && isApi(was) === isApi(is)) this.compare(was, is)
      else {
        if (was) gone.push(was)
        if (is) come.set(path, is)
      }
    }
    for (const was of gone) this.compareGone(was, come)
    for (const is of come.values()) this.say(is, isApi(is) ? 'api-added' : 'model-added', 'new')
    this.compareArticles()
  }

  result(): BranchChanges {
    const textOf: TextOf = (side, path) => (side === 'old' ? this.from : this.to).tree.text(path)
    const changes = located(this.changes.found, textOf).map(withSemver)
    const models = leveledByUse(this.models, this.changes.found)
    return {
      ...summaryOf(changes),
      semver: changes.reduce<Level | null>((highest, { semver }) => higher(highest, semver), null),
      changes,
      modelChanges: located(models, textOf).map(withSemver),
      truncated: this.changes.truncated,
    }
  }

  private compare(was: SourceDocument, is: SourceDocument): void {
    if (isApi(is)) {
      compareDocuments(was, is, this.old, this.now, this.changes, this.options)
      this.take(compareNamedModels(was, is, this.old, this.now))
      return
    }
    const isUsed = this.isUsed(is)
    const changes = isUsed ? new ChangeList() : this.changes
    compareDocuments(was, is, this.old, this.now, changes, this.options)
    if (isUsed) this.take(changes.found.filter(({ at }) => at.document === was || at.document === is))
  }

  private take(found: FoundChange[]): void {
    for (const change of found.slice(0, MAX_MODEL_CHANGES - this.models.length)) this.models.push(change)
  }

  // The operations that use a model say what its changes mean for them; by itself it may be sent and received.
  private isUsed(model: SourceDocument): boolean {
    if (isApi(model)) return false
    return this.uses.now.usedByApis().has(model.path) || this.uses.old.usedByApis().has(model.path)
  }

  private compareGone(was: SourceDocument, come: Map<string, SourceDocument>): void {
    const id = isApi(was) ? idOf(was) : undefined
    const moved = id && [...come.values()].find((is) => isApi(is) && idOf(is) === id)
    if (!moved) {
      this.say(was, isApi(was) ? 'api-removed' : 'model-removed', 'old')
      return
    }
    come.delete(moved.path)
    this.compare(was, moved)
  }

  private say(
    document: SourceDocument,
    rule: 'api-added' | 'api-removed' | 'model-added' | 'model-removed',
    side: 'old' | 'new',
  ): void {
    const node = isApi(document) ? 'http_service' : 'model'
    const isUsed = this.isUsed(document)
    const changes = isUsed ? new ChangeList() : this.changes
    changes.add({ node, uri: document.uri }, rule, { at: rootOf(document), side })
    if (isUsed) this.take(changes.found)
  }

  private compareArticles(): void {
    const [before, after] = [this.from.articlePaths, this.to.articlePaths].map((paths) => new Set(paths))
    for (const path of new Set([...(before ?? []), ...(after ?? [])])) {
      if (this.isSame(path) || isUnreadableArticle(this.from, path) || isUnreadableArticle(this.to, path))
        continue
      const at = rootOf({ path, uri: `/${path}`, kind: 'markdown', root: null })
      const subject = { node: 'article', uri: `/${path}` } as const
      if (!after?.has(path)) this.changes.add(subject, 'article-removed', { at, side: 'old' })
      else if (before?.has(path)) this.changes.add(subject, 'article-changed', { at })
      else this.changes.add(subject, 'article-added', { at })
    }
  }

  /** The files that differ, and those that refer to one that does; all where the configuration differs. */
  private touchedPaths(): string[] {
    const paths = [...new Set([...this.from.dataPaths, ...this.to.dataPaths])]
    if (!this.isSame(CONFIG_FILE)) return paths
    const files = [...this.from.tree.files, ...this.to.tree.files].filter(({ kind }) => kind === 'data')
    const different = new Set(files.map(({ path }) => path).filter((path) => !this.isSame(path)))
    const touched = this.uses.now.usersOf(different)
    return paths.filter((path) => touched.has(path))
  }

  private isSame(path: string): boolean {
    let same = this.samePaths.get(path)
    if (same === undefined) {
      same = isSameFile(path, this.from, this.to)
      this.samePaths.set(path, same)
    }
    return same
  }
}

function isSameFile(path: string, from: Branch, to: Branch): boolean {
  const [was, is] = [from.tree.get(path), to.tree.get(path)]
  if (!was || !is) return was === is
  if (was.hash !== undefined && is.hash !== undefined) return was.hash === is.hash
  return was.source === is.source || from.tree.text(path) === to.tree.text(path)
}

function isUnreadable(branch: Branch, path: string): boolean {
  return branch.tree.get(path) !== undefined && branch.documents.get(path) === undefined
}

function isUnreadableArticle(branch: Branch, path: string): boolean {
  if (!branch.tree.get(path)) return false
  const article = branch.article(path)
  if (!article) return true
  try {
    splitFrontMatter(article.content, path)
    return false
  } catch (error) {
    if (error instanceof DescriptionError) return true
    throw error
  }
}

function idOf({ root }: SourceDocument): string | undefined {
  return isObject(root) ? ownIdOf(root) : undefined
}

function rootOf(document: SourceDocument) {
  return { value: document.root, document, pointer: '' }
}

// What is only said about an operation gives nobody anything new.
const WORDS = /^api-(tag|operation-id)-added$/

function withSemver(change: Change & { uri: string }): NodeChange {
  const isNew = change.level === 'patch' && change.group === 'added' && !WORDS.test(change.rule)
  return { ...change, semver: isNew ? 'minor' : change.level }
}
