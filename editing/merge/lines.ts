import { applyChanges, trimmed } from '../text/changes.ts'
import type { Change, Range } from '../types.ts'
import { differences, mergeSequences } from './sequence.ts'

export interface LineConflict {
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** Of ours, in the merged text. */
  readonly range: Range
}

export interface MergedLines {
  readonly text: string
  readonly conflicts: readonly LineConflict[]
}

/** Merges texts by lines; where both changed the same ones, ours stay and are named. */
export function mergedLines(base: string, ours: string, theirs: string): MergedLines {
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) }
  const conflicts: LineConflict[] = []
  let text = ''
  const textOf = (from: keyof typeof lines, range: Range) => lines[from].slice(range.from, range.to).join('')
  for (const region of mergeSequences(lines.base, lines.ours, lines.theirs)) {
    if ('from' in region) {
      text += textOf(region.from, region.range)
      continue
    }
    const { conflict } = region
    const kept = textOf('ours', conflict.ours)
    const range = { from: text.length, to: text.length + kept.length }
    conflicts.push({
      base: textOf('base', conflict.base),
      ours: kept,
      theirs: textOf('theirs', conflict.theirs),
      range,
    })
    text += kept
  }
  return { text, conflicts }
}

/** The changes from one text to another, line by line, each trimmed to what differs. */
export function changesBetween(before: string, after: string): Change[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  const changes: Change[] = []
  const offsets = startsOf(a)
  for (const difference of differences(a, b)) {
    const from = offsets[difference.before.from] ?? before.length
    const to = offsets[difference.before.to] ?? before.length
    const insert = b.slice(difference.after.from, difference.after.to).join('')
    const change = trimmed(from, before.slice(from, to), insert)
    if (change) changes.push(change)
  }
  if (applyChanges(before, changes) !== after)
    throw new Error('The changes do not lead from one text to the other.')
  return changes
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function startsOf(lines: readonly string[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const line of lines) {
    starts.push(at)
    at += line.length
  }
  return starts
}
