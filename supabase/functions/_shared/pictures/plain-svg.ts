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

/** The drawing without comments and what is left out; null for what is no drawing, or an odd one. */
export function plainSvg(text: string): string | null {
  const first = text.search(/<svg[\s/>]/i)
  if (first < 0) return null
  const open: string[] = []
  const parts: string[] = []
  let from = first
  /** How many are open around what is left out; 0: nothing is. */
  let without = 0
  beginnings.lastIndex = first
  for (let begun = beginnings.exec(text); begun; begun = beginnings.exec(text)) {
    const [, comment, raw, end, name = ''] = begun
    if (comment || raw) {
      const close = text.indexOf(comment ? '-->' : ']]>', beginnings.lastIndex)
      if (close < 0) return null
      if (without === 0) parts.push(text.slice(from, begun.index))
      from = beginnings.lastIndex = close + 3
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
        without = 0
        from = ending.lastIndex
      }
      if (open.length === 0) return parts.join('') + text.slice(from, ending.lastIndex)
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
    if (isLeftOut && without === 0) without = open.length
    if (open.length > deepest) return null
  }
  return null
}
