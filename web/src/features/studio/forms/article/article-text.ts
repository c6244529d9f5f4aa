// What changed between two texts of a field, and where a caret is after what others wrote. Pure.
import type { Change } from '../../../../../../editing/types.ts'

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** The one change from a text to another, without what both have at either end; null where they are equal. */
export function changeOf(before: string, after: string): Change | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  // Not between the halves of a character outside the basic plane.
  if (start > 0 && isHighHalf(before.charCodeAt(start - 1))) start--
  let end = 0
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++
  if (end > 0 && isHighHalf(before.charCodeAt(before.length - end - 1))) end--
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** Where an offset is after changes; what is written at the offset itself goes behind it. */
export function movedBy(changes: readonly Change[], offset: number): number {
  let moved = offset
  for (const { from, to, insert } of changes) {
    if (to <= offset && from < offset) moved += insert.length - (to - from)
    else if (from < offset) moved += from + insert.length - offset
  }
  return Math.max(0, moved)
}
