// A drawing's text before anything parses it. What parses it is made for HTML, where a few elements without an end, or in
// one another, become thousands: so only what is well-formed XML of elements of SVG gets there. Each letter is looked at once.

/** What may be around shapes, or is one that is left out later (SVG 1.1 and 2). */
const elements = new Set(
  (
    'svg g defs symbol path rect circle ellipse line polyline polygon lineargradient radialgradient stop clippath mask ' +
    'pattern title desc text tspan textpath tref a use image marker filter switch view cursor set animate animatecolor ' +
    'animatemotion animatetransform mpath discard fegaussianblur feoffset feblend fecolormatrix fecomponenttransfer ' +
    'fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb ' +
    'fefuncg fefuncr feimage femerge femergenode femorphology fepointlight fespecularlighting fespotlight fetile feturbulence'
  ).split(' '),
)
/** What is left out with all that is in it, whatever that is; so is what has a name of another language. */
const leftOut = new Set(['style', 'script', 'foreignobject', 'metadata'])
/** Their content is read as HTML. */
const texts = new Set(['title', 'desc'])

const deepest = 100
/** Without the values of its attributes, each of which is compared with those before it. */
const longestTag = 4000

const beginnings = /<(?:(!--)|(!\[CDATA\[)|(\/?)([a-z][^\s/>]*))/gi
// The end of a tag is not in quotes, which open values and nothing else.
const ending = /(?:=\s*(?:"[^"]*"|'[^']*')|[^<>"'])*>/y
const values = /"[^"]*"|'[^']*'/g
const empty = /^<[a-z][\w:.-]*(\s+[\w:.-]+(\s*=\s*("[^"]*"|'[^']*'))?)*\s*\/>$/i

const namespace = 'http://www.w3.org/2000/svg'
const prefixes = /\sxmlns:([a-z][\w-]{0,30})\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const rootTag = /<(?:[a-z][\w-]{0,30}:)?svg(?=[\s/>])/i
/** They say themselves when they are not for CSS, or not for screens. */
const otherSheet = /\stype\s*=\s*["'](?!text\/css["'])|\smedia\s*=\s*["'](?!(?:all|screen)["'])/i

export interface PlainSvg {
  /** Without comments and what is left out. */
  drawing: string
  /** What its `<style>` elements say. */
  sheet: string
}

/** The drawing apart from its styles; null for what is no drawing, or an odd one. */
export function plainSvg(written: string): PlainSvg | null {
  const text = withoutPrefix(written)
  const first = text.search(/<svg[\s/>]/i)
  if (first < 0) return null
  const open: string[] = []
  const parts: string[] = []
  let from = first
  /** How many are open around what is left out; 0: nothing is. */
  let without = 0
  const sheets: string[] = []
  /** Of the one that is read: its text so far, and where it goes on. */
  let sheet: { parts: string[]; from: number } | null = null
  beginnings.lastIndex = first
  for (let begun = beginnings.exec(text); begun; begun = beginnings.exec(text)) {
    const [, comment, raw, end, name = ''] = begun
    if (comment || raw) {
      const close = text.indexOf(comment ? '-->' : ']]>', beginnings.lastIndex)
      if (close < 0) return null
      if (without === 0) parts.push(text.slice(from, begun.index))
      from = beginnings.lastIndex = close + 3
      sheet?.parts.push(
        text.slice(sheet.from, begun.index),
        raw ? text.slice(begun.index + begun[0].length, close) : '',
      )
      if (sheet) sheet.from = from
      continue
    }
    ending.lastIndex = beginnings.lastIndex
    if (!ending.test(text)) return null
    beginnings.lastIndex = ending.lastIndex
    const tag = text.slice(begun.index, ending.lastIndex)
    if (tag.replaceAll(values, '').length > longestTag) return null
    const called = name.toLowerCase()
    if (end) {
      if (open.pop() !== called) return null
      if (without > open.length) {
        if (sheet) sheets.push(...sheet.parts, text.slice(sheet.from, begun.index), '\n')
        sheet = null
        without = 0
        from = ending.lastIndex
      }
      if (open.length === 0)
        return { drawing: parts.join('') + text.slice(from, ending.lastIndex), sheet: sheets.join('') }
      continue
    }
    const isLeftOut = leftOut.has(called) || called.includes(':')
    if (without === 0) {
      if (texts.has(open.at(-1) ?? '') || !(isLeftOut || elements.has(called))) return null
      if (isLeftOut) parts.push(text.slice(from, begun.index))
    }
    if (empty.test(tag)) {
      if (isLeftOut && without === 0) from = ending.lastIndex
      if (open.length === 0) return null
      continue
    }
    open.push(called)
    // A sheet with elements in it is none.
    sheet = null
    if (isLeftOut && without === 0) {
      without = open.length
      if (called === 'style' && !otherSheet.test(tag)) sheet = { parts: [], from: ending.lastIndex }
    }
    if (open.length > deepest) return null
  }
  return null
}

/** Some programs write every name of SVG with a prefix; what is without it then is judged as if it were of SVG too. */
function withoutPrefix(text: string): string {
  const first = text.search(rootTag)
  const root = first < 0 ? '' : text.slice(first, text.indexOf('>', first) + 1)
  const bound = [...root.matchAll(prefixes)].filter(([, , one, other]) => (one ?? other) === namespace)
  const [[, prefix = ''] = []] = bound
  return prefix ? text.replaceAll(new RegExp(`(</?)${prefix}:(?=[a-z])`, 'gi'), '$1') : text
}
