// The body of an answer as people read it.
import { parseExact } from '../../../../../analysis/parse/exact-number.ts'
import { jsonText } from '../schema/json-text.ts'

/** A text laid out by its type; undefined where there is nothing to lay out. */
export function prettyText(text: string, mediaType: string): string | undefined {
  if (/[/+]xml$/.test(mediaType)) return prettyXml(text)
  if (!/[/+]json$/.test(mediaType)) return undefined
  try {
    return jsonText(parseExact(text), 2)
  } catch {
    return undefined
  }
}

/** A line for each tag, further in for each that is open. */
function prettyXml(text: string): string {
  let depth = 0
  return text
    .trim()
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (/^<\//.test(line)) depth = Math.max(0, depth - 1)
      const written = '  '.repeat(Math.min(depth, 40)) + line
      // What opens here and closes elsewhere; not what closes itself, or says something of the document.
      if (/^<[^!?/][^>]*[^/]>$|^<[^!?/]>$/.test(line)) depth++
      return written
    })
    .join('\n')
}

const TEXT = /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|graphql|x-www-form-urlencoded|x-ndjson|sql)$/

/** What a body is shown as; bytes are offered to be downloaded. */
export function bodyLook(mediaType: string, text: string | undefined): 'text' | 'image' | 'bytes' {
  if (/^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/.test(mediaType)) return 'image'
  if (TEXT.test(mediaType)) return 'text'
  // Of what says nothing of itself, or something unknown, text is shown where it is one.
  return text !== undefined && !/[\0\ufffd]/.test(text.slice(0, 4096)) ? 'text' : 'bytes'
}
