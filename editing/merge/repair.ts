import { Description } from '../description.ts'
import { valuesOf } from '../parts/values.ts'
import { sourceOf } from '../text/changes.ts'
import type { Change, Format } from '../types.ts'
import { isEqual } from './equal.ts'
import { changesBetween } from './lines.ts'
import { type MergedTexts, mergeDescriptions, mergeTexts } from './texts.ts'
import type { Conflict } from './values.ts'

export interface Repair {
  /** Of the text that came about. */
  readonly changes: readonly Change[]
  readonly conflicts: readonly Conflict[]
}

/** What several made of one description in the same moment. */
export interface Together {
  readonly base: string
  readonly ours: string
  /** All that others wrote, together. */
  readonly theirs: string
  /** What each of several others wrote alone: their letters together may be no description any more. */
  readonly apart?: readonly string[]
  /** What letters made of all. */
  readonly now: string
}

/**
 * What is to be done where several edited one description at the same time, and the texts were merged letter by letter:
 * null where what came about is what all meant, or where what one of them wrote does not parse, so that nobody can say.
 * Otherwise the changes that make it so; of what is in dispute ours stays. Two callers who swap ours and theirs get other
 * texts: the one whose update came last repairs.
 */
export function repair(format: Format, { base, ours, theirs, apart = [], now }: Together): Repair | null {
  const merged = mergeDescriptions(format, base, ours, theirs) ?? mergeOneByOne(format, base, ours, apart)
  if (!merged) return repairLines(format, base, ours, theirs, now)
  const { conflicts } = merged
  if (!says(format, now, merged.text)) return { changes: changesBetween(now, merged.text), conflicts }
  return conflicts.length === 0 ? null : { changes: [], conflicts }
}

/** The same, but a description that came about stays as it is: somebody else sees to what it should say. */
export function repairBroken(format: Format, together: Together): Repair | null {
  // Against the text that all began with, for what is alike in both is not read.
  const isRead = valuesOf([sourceOf(together.now), sourceOf(together.base)], format) !== null
  const repaired = isRead ? null : repair(format, together)
  return repaired && { changes: repaired.changes, conflicts: [] }
}

function mergeOneByOne(
  format: Format,
  base: string,
  ours: string,
  apart: readonly string[],
): Pick<MergedTexts, 'text' | 'conflicts'> | null {
  let text = ours
  const conflicts: Conflict[] = []
  for (const theirs of apart) {
    const merged = mergeDescriptions(format, base, text, theirs)
    if (!merged) return null
    text = merged.text
    conflicts.push(...merged.conflicts)
  }
  return apart.length === 0 ? null : { text, conflicts }
}

// What each of the two wrote is whole, but not what both did: by lines it may be, and else ours stays.
function repairLines(format: Format, base: string, ours: string, theirs: string, now: string): Repair | null {
  if (![base, ours, theirs].every((text) => isWhole(format, text))) return null
  const { text, conflicts } = mergeTexts(format, base, ours, theirs)
  if (isWhole(format, now)) return conflicts.length === 0 ? null : { changes: [], conflicts }
  return { changes: changesBetween(now, isWhole(format, text) ? text : ours), conflicts }
}

function isWhole(format: Format, text: string): boolean {
  return new Description(sourceOf(text), format).errors().length === 0
}

/** Whether two texts say the same, whatever the order of their keys. */
function says(format: Format, one: string, other: string): boolean {
  const values = valuesOf([sourceOf(one), sourceOf(other)], format)
  return values !== null && isEqual(values[0], values[1])
}
