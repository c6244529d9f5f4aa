// Text of other people's in pages of ours. Nothing in it runs: HTML in Markdown is shown as it was written, and addresses
// are those of the protocols that micromark allows.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { isFormattable } from '../domain/markdown-weight.ts'
import { escaped } from '../http/escaped.ts'

/** Markdown as HTML; what would take long to format (docs/decisions/0061) as it was written. */
export function htmlOf(markdown: string): string {
  if (!isFormattable(markdown)) return `<pre>${escaped(markdown)}</pre>`
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
}

/** JSON as a script element may hold it: nothing in it ends the element, or begins a comment. */
export function inScript(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
