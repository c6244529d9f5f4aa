// The one way from a form to the text.
import type { Change, Edit, Refused } from '../../../../../../editing/types.ts'
import { together } from './edits.ts'
import type { FormSource } from './source.ts'

/**
 * Makes edits as one step of undo. Each counts in the text as it is now; those that meet each other are made one after
 * the other, in their order. Answers why nothing was written, or null.
 */
export function commit(source: FormSource, edits: readonly Edit[]): Refused | null {
  if (source.readOnly || edits.length === 0) return null
  const made: (readonly Change[])[] = []
  for (const edit of edits) {
    const edited = source.description.edit(edit)
    if ('refused' in edited) return edited
    made.push(edited.changes)
  }
  const changes = together(made)
  if (changes) {
    if (changes.length > 0) source.model.apply(changes, 'form')
    return null
  }
  for (const edit of edits) {
    const edited = source.description.edit(edit)
    if ('refused' in edited) return edited
    if (edited.changes.length > 0) source.model.apply(edited.changes, 'form')
  }
  return null
}
