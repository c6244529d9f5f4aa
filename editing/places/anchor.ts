// What a place of a text is found again by, once the text is another one: where it was in the description, what stood
// there, and what stood around it. W3C's Web Annotation calls the last two a text quote selector.
import type { Description } from '../description.ts'
import { identityOf } from '../merge/lists.ts'
import type { Key, Path, Range, TextSource } from '../types.ts'

/** Plain data, fit to be kept: at most some 3,000 characters of JSON. */
export interface Anchor {
  /** A part of a description, or a stretch of letters. */
  kind: 'part' | 'range'
  /** The part; of a stretch the innermost one around it. Null where the text is no description. */
  path: Key[] | null
  /** For each position in `path` what tells that element from its neighbours, where something does. */
  names: (string | null)[]
  /** What stands there, or how it begins. */
  text: string
  /** How long all of it is, in UTF-16 units. */
  length: number
  before: string
  after: string
  /** From the beginning of `path`, or of the text. */
  offset: number
  /** From the beginning of the text. */
  at: number
}

/** How much of what stands there is kept, in UTF-16 units. */
export const mostText = 400
const around = 40
const mostName = 60
const mostPath = 1200

/** What a part of a description is found again by; null where there is none. */
export function anchorOfPart(text: TextSource, description: Description, path: Path): Anchor | null {
  const range = description.range(path)
  return range && anchorAt('part', text, description, path, range)
}

/** What a stretch of a text is found again by. */
export function anchorOfRange(text: TextSource, description: Description | null, range: Range): Anchor {
  return anchorAt('range', text, description, description?.pathAt(range.from) ?? null, range)
}

function anchorAt(
  kind: Anchor['kind'],
  text: TextSource,
  description: Description | null,
  given: Path | null,
  { from, to }: Range,
): Anchor {
  // One that does not fit is found by its words alone.
  const path = given && JSON.stringify(given).length <= mostPath ? [...given] : null
  const begin = (path && kind === 'range' && description?.range(path)?.from) || 0
  return {
    kind,
    path,
    names: path && description ? namesOf(description, path) : [],
    text: text.slice(from, Math.min(to, from + mostText)),
    length: to - from,
    before: text.slice(Math.max(0, from - around), from),
    after: text.slice(to, Math.min(text.length, to + around)),
    offset: from - begin,
    at: from,
  }
}

function namesOf(description: Description, path: Path): (string | null)[] {
  return path.map((key, depth) =>
    typeof key === 'number' ? nameOf(description, path.slice(0, depth + 1)) : null,
  )
}

/** What tells an element of a list from its neighbours. */
export function nameOf(description: Description, path: Path): string | null {
  const found = description.read(path)
  return ('value' in found ? identityOf(found.value) : null)?.slice(0, mostName) ?? null
}

/** Reads what was kept; null for what is none: others may have written it. */
export function readAnchor(given: unknown): Anchor | null {
  if (typeof given !== 'object' || given === null) return null
  const { kind, path, names, text, length, before, after, offset, at } = given as Record<string, unknown>
  const isSound =
    (kind === 'part' || kind === 'range') &&
    (path === null || (Array.isArray(path) && path.every(isKey))) &&
    Array.isArray(names) &&
    names.every((name) => name === null || typeof name === 'string') &&
    isWords(text, mostText) &&
    isWords(before, around) &&
    isWords(after, around) &&
    [length, at].every(isCount) &&
    // A name stands before the value that its path leads to.
    Number.isSafeInteger(offset) &&
    (kind === 'range' || path !== null)
  return isSound ? ({ kind, path, names, text, length, before, after, offset, at } as Anchor) : null
}

function isKey(key: unknown): boolean {
  return typeof key === 'string' || isCount(key)
}

function isCount(count: unknown): boolean {
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
}

function isWords(words: unknown, most: number): boolean {
  return typeof words === 'string' && words.length <= most
}
