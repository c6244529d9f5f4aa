import type { SourceDocument } from '../files/source-document.ts'
import { isObject } from '../json.ts'
import type { ChangeList } from './change-list.ts'
import type { Comparison, DescriptionAt } from './context.ts'
import { compareModel } from './models.ts'
import { compareOperations, compareWebhooks } from './operations.ts'
import { Sameness } from './sameness.ts'
import { SchemaComparison } from './schema/compare.ts'
import { compareService, compareVersions } from './service.ts'
import type { Side } from './side.ts'
import type { CompareOptions } from './types.ts'

/** Compares two documents of the same kind: two APIs, or two models. */
export function compareDocuments(
  before: SourceDocument,
  after: SourceDocument,
  old: Side,
  now: Side,
  changes: ChangeList,
  options: CompareOptions,
): void {
  changes.document = after.uri
  const sameness = new Sameness(before, after, old, now)
  const schemas = new SchemaComparison(old, now, sameness, changes)
  const [from, to] = [describe(before, old), describe(after, now)]
  if (!from || !to) {
    compareModel(before, after, schemas)
    return
  }
  const comparison: Comparison = { old: from, now: to, sameness, schemas, changes, today: options.today }
  compareOperations(comparison)
  compareWebhooks(comparison)
  compareService(comparison)
  if (options.checkVersion) compareVersions(comparison)
}

function describe(document: SourceDocument, side: Side): DescriptionAt | undefined {
  const { kind, root } = document
  if (!isObject(root)) return undefined
  if (kind !== 'openapi2' && kind !== 'openapi3.0' && kind !== 'openapi3.1') return undefined
  return { root: { value: root, document, pointer: '' }, kind, side }
}
