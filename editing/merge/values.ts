import { put } from '../tree/value.ts'
import type { Edit, Path, Range } from '../types.ts'
import { isEqual, isMap, own } from './equal.ts'
import { mergedLines } from './lines.ts'
import { mergeLists } from './lists.ts'

/** Two made something different of one thing; ours stays until somebody decides. Undefined is what is not there. */
export interface Conflict {
  readonly path: Path
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
  /** In the merged text, where there is no path: lines in dispute. */
  readonly range?: Range
}

export interface Merged {
  readonly value: unknown
  /** From ours to the merged value, each counting in what the one before made. */
  readonly edits: readonly Edit[]
  readonly conflicts: readonly Conflict[]
}

/** What is collected on the way. */
export interface Merge {
  readonly edits: Edit[]
  readonly conflicts: Conflict[]
}

// Deeper, what two have changed is a dispute as a whole.
const MAX_DEPTH = 300

/**
 * Merges what two made of one value: objects by their keys, lists by the identity of their elements (`$ref`, `in` and
 * `name`, `key`, `id`, `name`, a text itself) or else as sequences, texts by their lines. Keys keep the order of ours;
 * what theirs added stands in front of what it stood in front of there.
 */
export function mergeValues(base: unknown, ours: unknown, theirs: unknown): Merged {
  const merge: Merge = { edits: [], conflicts: [] }
  const value = merged(base, ours, theirs, [], merge)
  return { value, ...merge }
}

/** The merged value at a path; what is not there is undefined. */
function merged(base: unknown, ours: unknown, theirs: unknown, path: Path, merge: Merge): unknown {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return ours
  if (path.length < MAX_DEPTH) {
    if (isMap(ours) && isMap(theirs)) return mergeMaps(isMap(base) ? base : {}, ours, theirs, path, merge)
    if (Array.isArray(ours) && Array.isArray(theirs)) {
      const list = mergeLists(Array.isArray(base) ? base : [], ours, theirs, path, merge, merged)
      if (list) return list
    }
  }
  const taken = isEqual(base, ours) ? theirs : mergedText(base, ours, theirs)
  if (taken !== undefined) {
    merge.edits.push({ type: 'set', path, value: taken })
    return taken
  }
  merge.conflicts.push({ path, base, ours, theirs })
  return ours
}

function mergeMaps(
  base: Record<string, unknown>,
  ours: Record<string, unknown>,
  theirs: Record<string, unknown>,
  path: Path,
  merge: Merge,
): unknown {
  const result: [string, unknown][] = []
  for (const [key, value] of Object.entries(ours)) {
    const at = [...path, key]
    if (Object.hasOwn(theirs, key))
      result.push([key, merged(own(base, key), value, own(theirs, key), at, merge)])
    else if (!Object.hasOwn(base, key)) result.push([key, value])
    else if (isEqual(own(base, key), value)) merge.edits.push({ type: 'delete', path: at })
    else {
      merge.conflicts.push({ path: at, base: own(base, key), ours: value, theirs: undefined })
      result.push([key, value])
    }
  }
  addTheirs(base, ours, theirs, path, merge, result)
  const object: Record<string, unknown> = {}
  for (const [key, value] of result) put(object, key, value)
  return object
}

function addTheirs(
  base: Record<string, unknown>,
  ours: Record<string, unknown>,
  theirs: Record<string, unknown>,
  path: Path,
  merge: Merge,
  result: [string, unknown][],
): void {
  const keys = Object.keys(theirs)
  for (const [index, key] of keys.entries()) {
    if (Object.hasOwn(ours, key)) continue
    const value = own(theirs, key)
    if (Object.hasOwn(base, key)) {
      if (!isEqual(own(base, key), value))
        merge.conflicts.push({ path: [...path, key], base: own(base, key), ours: undefined, theirs: value })
      continue
    }
    const before = keys.slice(index + 1).find((next) => result.some(([name]) => name === next))
    const at = before === undefined ? result.length : result.findIndex(([name]) => name === before)
    result.splice(at, 0, [key, value])
    merge.edits.push({ type: 'add', path, key, value, ...(before !== undefined && { before }) })
  }
}

function mergedText(base: unknown, ours: unknown, theirs: unknown): string | undefined {
  if (typeof base !== 'string' || typeof ours !== 'string' || typeof theirs !== 'string') return undefined
  if (!base.includes('\n')) return undefined
  const { text, conflicts } = mergedLines(base, ours, theirs)
  return conflicts.length === 0 ? text : undefined
}
