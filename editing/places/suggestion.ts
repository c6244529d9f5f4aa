// A stretch of a text that somebody suggests to put otherwise: by what it is known, and where it stands by now.
import type { Range } from '../types.ts'

export interface Suggested {
  /** What stands there. */
  original: string
  /** What stands right before and behind it. */
  before: string
  after: string
}

/** How much of what stands beside it is kept, in UTF-16 units. */
const around = 200

/** What a stretch is found again by. */
export function suggestedAt(text: string, { from, to }: Range): Suggested {
  return {
    original: text.slice(from, to),
    // Half a character is none: nothing could keep it.
    before: text.slice(Math.max(0, from - around), from).replace(/^[\uDC00-\uDFFF]/, ''),
    after: text.slice(to, to + around).replace(/[\uD800-\uDBFF]$/, ''),
  }
}

/** Where the stretch stands: by its surroundings too, else where its letters occur once. Null where that is not certain. */
export function placeOfSuggested(text: string, { original, before, after }: Suggested): Range | null {
  const within = onlyPlace(text, before + original + after)
  if (within !== null) return { from: within + before.length, to: within + before.length + original.length }
  const alone = onlyPlace(text, original)
  return alone === null ? null : { from: alone, to: alone + original.length }
}

function onlyPlace(text: string, wanted: string): number | null {
  const at = text.indexOf(wanted)
  return at < 0 || text.indexOf(wanted, at + 1) >= 0 ? null : at
}
