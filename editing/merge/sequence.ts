import { diff3MergeRegions, diffIndices } from 'node-diff3'
import type { Range } from '../types.ts'

/** A stretch of what a merge makes of three sequences: taken from one of them, or in dispute. */
export type Region =
  | { readonly from: 'base' | 'ours' | 'theirs'; readonly range: Range }
  | { readonly conflict: { readonly base: Range; readonly ours: Range; readonly theirs: Range } }

/** Where two sequences differ. */
export interface Difference {
  readonly before: Range
  readonly after: Range
}

// Pairs of equal elements that a comparison may have to look at: hundreds of thousands take a tenth of a second.
const MOST_PAIRS = 1_000_000

/**
 * Merges what two made of one sequence (diff3: Khanna, Kunal, Pierce, “A Formal Investigation of Diff3”, 2007). Both
 * having done the same is no dispute. What would take too long to compare is one dispute.
 */
export function mergeSequences(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): Region[] {
  const number = numbering()
  const [o, a, b] = [base.map(number), ours.map(number), theirs.map(number)]
  const start = Math.min(commonStart(o, a), commonStart(o, b))
  const end = Math.min(commonEnd(o, a, start), commonEnd(o, b, start))
  const cut = (all: number[]) => all.slice(start, all.length - end)
  return [
    { from: 'base', range: { from: 0, to: start } },
    ...regions(cut(o), cut(a), cut(b), start),
    { from: 'base', range: { from: o.length - end, to: o.length } },
  ]
}

/** Where two sequences differ, in order. What would take too long to compare differs as a whole. */
export function differences(before: readonly string[], after: readonly string[]): Difference[] {
  const number = numbering()
  const [a, b] = [before.map(number), after.map(number)]
  const start = commonStart(a, b)
  const end = commonEnd(a, b, start)
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (x.length === 0 && y.length === 0) return []
  if (pairs(x, y) > MOST_PAIRS) return [{ before: at(start, 0, x.length), after: at(start, 0, y.length) }]
  return diffIndices(x, y).map(({ buffer1, buffer2 }) => ({
    before: at(start, ...buffer1),
    after: at(start, ...buffer2),
  }))
}

function regions(o: number[], a: number[], b: number[], by: number): Region[] {
  if (pairs(o, a) + pairs(o, b) > MOST_PAIRS)
    return [
      { conflict: { base: at(by, 0, o.length), ours: at(by, 0, a.length), theirs: at(by, 0, b.length) } },
    ]
  return diff3MergeRegions(a, o, b).map((region): Region => {
    if (region.stable) {
      const from = region.buffer === 'o' ? 'base' : region.buffer === 'a' ? 'ours' : 'theirs'
      return { from, range: at(by, region.bufferStart, region.bufferLength) }
    }
    const { aContent, bContent } = region
    const ours = at(by, region.aStart, region.aLength)
    if (aContent.length === bContent.length && aContent.every((item, index) => item === bContent[index]))
      return { from: 'ours', range: ours }
    const base = at(by, region.oStart, region.oLength)
    return { conflict: { base, ours, theirs: at(by, region.bStart, region.bLength) } }
  })
}

function at(by: number, from: number, length: number): Range {
  return { from: from + by, to: from + length + by }
}

/** Equal texts get equal numbers, which are faster to compare. */
function numbering(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
}

function commonStart(a: readonly number[], b: readonly number[]): number {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  return start
}

function commonEnd(a: readonly number[], b: readonly number[], start: number): number {
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return end
}

function pairs(a: readonly number[], b: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const item of a) counts.set(item, (counts.get(item) ?? 0) + 1)
  return b.reduce((sum, item) => sum + (counts.get(item) ?? 0), 0)
}
