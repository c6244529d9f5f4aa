import type { Edit } from './edits.ts'

/**
 * Makes an edit in a field as if it had been typed. `execCommand('insertText')` is deprecated, but in every browser
 * the only way that leaves the field's undo history whole; where it is missing, the text is set and an input event
 * tells React.
 */
export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  field.focus()
  field.setSelectionRange(from, to)
  if (!typed(insert, from === to)) {
    field.setRangeText(insert, from, to, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: insert }))
  }
  field.setSelectionRange(start, end)
}

function typed(insert: string, isCaret: boolean): boolean {
  if (insert === '' && isCaret) return true
  if (typeof document.execCommand !== 'function') return false
  return insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
}
