// Ctrl Z in a form: what is typed and not written yet is the field's own to undo, all else is the document's.

/** Given to a field whose text is that of the document: undo there is the document's. */
export const undoneInDocument = { 'data-undone-in-document': '' } as const

/** Which way a key leads in a document's steps; null for other keys. */
export function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  const letter = key.toLowerCase()
  if (letter === 'y' && !shiftKey) return 'redo'
  if (letter !== 'z') return null
  return shiftKey ? 'redo' : 'undo'
}

/** Whether what has the focus has no text of its own to undo: search boxes, comments and the code view keep theirs. */
export function isUndoneInDocument(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true
  if ('undoneInDocument' in target.dataset) return true
  return (
    !target.isContentEditable && !target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  )
}
