import type { Plan } from '../../../../../../editing/references/index.ts'
import type { Change, Range, Refused } from '../../../../../../editing/types.ts'
import type { FileHits, SearchQuery, SearchResult } from '../protocol.ts'
import type { Texts } from './texts.ts'

/** Of a file and in all: more nobody reads. */
const MOST_OF_FILE = 200
const MOST = 2_000
/** What one replacement may change. */
const MOST_REPLACED = 20_000
/** How much text is looked through before something else may happen. */
const STEP = 1_000_000

/** Looks for a text in all files. Yields between pieces. */
export function* search(texts: Texts, query: SearchQuery): Generator<void, SearchResult> {
  const files: FileHits[] = []
  let count = 0
  let more = false
  for (const path of pathsOf(texts)) {
    const ranges: Range[] = []
    for (const range of matches(texts.references.text(path), query)) {
      if (range === null) {
        yield
        continue
      }
      count += 1
      if (ranges.length >= MOST_OF_FILE || count > MOST) more = true
      else ranges.push(range)
      if (count > MOST_REPLACED) break
    }
    if (ranges.length > 0) {
      const lines = texts.linesOf(path)
      files.push({ path, hits: ranges.map((range) => lines.hit(range)) })
    }
    if (count > MOST_REPLACED) break
    yield
  }
  return { files, count, more }
}

/** What has to change for another text to stand everywhere. */
export function* replacement(
  texts: Texts,
  query: SearchQuery & { by: string },
): Generator<void, Plan | Refused> {
  const files: { path: string; changes: Change[] }[] = []
  let count = 0
  for (const path of pathsOf(texts)) {
    const changes: Change[] = []
    for (const range of matches(texts.references.text(path), query)) {
      if (range === null) {
        yield
        continue
      }
      changes.push({ ...range, insert: query.by })
      count += 1
      if (count > MOST_REPLACED)
        return { refused: 'not_safe', reason: 'It stands in more than 20,000 places. Look for more of it.' }
    }
    if (changes.length > 0) files.push({ path, changes })
    yield
  }
  return { files, moves: [], notes: [] }
}

function pathsOf({ references }: Texts): string[] {
  return references.paths.sort()
}

/** Where a text stands; null where it looked for a while and found nothing. */
function* matches(
  text: string,
  { text: wanted, matchCase, wholeWord }: SearchQuery,
): Generator<Range | null> {
  if (wanted === '') return
  // The expression is the text itself: no part of it has a meaning, so that none runs away.
  const expression = new RegExp(wanted.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&'), matchCase ? 'gu' : 'giu')
  for (let from = 0; from < text.length; from += STEP) {
    const end = Math.min(text.length, from + STEP + wanted.length - 1)
    const piece = text.slice(from, end)
    expression.lastIndex = 0
    for (let match = expression.exec(piece); match; match = expression.exec(piece)) {
      if (match[0] === '') break
      const range = { from: from + match.index, to: from + match.index + match[0].length }
      if (match.index >= STEP) break
      if (!wholeWord || isWord(text, range)) yield range
    }
    yield null
  }
}

function isWord(text: string, { from, to }: Range): boolean {
  const isLetter = (at: number) => /[\p{L}\p{N}_]/u.test(text[at] ?? '')
  return !(isLetter(from) && isLetter(from - 1)) && !(isLetter(to - 1) && isLetter(to))
}
