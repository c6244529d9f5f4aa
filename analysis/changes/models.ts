import type { SourceDocument } from '../files/source-document.ts'
import type { Subject } from './change-list.ts'
import type { SchemaComparison } from './schema/compare.ts'

/** A model by itself: whether its values are sent or received is unknown, so what breaks either way breaks. */
export function compareModel(before: SourceDocument, after: SourceDocument, schemas: SchemaComparison): void {
  const subject: Subject = { node: 'model' }
  const use = { subject, direction: 'both', holder: 'model', place: 'model', textual: false } as const
  schemas.compare(rootOf(before), rootOf(after), use)
}

function rootOf(document: SourceDocument) {
  return { value: document.root, document, pointer: '' }
}
