// The lists that we write of schemas and parameters, as HTML: of hundreds of short lines, which a formatter of Markdown takes
// ten times as long for, and every reader of a page waits.
import { escaped } from '../http/escaped.ts'

const item = /^((?: {2})*)- ([\p{L}`*…].*)$/u
// Words without anything that Markdown, or GitHub's autolinks, could mean something by.
const token =
  /`([^`\s](?:[^`]*[^`\s])?)`(?!`)|^\*(\p{L}[\p{L}\d, ]*)\*|((?:(?!https?:|www\.)[^`*_\\<>&[\]~@|#!])+)/giuy

/** `blockOf` formats an item that holds more than plain words and code. Null where the text is no such list. */
export function plainList(text: string, blockOf: (markdown: string) => string): string | null {
  const html: string[] = []
  let open = 0
  for (const line of text.split('\n')) {
    const [, indent = '', said = ''] = item.exec(line) ?? []
    const depth = indent.length / 2 + 1
    if (said === '' || depth > open + 1) return null
    const words = plainWords(said) ?? unwrapped(blockOf(said))
    if (words === null) return null
    if (depth > open) html.push('\n<ul>\n')
    else html.push('</li>\n', '</ul>\n</li>\n'.repeat(open - depth))
    html.push('<li>', words)
    open = depth
  }
  return `${html.join('').trimStart()}${'</li>\n</ul>\n'.repeat(open)}`
}

/** Null where something in it may be markup. */
function plainWords(text: string): string | null {
  const html: string[] = []
  let read = 0
  for (const [all, code, stressed, words = ''] of text.matchAll(token)) {
    read += all.length
    if (code !== undefined) html.push(`<code>${escaped(code)}</code>`)
    else if (stressed !== undefined) html.push(`<em>${escaped(stressed)}</em>`)
    else html.push(escaped(words))
  }
  return read === text.length ? html.join('') : null
}

/** The words of the one paragraph that a text is. */
function unwrapped(html: string): string | null {
  return /^<p>((?:(?!<\/p>)[\s\S])*)<\/p>$/.exec(html.trim())?.[1] ?? null
}
