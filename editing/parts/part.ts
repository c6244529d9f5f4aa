import type { ScalarStyle } from '../tree/node.ts'
import type { Key } from '../types.ts'

/**
 * A member or an element whose place is known by scanning, or the whole file. Its children are such parts too, or it is a
 * leaf, which is parsed when somebody asks. All offsets count in the whole text and move along with it.
 */
export interface Part {
  key: Key
  keyStyle: ScalarStyle
  /** Where its piece of the text begins: in YAML a line, in JSON its key or value. */
  start: number
  /** Of its key; of a list's element in YAML, of the dash. */
  keyFrom: number
  keyTo: number
  /** Where its value begins, in YAML what stands behind the colon or the dash. */
  from: number
  /** Where its value ends; in YAML where the next part begins, so that comments behind it are in it. */
  to: number
  /** Undefined as long as nobody asked; null for what is no container, or none that can be scanned. */
  children: Part[] | null | undefined
  /** What the children are in. */
  kind: 'map' | 'list'
  /** Its name was changed, and is to be read anew. */
  hasNewHead: boolean
  /** Another number whenever something under it has changed. */
  stamp: number
}

let stamps = 0

export function nextStamp(): number {
  stamps += 1
  return stamps
}

/** A part that was just found. */
export function newPart(
  place: Pick<Part, 'key' | 'keyStyle' | 'start' | 'keyFrom' | 'keyTo' | 'from' | 'to'>,
): Part {
  return { ...place, children: undefined, kind: 'map', stamp: nextStamp(), hasNewHead: false }
}

/** Moves a part and all in it. */
export function movePart(part: Part, by: number): void {
  part.start += by
  part.keyFrom += by
  part.keyTo += by
  part.from += by
  part.to += by
  for (const child of part.children ?? []) movePart(child, by)
}

/** More children than this are no structure that people see as one. */
export const MOST_CHILDREN = 50_000

/** The children of a container, and what it is; null where it cannot be said by scanning. */
export type Level = {
  readonly kind: 'map' | 'list'
  readonly children: Part[]
  /** It does not come out even: what its lines say is the best that can be known for now. */
  readonly isGuess?: true
} | null
