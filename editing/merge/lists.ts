import type { Edit, Path } from '../types.ts'
import { isEqual, isMap, own } from './equal.ts'
import { mergeSequences } from './sequence.ts'

interface Merge {
  readonly edits: Edit[]
}

type MergeValues<M extends Merge> = (
  base: unknown,
  ours: unknown,
  theirs: unknown,
  path: Path,
  merge: M,
) => unknown

// Beyond this the positions of elements take too long to work out one by one.
const MOST_ELEMENTS = 2_000

/** Merges lists; null where they are in dispute. */
export function mergeLists<M extends Merge & { conflicts: unknown[] }>(
  base: readonly unknown[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
  path: Path,
  merge: M,
  merged: MergeValues<M>,
): unknown[] | null {
  const identified = identify(base, ours, theirs)
  return identified
    ? byIdentity(identified, path, merge, merged)
    : inSequence(base, ours, theirs, path, merge)
}

type Identified = readonly [Map<string, unknown>, Map<string, unknown>, Map<string, unknown>]

const IDENTITIES: readonly ((value: unknown) => string | null)[] = [
  (value) => (typeof value === 'string' ? value : null),
  (value) => named(value, '$ref') ?? pair(named(value, 'in'), named(value, 'name')),
  (value) => named(value, 'key'),
  (value) => named(value, 'id'),
  (value) => named(value, 'name'),
  // Security requirements and the like: what they are about is their only key.
  (value) => (isMap(value) && Object.keys(value).length === 1 ? (Object.keys(value)[0] ?? null) : null),
]

/** The elements of three lists by the first identity that tells the elements of each apart. */
function identify(...lists: [readonly unknown[], readonly unknown[], readonly unknown[]]): Identified | null {
  if (lists.some(({ length }) => length > MOST_ELEMENTS)) return null
  for (const identity of IDENTITIES) {
    const [base, ours, theirs] = lists.map((list) => mapBy(list, identity))
    if (base && ours && theirs) return [base, ours, theirs]
  }
  return null
}

function mapBy(
  list: readonly unknown[],
  identity: (value: unknown) => string | null,
): Map<string, unknown> | null {
  const found = new Map<string, unknown>()
  for (const item of list) {
    const name = identity(item)
    if (name === null || found.has(name)) return null
    found.set(name, item)
  }
  return found
}

function named(value: unknown, key: string): string | null {
  const name = isMap(value) ? own(value, key) : null
  return typeof name === 'string' ? name : null
}

function pair(a: string | null, b: string | null): string | null {
  return a === null || b === null ? null : `${a} ${b}`
}

function byIdentity<M extends Merge & { conflicts: unknown[] }>(
  [base, ours, theirs]: Identified,
  path: Path,
  merge: M,
  merged: MergeValues<M>,
): unknown[] | null {
  const result = new Map<string, unknown>()
  const gone: number[] = []
  const changes: M = { ...merge, edits: [], conflicts: [] }
  let index = -1
  for (const [name, value] of ours) {
    index++
    const at = [...path, index]
    if (theirs.has(name)) result.set(name, merged(base.get(name), value, theirs.get(name), at, changes))
    else if (!base.has(name)) result.set(name, value)
    else if (isEqual(base.get(name), value)) gone.push(index)
    // Deleted there and changed here: the list as a whole is in dispute.
    else return null
  }
  for (const [name, value] of theirs)
    if (!ours.has(name) && base.has(name) && !isEqual(base.get(name), value)) return null
  merge.edits.push(...changes.edits)
  merge.conflicts.push(...changes.conflicts)
  for (const position of gone.toReversed()) merge.edits.push({ type: 'delete', path: [...path, position] })
  const order = orderOf(base, ours, theirs, result)
  arrange([...result.keys()], order, theirs, path, merge)
  return order.map((name) => (result.has(name) ? result.get(name) : theirs.get(name)))
}

/** In which order the elements stand: as in ours, unless only theirs changed it; what theirs added in front of what it was there. */
function orderOf(
  base: Map<string, unknown>,
  ours: Map<string, unknown>,
  theirs: Map<string, unknown>,
  kept: Map<string, unknown>,
): string[] {
  const inAll = (list: Map<string, unknown>) =>
    [...list.keys()].filter((name) => base.has(name) && ours.has(name) && theirs.has(name))
  const isMoved = isEqual(inAll(base), inAll(ours)) && !isEqual(inAll(base), inAll(theirs))
  const [first, second] = isMoved ? [theirs, ours] : [ours, theirs]
  const wanted = (name: string) => kept.has(name) || (!base.has(name) && theirs.has(name))
  const order = [...first.keys()].filter(wanted)
  const others = [...second.keys()].filter(wanted)
  for (const [index, name] of others.entries()) {
    if (order.includes(name)) continue
    const next = others.slice(index + 1).find((other) => order.includes(other))
    order.splice(next === undefined ? order.length : order.indexOf(next), 0, name)
  }
  return order
}

/** The edits from one order to another, with what is new. */
function arrange(
  now: string[],
  order: readonly string[],
  theirs: Map<string, unknown>,
  path: Path,
  merge: Merge,
): void {
  for (const [index, name] of order.entries()) {
    if (now[index] === name) continue
    const from = now.indexOf(name)
    if (from === -1) merge.edits.push({ type: 'insert', path, index, value: theirs.get(name) })
    else {
      merge.edits.push({ type: 'move', path: [...path, from], index })
      now.splice(from, 1)
    }
    now.splice(index, 0, name)
  }
}

function inSequence(
  base: readonly unknown[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
  path: Path,
  merge: Merge,
): unknown[] | null {
  const spell = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item))
  const regions = mergeSequences(spell(base), spell(ours), spell(theirs))
  const result: unknown[] = []
  for (const region of regions) {
    if ('conflict' in region) return null
    const list = { base, ours, theirs }[region.from]
    result.push(...list.slice(region.range.from, region.range.to))
  }
  merge.edits.push({ type: 'set', path, value: result })
  return result
}

/** What tells an element of a list from its neighbours, whatever its position; null for what has nothing of the kind. */
export function identityOf(value: unknown): string | null {
  for (const identity of IDENTITIES) {
    const found = identity(value)
    if (found !== null) return found
  }
  return null
}
