// What is in JSON that does not come out even: members begin in the column that the first of them begins in, as all tools
// write them. What is broken is then one of them, and the others can be read and edited.
import { COLON, COMMA, JsonScanner, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../json/scanner.ts'
import { LineReader } from '../text/line-reader.ts'
import { nextLine } from '../text/lines.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { TextSource } from '../types.ts'
import { type Level, MOST_CHILDREN, newPart, type Part } from './part.ts'

const MEMBER = /^[ \t]*"(?:[^"\\]|\\.)*"[ \t]*:/
const CLOSING = /^[ \t]*[}\]]/
const SPACE = /^[ \t]*/
// Nobody reads a name from a line that is longer.
const LONGEST_LINE = 10_000

/** The members or elements of a container by the lines they begin in; null where its lines do not tell. */
export function jsonLines(text: TextSource, from: number, to: number): Level {
  const opening = new JsonScanner(text, from, to)
  const open = tried(() => opening.peek())
  if (open !== OPEN_BRACE && open !== OPEN_BRACKET) return null
  const kind = open === OPEN_BRACE ? 'map' : 'list'
  const starts = startsOf(text, nextLine(text, opening.at), to, kind)
  if (!starts || starts.places.length === 0) return null
  const children: Part[] = []
  for (const [index, start] of starts.places.entries()) {
    const end = starts.places[index + 1] ?? starts.end
    const part = kind === 'map' ? memberAt(text, start, end) : elementAt(text, start, end, index)
    if (!part) return null
    children.push(part)
  }
  return { kind, children, isGuess: true }
}

/** Where the lines with a member or an element begin, and where what closes the container does. */
function startsOf(
  text: TextSource,
  from: number,
  to: number,
  kind: Part['kind'],
): { places: number[]; end: number } | null {
  const places: number[] = []
  let column: string | null = null
  let end = to
  const lines = new LineReader(text, from, to)
  for (let line = lines.read(); line !== null; line = lines.read()) {
    const space = SPACE.exec(line.slice(0, LONGEST_LINE))?.[0] ?? ''
    const rest = line.slice(space.length)
    if (rest.trim() === '') continue
    const closes = CLOSING.test(line.slice(0, LONGEST_LINE))
    column ??= space
    if (closes && space.length < column.length && places.length > 0) {
      end = Math.min(end, lines.start)
      continue
    }
    if (space !== column || closes) continue
    if (kind === 'map' && !MEMBER.test(line.slice(0, LONGEST_LINE))) {
      if (places.length === 0) return null
      continue
    }
    // Behind what seemed to close it there is more of it: something was closed too early.
    end = to
    places.push(lines.start + space.length)
    if (places.length > MOST_CHILDREN) return null
  }
  return { places, end: Math.max(end, places.at(-1) ?? end) }
}

function memberAt(text: TextSource, start: number, end: number): Part | null {
  return tried(() => {
    const scanner = new JsonScanner(text, start, end)
    if (scanner.peek() !== QUOTE) return null
    scanner.string()
    const keyTo = scanner.at
    const key = JSON.parse(scanner.characters.slice(start, keyTo)) as string
    scanner.take(COLON, 'a colon')
    const from = valueFrom(scanner)
    return newPart({
      key,
      keyStyle: 'double',
      start,
      keyFrom: start,
      keyTo,
      from,
      to: valueEnd(text, from, end),
    })
  })
}

function elementAt(text: TextSource, start: number, end: number, index: number): Part {
  return newPart({
    key: index,
    keyStyle: 'none',
    start,
    keyFrom: start,
    keyTo: start,
    from: start,
    to: valueEnd(text, start, end),
  })
}

function valueFrom(scanner: JsonScanner): number {
  const behind = scanner.at
  return Number.isNaN(scanner.peek()) ? behind : scanner.at
}

/** Where a value ends; of one that is broken, all that stands in front of the next is its own. */
function valueEnd(text: TextSource, from: number, end: number): number {
  const whole = tried(() => {
    const scanner = new JsonScanner(text, from, end)
    scanner.skip()
    const to = scanner.at
    const code = scanner.peek()
    if (code === COMMA) scanner.at++
    return Number.isNaN(code) || (code === COMMA && Number.isNaN(scanner.peek())) ? to : null
  })
  if (whole !== null) return whole
  let to = end
  while (to > from && /[\s,]/.test(text.slice(to - 1, to))) to--
  return to
}

function tried<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyntaxProblem || error instanceof SyntaxError) return null
    throw error
  }
}
