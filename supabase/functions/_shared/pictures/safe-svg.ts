// A drawing that somebody uploaded, with the shapes and colours that are known to be harmless and nothing else: no scripts,
// styles, links, foreign HTML or addresses outside of itself.
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import type { Element, Nodes } from './drawing.ts'
import { isQuicklyDrawn } from './drawing-cost.ts'
import { plainSvg } from './plain-svg.ts'

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

/** The drawing as an SVG file; null for what is none. */
export function safeSvg(text: string): string | null {
  if ((text.match(/</g)?.length ?? 0) > 2 * mostElements) return null
  const plain = plainSvg(text)
  return plain === null ? null : drawingIn(plain)
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
