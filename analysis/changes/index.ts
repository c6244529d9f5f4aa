import { checkDescription } from '../check.ts'
import { DescriptionError } from '../errors.ts'
import { kindOfData } from '../files/kinds.ts'
import { loadFiles } from '../files/load.ts'
import type { SourceDocument } from '../files/source-document.ts'
import { parseText } from '../parse/parse-text.ts'
import type { SourceFile } from '../types.ts'
import { ChangeList } from './change-list.ts'
import { compareDocuments } from './documents.ts'
import { reportOf } from './report.ts'
import { Side } from './side.ts'
import type { ChangeReport, CompareOptions, Level } from './types.ts'

export type { Change, ChangeGroup, ChangeReport, CompareOptions, Level } from './types.ts'

/** Levels from the least to the greatest. */
export const LEVELS: readonly Level[] = ['patch', 'minor', 'major']

/**
 * What changed between two descriptions (OpenAPI 2.0, 3.x) or two models (JSON Schema), each a file by itself.
 * Throws DescriptionError when one of them cannot be read or is nothing that can be compared.
 */
export function compareDescriptions(
  before: SourceFile,
  after: SourceFile,
  options: CompareOptions = {},
): ChangeReport {
  const [from, to] = [documentOf(before), documentOf(after)]
  if (isApi(from) !== isApi(to)) {
    const message = 'One of the files describes an API and the other a model: they cannot be compared.'
    throw new DescriptionError(message, after.path)
  }
  const changes = new ChangeList()
  compareDocuments(from, to, new Side('old', [from]), new Side('new', [to]), changes, options)
  return reportOf(changes, [before], [after])
}

/** What changed between two states of a branch, all its files: APIs, models and articles, told apart by their paths. */
export function compareFiles(
  before: SourceFile[],
  after: SourceFile[],
  options: CompareOptions = {},
): ChangeReport {
  const [from, to] = [loadFiles(before, [], () => {}), loadFiles(after, [], () => {})]
  const [old, now] = [new Side('old', from.documents), new Side('new', to.documents)]
  const changes = new ChangeList()
  const rest = new Map(to.described.map((document) => [document.path, document]))
  for (const document of from.described) {
    const other = rest.get(document.path)
    rest.delete(document.path)
    if (other && isApi(document) === isApi(other))
      compareDocuments(document, other, old, now, changes, options)
    else removed(document, changes)
  }
  for (const document of rest.values()) added(document, changes)
  compareArticles(from.articles, to.articles, changes)
  return reportOf(changes, before, after)
}

function isApi({ kind }: SourceDocument): boolean {
  return kind.startsWith('openapi')
}

function documentOf({ path, content }: SourceFile): SourceDocument {
  const { value } = parseText(content, path)
  const kind = kindOfData(value)
  // What it is instead is a longer story.
  if (kind === 'fragment') checkDescription(content, path)
  return { path, uri: `/${path}`, kind, root: value }
}

function rootAt(document: SourceDocument) {
  return { value: document.root, document, pointer: '' }
}

function removed(document: SourceDocument, changes: ChangeList): void {
  const details = { at: rootAt(document), side: 'old' as const }
  if (isApi(document)) changes.add({ node: 'http_service' }, 'api-removed', details)
  else changes.add({ node: 'model' }, 'model-removed', details)
}

function added(document: SourceDocument, changes: ChangeList): void {
  const details = { at: rootAt(document) }
  if (isApi(document)) changes.add({ node: 'http_service' }, 'api-added', details)
  else changes.add({ node: 'model' }, 'model-added', details)
}

function compareArticles(before: SourceFile[], after: SourceFile[], changes: ChangeList): void {
  const subject = { node: 'article' as const }
  const at = ({ path }: SourceFile) => rootAt({ path, uri: `/${path}`, kind: 'markdown', root: null })
  const rest = new Map(after.map((file) => [file.path, file]))
  for (const file of before) {
    const other = rest.get(file.path)
    rest.delete(file.path)
    if (!other) changes.add(subject, 'article-removed', { at: at(file), side: 'old' })
    else if (other.content !== file.content) changes.add(subject, 'article-changed', { at: at(other) })
  }
  for (const file of rest.values()) changes.add(subject, 'article-added', { at: at(file) })
}
