// What a form asks for, as edits: a value where there was none brings what it lies in, and what gets empty goes with it.
import type { Change, Edit, Key, Path } from '../../../../../../editing/types.ts'
import { orderOf } from './key-order.ts'

/** The value at a path, or undefined where there is none. */
export type Look = (path: Path) => unknown

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isContainer = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null

/** The member in front of which a new one stands by the order that descriptions usually have. */
function beforeIn(members: readonly string[], key: string): string | undefined {
  const place = orderOf(key)
  if (place === undefined) return undefined
  const above = members.findLastIndex((member) => {
    const other = orderOf(member)
    return other !== undefined && other < place
  })
  const next = members[above + 1]
  return next !== undefined && (above >= 0 || orderOf(next) !== undefined) ? next : undefined
}

/** `value` within the objects that `path` names, from the inside out. */
function wrapped(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  )
}

/** The edits that put a value at a path, with the objects that are missing on the way. */
export function setEdits(look: Look, path: Path, value: unknown): Edit[] {
  if (path.length === 0 || look(path) !== undefined) return [{ type: 'set', path, value }]
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parentPath = path.slice(0, depth)
    const parent = look(parentPath)
    if (parent === undefined && depth > 0) continue
    const key = path[depth]
    const inner = wrapped(path.slice(depth + 1), value)
    // `info:` with nothing behind it, or an empty file.
    if (!isContainer(parent))
      return [{ type: 'set', path: parentPath, value: wrapped(path.slice(depth), value) }]
    if (Array.isArray(parent))
      return [{ type: 'insert', path: parentPath, index: parent.length, value: inner }]
    const before = beforeIn(Object.keys(parent), String(key))
    return [
      {
        type: 'add',
        path: parentPath,
        key: String(key),
        value: inner,
        ...(before !== undefined && { before }),
      },
    ]
  }
  return []
}

/**
 * The edits that take a value away, and with it up to `prune` of the objects and arrays around that held nothing else.
 */
export function removeEdits(look: Look, path: Path, prune = 0): Edit[] {
  let target = path
  for (let left = prune; left > 0 && target.length > 1; left--) {
    const parent = look(target.slice(0, -1))
    const size = Array.isArray(parent) ? parent.length : isRecord(parent) ? Object.keys(parent).length : 0
    if (size !== 1) break
    target = target.slice(0, -1)
  }
  return look(target) === undefined ? [] : [{ type: 'delete', path: target }]
}

/** An element more at the end of an array, which is made where it is missing. */
export function appendEdits(look: Look, path: Path, value: unknown): Edit[] {
  const list = look(path)
  if (Array.isArray(list)) return [{ type: 'insert', path, index: list.length, value }]
  return setEdits(look, path, [value])
}

/** A member more of an object, which is made where it is missing. */
export function addEdits(look: Look, path: Path, key: string, value: unknown): Edit[] {
  if (isRecord(look(path))) return [{ type: 'add', path, key, value }]
  return setEdits(look, path, { [key]: value })
}

/** A list as it is to be: deleted with its last element, where nobody needs an empty one. */
export function listEdits(look: Look, path: Path, list: readonly unknown[], prune = 0): Edit[] {
  return list.length === 0 ? removeEdits(look, path, prune) : setEdits(look, path, list)
}

/** Lists of changes that count in the same text, as one; null where they meet each other. */
export function together(lists: readonly (readonly Change[])[]): Change[] | null {
  const all = lists.flat().sort((a, b) => a.from - b.from || a.to - b.to)
  const meets = all.some((change, index) => {
    const next = all[index + 1]
    return next !== undefined && (next.from < change.to || next.from === change.from)
  })
  return meets ? null : all
}

/** A path as one text, for keys of lists and caches. */
export const pathKey = (path: Path): string => JSON.stringify(path)

export const startsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((key, index) => key === path[index])

/** The first of `name`, `name2`, `name3` … that is not taken. */
export function freeName(taken: readonly Key[], name: string, separator = ''): string {
  const names = new Set(taken.map(String))
  if (!names.has(name)) return name
  let count = 2
  while (names.has(`${name}${separator}${count}`)) count++
  return `${name}${separator}${count}`
}
