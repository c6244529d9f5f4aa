// A table of contents as the rows of a tree, and what moving one means as edits. Pure.
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { isRecord, pathKey, startsWith } from '../binding/edits.ts'

export type TocKind = 'item' | 'group' | 'divider' | 'other'

export interface TocRow {
  key: string
  path: Path
  kind: TocKind
  depth: number
  title: string
  /** Of an item: the file, or the place in one, that it shows. */
  uri: string
  isOpen: boolean
  /** How many a group holds. */
  inside: number
  position: number
  size: number
}

// Groups within groups without end are no table of contents.
const deepest = 30

function kindOf(entry: unknown): TocKind {
  if (!isRecord(entry)) return 'other'
  if (Array.isArray(entry.items) || entry.type === 'group') return 'group'
  if (entry.type === 'divider') return 'divider'
  return entry.type === 'item' || typeof entry.uri === 'string' ? 'item' : 'other'
}

/** The rows of the table, of open groups with what is in them. */
export function tocRows(toc: unknown, isOpen: (key: string) => boolean): TocRow[] {
  const rows: TocRow[] = []
  const walk = (items: unknown, path: Path, depth: number): void => {
    if (!Array.isArray(items) || depth > deepest) return
    for (const [index, entry] of items.entries()) {
      const at = [...path, index]
      const key = pathKey(at)
      const kind = kindOf(entry)
      const inner = isRecord(entry) && Array.isArray(entry.items) ? entry.items : []
      const open = kind === 'group' && isOpen(key)
      rows.push({
        key,
        path: at,
        kind,
        depth,
        title: isRecord(entry) && typeof entry.title === 'string' ? entry.title : '',
        uri: isRecord(entry) && typeof entry.uri === 'string' ? entry.uri : '',
        isOpen: open,
        inside: inner.length,
        position: index + 1,
        size: items.length,
      })
      if (open) walk(inner, [...at, 'items'], depth + 1)
    }
  }
  walk(isRecord(toc) ? toc.items : undefined, ['items'], 0)
  return rows
}

export const freshEntry = (kind: TocKind): Record<string, unknown> => {
  if (kind === 'group') return { type: 'group', title: 'New group', items: [] }
  if (kind === 'divider') return { type: 'divider', title: 'New divider' }
  return { type: 'item', title: 'New page', uri: '' }
}

const indexOf = (path: Path): number => Number(path.at(-1))

/** Puts an entry at a position of a list: of its own, or of another one. Null where it cannot be. */
export function moveEdits(toc: unknown, from: Path, list: Path, index: number): Edit[] | null {
  // Not into itself.
  if (startsWith(list, from)) return null
  const parent = from.slice(0, -1)
  if (pathKey(parent) === pathKey(list)) {
    const to = index > indexOf(from) ? index - 1 : index
    return to === indexOf(from) ? [] : [{ type: 'move', path: from, index: to }]
  }
  const value = at(toc, from)
  if (value === undefined) return null
  return [
    { type: 'insert', path: list, index, value },
    { type: 'delete', path: from },
  ]
}

function at(value: unknown, path: Path): unknown {
  let found = value
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)]
    else if (isRecord(found)) found = found[String(key)]
    else return undefined
  }
  return found
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Where a step of the keyboard leads: into the group above, out of its group, past its neighbour. */
export function stepEdits(toc: unknown, row: TocRow, step: Step): Edit[] | null {
  const { path } = row
  const list = path.slice(0, -1)
  const index = indexOf(path)
  if (step === 'up') return index === 0 ? null : moveEdits(toc, path, list, index - 1)
  if (step === 'down') return index >= row.size - 1 ? null : moveEdits(toc, path, list, index + 2)
  if (step === 'out') {
    const group = list.slice(0, -1)
    return group.length < 2 ? null : moveEdits(toc, path, group.slice(0, -1), indexOf(group) + 1)
  }
  const above = [...list, index - 1]
  const neighbour = index > 0 ? at(toc, above) : undefined
  if (kindOf(neighbour) !== 'group' || !isRecord(neighbour) || !Array.isArray(neighbour.items)) return null
  return moveEdits(toc, path, [...above, 'items'], neighbour.items.length)
}
