import { stringEnd } from './json-text.ts'

/**
 * JSON text whose comments, and the commas before a closing bracket, became spaces: the real client allows both in its
 * own files. Every place stays where it is.
 */
export function withoutComments(text: string): string {
  const blanks: [number, number][] = []
  let comma = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '/') {
      const end = commentEnd(text, at)
      if (end === at) return text
      blanks.push([at, end])
      at = end - 1
    } else if (char === '"') {
      const end = stringEnd(text, at)
      if (end === -1) return text
      at = end
      comma = -1
    } else if (char === ',') comma = at
    else if (char === '}' || char === ']') {
      if (comma !== -1) blanks.push([comma, comma + 1])
      comma = -1
    } else if (char !== undefined && !/\s/.test(char)) comma = -1
  }
  return blanks.length === 0 ? text : blanked(text, blanks)
}

function commentEnd(text: string, start: number): number {
  if (text.startsWith('//', start)) {
    const end = text.indexOf('\n', start)
    return end === -1 ? text.length : end
  }
  if (!text.startsWith('/*', start)) return start
  const end = text.indexOf('*/', start + 2)
  return end === -1 ? text.length : end + 2
}

function blanked(text: string, blanks: [number, number][]): string {
  let from = 0
  let kept = ''
  // A trailing comma is found after the comments behind it.
  for (const [start, end] of blanks.sort(([a], [b]) => a - b)) {
    kept += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    from = end
  }
  return kept + text.slice(from)
}
