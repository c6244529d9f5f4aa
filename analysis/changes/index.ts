import { checkDescription } from '../check.ts'
import { DescriptionError } from '../errors.ts'
import { isApi, kindOfData } from '../files/kinds.ts'
import type { SourceDocument } from '../files/source-document.ts'
import { parseText } from '../parse/parse-text.ts'
import type { DocumentSource } from '../refs.ts'
import type { SourceFile } from '../types.ts'
import { ChangeList } from './change-list.ts'
import { compareDocuments } from './documents.ts'
import { reportOf } from './report.ts'
import { Side } from './side.ts'
import type { ChangeReport, CompareOptions } from './types.ts'

export { compareBranches } from './branches.ts'
export { changesByNode, type NodeChanges } from './by-node.ts'
export { LEVELS } from './levels.ts'
export type {
  BranchChanges,
  Change,
  ChangeGroup,
  ChangeReport,
  CompareOptions,
  Level,
  NodeChange,
} from './types.ts'

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
  const sides = [new Side('old', alone(from)), new Side('new', alone(to))] as const
  compareDocuments(from, to, ...sides, changes, options)
  return reportOf(changes, before, after)
}

function alone(document: SourceDocument): DocumentSource {
  return new Map([[document.path, document]])
}

function documentOf({ path, content }: SourceFile): SourceDocument {
  const { value } = parseText(content, path)
  const kind = kindOfData(value)
  // It throws then, and says what the file is instead.
  if (kind === 'fragment') checkDescription(content, path)
  return { path, uri: `/${path}`, kind, root: value }
}
