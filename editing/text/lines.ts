/** Where the line begins that an offset is in. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Where the line ends that an offset is in, in front of its line feed (and of a CR in front of that). */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end === -1) return text.length
  return end > at && text[end - 1] === '\r' ? end - 1 : end
}

/** Where the next line begins; the end of the text where there is none. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

/** How many characters stand in front of an offset in its line. */
export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** Whether nothing but spaces stands in front of an offset in its line. */
export function isFirstOfLine(text: string, at: number): boolean {
  return /^ *$/.test(text.slice(lineStart(text, at), at))
}

/** What ends the lines of a text. */
export function lineBreak(text: string): string {
  const end = text.indexOf('\n')
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n'
}
