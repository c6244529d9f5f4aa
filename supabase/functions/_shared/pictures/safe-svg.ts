// A drawing that somebody uploaded, with the shapes and colours that are known to be harmless and nothing else: no scripts,
// styles, links, foreign HTML or addresses outside of itself.
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import type { Element, Nodes } from './drawing.ts'
import { isQuicklyDrawn } from './drawing-cost.ts'

const shapes = [
  'svg',
  'g',
  'defs',
  'symbol',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]
const paints = ['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'title', 'desc']
const texts = ['text', 'tspan']

// As hast calls them. Without dashes: a short outline may have millions of them.
const attributes = [
  ...['id', 'viewBox', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'd'],
  ...['points', 'transform', 'fill', 'fillRule', 'fillOpacity', 'stroke', 'strokeWidth', 'strokeLineCap'],
  ...['strokeLineJoin', 'strokeMiterLimit', 'strokeOpacity', 'opacity'],
  ...['clipPath', 'clipRule', 'mask', 'offset', 'stopColor', 'stopOpacity', 'gradientUnits', 'fx', 'fy'],
  ...['gradientTransform', 'patternUnits', 'patternTransform', 'preserveAspectRatio', 'spreadMethod'],
  ...[
    'textAnchor',
    'fontFamily',
    'fontSize',
    'fontWeight',
    'fontStyle',
    'letterSpacing',
    'dx',
    'dy',
    'color',
  ],
]

const schema: Schema = {
  tagNames: [...shapes, ...paints, ...texts],
  attributes: { '*': attributes },
  strip: ['script', 'style', 'foreignObject'],
  clobberPrefix: '',
  clobber: [],
}

const mostElements = 20_000
const deepest = 100
/** Without the values of its attributes, each of which is compared with those before it. */
const longestTag = 4000

/** The drawing as an SVG file; null for what is none. */
export function safeSvg(text: string): string | null {
  if (!/<svg[\s>]/i.test(text) || (text.match(/</g)?.length ?? 0) > 2 * mostElements) return null
  if (isDeep(text)) return null
  try {
    return drawingIn(text)
  } catch (error) {
    // What a parser of HTML makes of odd tags is deeper than they look.
    if (error instanceof RangeError) return null
    throw error
  }
}

function drawingIn(text: string): string | null {
  const drawn = find(sanitize(fromHtml(text, { fragment: true }), schema))
  if (!drawn) return null
  cleanUp(drawn)
  if (!isQuicklyDrawn(drawn)) return null
  drawn.properties.xmlns = 'http://www.w3.org/2000/svg'
  return toHtml(drawn, {
    space: 'svg',
    closeEmptyElements: true,
    characterReferences: { useNamedReferences: false },
  })
}

// A tag, its end, which is not in quotes, and whether it is one without content. What is odd of one is no drawing: a quote
// that opens no value, a tag in a tag, one without an end, an end of another one than the last.
const beginnings = /<(\/?)([a-z][^\s/>]*)/gi
const ending = /(?:=\s*(?:"[^"]*"|'[^']*')|[^<>"'])*>/y
const values = /"[^"]*"|'[^']*'/g
/** Elements of HTML that go on behind the end of others: a few of them become as many again in every part that follows. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const mostFormatting = 4
const empty = /^<[a-z][\w:.-]*(\s+[\w:.-]+(\s*=\s*("[^"]*"|'[^']*'))?)*\s*\/>$/i

/** Deeper or odder than any drawing is, before anything reads it by going down. Each letter is looked at once. */
function isDeep(text: string): boolean {
  const open: string[] = []
  let formats = 0
  beginnings.lastIndex = 0
  for (let begun = beginnings.exec(text); begun; begun = beginnings.exec(text)) {
    const [, end, name = ''] = begun
    ending.lastIndex = beginnings.lastIndex
    if (!ending.test(text)) return true
    beginnings.lastIndex = ending.lastIndex
    const tag = text.slice(begun.index, ending.lastIndex)
    if (tag.replaceAll(values, '').length > longestTag) return true
    const isFormatting = formatting.has(name.toLowerCase())
    if (end) {
      if (open.pop() !== name.toLowerCase()) return true
      if (isFormatting) formats--
    } else if (!empty.test(tag)) {
      open.push(name.toLowerCase())
      if (isFormatting && ++formats > mostFormatting) return true
    } else if (isFormatting) return true
    if (open.length > deepest) return true
  }
  return open.length > 0
}

function find(node: Nodes): Element | undefined {
  if (node.type !== 'element' && node.type !== 'root') return undefined
  if (node.type === 'element' && node.tagName === 'svg') return node
  for (const child of node.children) {
    const found = find(child)
    if (found) return found
  }
  return undefined
}

/** Paint may come from a part of the drawing, by `url(#id)`, and from nowhere else. */
function cleanUp(node: Element): void {
  for (const [name, value] of Object.entries(node.properties))
    if (/url\s*\(|[\\:@]/i.test(String(value)) && !/^\s*url\(#[\w-]+\)\s*$/.test(String(value)))
      delete node.properties[name]
  for (const child of node.children) if (child.type === 'element') cleanUp(child)
}
