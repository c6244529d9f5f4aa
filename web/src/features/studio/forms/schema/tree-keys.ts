// The keyboard of the tree of a schema. Its cells are fields, whose arrows move the caret: the tree has Alt+arrows to move
// a property, and plain up and down to get from a name to the one below.
import type { KeyboardEvent } from 'react'

/** Up and down go from row to row, within the same column. */
export function nextOf(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const { target } = event
  if (
    !(target instanceof HTMLElement) ||
    target.closest('[data-more]') ||
    target instanceof HTMLTextAreaElement
  )
    return
  const cell = target.closest('[role="gridcell"]')
  const row = cell?.closest('[role="row"]')
  if (!cell || !row) return
  const column = [...row.children].indexOf(cell)
  const rows = [...event.currentTarget.querySelectorAll('[role="row"]:not([data-more])')]
  const step = event.key === 'ArrowDown' ? 1 : -1
  for (let at = rows.indexOf(row) + step; at >= 0 && at < rows.length; at += step) {
    const next = rows[at]?.children[column]?.querySelector('input, button')
    if (next instanceof HTMLElement && !next.hasAttribute('disabled')) {
      event.preventDefault()
      next.focus()
      return
    }
  }
}
