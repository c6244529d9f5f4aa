// A stretch of a text that somebody suggests to put otherwise: by what it is known, and where it stands by now.
import { trimmed } from '../text/changes.ts'
import type { Change, Range } from '../types.ts'

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

/**
 * Where the stretch stands: by its surroundings, else by the nearest lines of both sides alone. Null where that is not
 * certain: the same letters elsewhere, as twin lines are usual in YAML, are not what was meant.
 */
export function placeOfSuggested(text: string, { original, before, after }: Suggested): Range | null {
  const lineBefore = /[^\n]*\S\s*$/.exec(before)?.[0] ?? before
  const lineAfter = /^\s*\S[^\n]*/.exec(after)?.[0] ?? after
  return placeBetween(text, before, original, after) ?? placeBetween(text, lineBefore, original, lineAfter)
}

/**
 * The change that puts the replacement there, of a text as its file has it: line endings of several kinds stay what they are
 * but in what is replaced, which gets those that stand there. Null where the place is not certain.
 */
export function changeForSuggested(text: string, suggested: Suggested, replacement: string): Change | null {
  const plain = text.replaceAll('\r\n', '\n')
  const place = placeOfSuggested(plain, suggested)
  const change = place && trimmed(place.from, suggested.original, replacement)
  if (!change || plain.length === text.length) return change
  const [from, to] = [offsetIn(text, change.from), offsetIn(text, change.to)]
  const ending = /\r?\n/.exec(text.slice(offsetIn(text, place.from)))?.[0] ?? '\n'
  return { from, to, insert: change.insert.replaceAll('\n', ending) }
}

/** Where a place stands that was counted with line feeds alone. */
function offsetIn(text: string, plain: number): number {
  let at = 0
  for (let counted = 0; counted < plain; counted++) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}

function placeBetween(text: string, before: string, original: string, after: string): Range | null {
  const at = onlyPlace(text, before + original + after)
  return at === null ? null : { from: at + before.length, to: at + before.length + original.length }
}

function onlyPlace(text: string, wanted: string): number | null {
  const at = text.indexOf(wanted)
  return at < 0 || text.indexOf(wanted, at + 1) >= 0 ? null : at
}
