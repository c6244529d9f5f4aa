// What a change means for the parts around it.
import type { Change, Key } from '../types.ts'
import { movePart, type Part } from './part.ts'

// While somebody types, no more than this is scanned for one key.
export const MOST_RESCANNED = 300_000

/** Whether a change is of the name of a large part, or between it and the value. */
export function isHead(part: Part, { from, to }: Change): boolean {
  return part.to - part.start > MOST_RESCANNED && part.start < from && to <= part.from
}

/** Moves what follows the name of a part, which is to be read anew. */
export function moveRest(part: Part, by: number): void {
  part.from += by
  part.hasNewHead = true
  for (const child of part.children ?? []) movePart(child, by)
}

/** The way to the last of some parts, each in the one before. */
export function pathOf(chain: readonly Part[]): Key[] {
  return chain.slice(1).map(({ key }) => key)
}

// What nobody types with one key is whole most of the time, and may have begun a part.
export function isPiece({ from, to, insert }: Change): boolean {
  return to - from > 1 || /\S[\s\S]*\S/.test(insert)
}
