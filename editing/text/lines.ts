// Lines of a text that is read in pieces; a string is such a text too.
import type { TextSource } from '../types.ts'

const STEP = 4_096

/** Where the line begins that an offset is in. */
export function lineStart(text: TextSource, at: number): number {
  for (let end = at; end > 0; ) {
    const from = Math.max(0, end - STEP)
    const found = text.slice(from, end).lastIndexOf('\n')
    if (found !== -1) return from + found + 1
    end = from
  }
  return 0
}

/** Where the next line feed stands, -1 for none. */
function lineFeed(text: TextSource, at: number): number {
  for (let from = Math.max(0, at); from < text.length; from += STEP) {
    const found = text.slice(from, Math.min(text.length, from + STEP)).indexOf('\n')
    if (found !== -1) return from + found
  }
  return -1
}

/** Where the line ends that an offset is in, in front of its line feed (and of a CR in front of that). */
export function lineEnd(text: TextSource, at: number): number {
  const end = lineFeed(text, at)
  if (end === -1) return text.length
  return end > at && text.slice(end - 1, end) === '\r' ? end - 1 : end
}

/** Where the next line begins; the end of the text where there is none. */
export function nextLine(text: TextSource, at: number): number {
  const end = lineFeed(text, at)
  return end === -1 ? text.length : end + 1
}

/** How many characters stand in front of an offset in its line. */
export function columnOf(text: TextSource, at: number): number {
  return at - lineStart(text, at)
}

/** Whether nothing but spaces stands in front of an offset in its line. */
export function isFirstOfLine(text: TextSource, at: number): boolean {
  return /^ *$/.test(text.slice(lineStart(text, at), at))
}

/** What ends the lines of a text. */
export function lineBreak(text: string): string {
  const end = text.indexOf('\n')
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n'
}
