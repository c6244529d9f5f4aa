// Text of other people's in pages of ours. Nothing in it runs: of HTML in Markdown the words alone are shown, and addresses
// are those of the protocols that micromark allows.
import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { callouts, isCallout } from '../domain/callouts.ts'
import { isFormattable } from '../domain/markdown-weight.ts'
import { escaped } from '../http/escaped.ts'
import { plainList } from './plain-list.ts'

/**
 * Markdown as HTML, without its pictures, by its blocks, each whole by itself; what would take long to format
 * (docs/decisions/0061) as it was written.
 */
export function wordsOf(blocks: string[]): string {
  if (!isFormattable(blocks)) return `<pre>${escaped(blocks.join('\n\n'))}</pre>`
  let texts = 0
  const format = (markdown: string) => formatted(markdown, texts++)
  return blocks.map((block) => plainList(block, format) ?? format(block)).join('\n')
}

/** @param number of the text on its page: footnotes of two lead each to their own */
function formatted(markdown: string, number: number): string {
  const footnotes = gfmHtml({ clobberPrefix: `user-content-${number}-` })
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [footnotes, onlyWords] })
  return withCallouts(html.replace(/<img [^>]*>/g, '')).replaceAll(
    '"footnote-label"',
    `"footnote-label-${number}"`,
  )
}

/** The app shows what is harmless of an author's HTML; until then there are its words. */
const onlyWords: NonNullable<Options['htmlExtensions']>[number] = {
  enter: {
    htmlText() {
      this.buffer()
    },
    htmlFlow() {
      this.lineEndingIfNeeded()
      this.buffer()
    },
  },
  exit: {
    htmlText() {
      this.resume()
    },
    htmlFlow() {
      const words = withoutTags(this.resume())
      if (words) this.raw(`<p>${words}</p>`)
    },
  },
}

/** Escaped HTML without what is no word of it. Bounded: the text is not ours. */
function withoutTags(html: string): string {
  return html
    .replace(/&lt;!--[\s\S]{0,2000}?--&gt;|&lt;(script|style)\b[\s\S]{0,5000}?&lt;\/\1&gt;/gi, '')
    .replace(/&lt;\/?[a-z](?:(?!&gt;)[\s\S]){0,300}&gt;/gi, '')
    .trim()
}

// Of what an author wrote each "<" is escaped: these elements are Markdown's own.
const calloutStart =
  /<blockquote>\n<p>\[!(note|tip|important|warning|caution)\](?:(?:<br \/>)?\n|<\/p>\n(?!<\/blockquote>))/gi

function withCallouts(html: string): string {
  return html.replace(calloutStart, (start, word: string) => {
    const kind = word.toLowerCase()
    const title = isCallout(kind) ? callouts[kind] : word
    return `<blockquote class="callout ${kind}">\n<p><strong>${title}</strong></p>\n${start.includes('</p>') ? '' : '<p>'}`
  })
}

/** JSON as a script element may hold it: nothing in it ends the element, or begins a comment. */
export function inScript(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
