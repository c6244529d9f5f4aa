// Keyboard of a tree, as the ARIA authoring practices have it.
import type { OutlineRow } from './outline-rows.ts'

export interface OutlineStep {
  index: number
  toggle?: { key: string; isOpen: boolean }
}

/** Where a key leads from a row, and what it opens or closes; undefined for keys that mean nothing here. */
export function nextOutlineRow(
  rows: readonly OutlineRow[],
  at: number,
  key: string,
): OutlineStep | undefined {
  const row = rows[at]
  const to = (index: number): OutlineStep | undefined => (rows[index] ? { index } : undefined)
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'PageDown':
      return to(Math.min(rows.length - 1, at + 15))
    case 'PageUp':
      return to(Math.max(0, at - 15))
    case 'ArrowRight':
      if (row?.isOpen === undefined) return undefined
      return row.isOpen ? to(at + 1) : { index: at, toggle: { key: row.key, isOpen: true } }
    case 'ArrowLeft':
      if (row?.isOpen) return { index: at, toggle: { key: row.key, isOpen: false } }
      return row ? to(rows.findLastIndex((above, index) => index < at && above.depth < row.depth)) : undefined
    default:
      return undefined
  }
}
