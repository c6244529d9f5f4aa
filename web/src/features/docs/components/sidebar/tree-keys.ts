// Keyboard of a tree, as the ARIA authoring practices have it.
import type { TocRow } from '../../toc/toc.ts'

export interface TreeStep {
  index: number
  toggle?: { key: string; open: boolean }
}

/** Where a key leads from a row, and which group it opens or closes; undefined for keys that mean nothing here. */
export function nextRow(rows: readonly TocRow[], at: number, key: string): TreeStep | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return stepTo(rows, at, 1)
    case 'ArrowUp':
      return at < 0 ? undefined : stepTo(rows, at, -1)
    case 'Home':
      return stepTo(rows, -1, 1)
    case 'End':
      return stepTo(rows, rows.length, -1)
    case 'ArrowRight':
      if (row?.kind !== 'group') return undefined
      return row.open ? stepTo(rows, at, 1) : { index: at, toggle: { key: row.key, open: true } }
    case 'ArrowLeft':
      if (row?.kind === 'group' && row.open) return { index: at, toggle: { key: row.key, open: false } }
      return parentOf(rows, at)
    default:
      return undefined
  }
}

function stepTo(rows: readonly TocRow[], from: number, by: 1 | -1): TreeStep | undefined {
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    if (rows[index]?.kind !== 'divider') return { index }
  }
  return undefined
}

function parentOf(rows: readonly TocRow[], at: number): TreeStep | undefined {
  const row = rows[at]
  if (!row || row.kind === 'divider') return undefined
  for (let index = at - 1; index >= 0; index--) {
    const above = rows[index]
    if (above?.kind === 'group' && above.depth < row.depth) return { index }
  }
  return undefined
}
