// A drawing that somebody uploaded, with the shapes and colours that are known to be harmless and nothing else: no scripts,
// sheets, links, foreign HTML or addresses outside of itself.
import { fromHtml } from 'hast-util-from-html'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { type Element, localId, type Nodes, setAttributes } from './drawing.ts'
import { isQuicklyDrawn } from './drawing-cost.ts'
import { isWithinSight } from './drawing-extent.ts'
import { dress } from './dress.ts'
import { type PlainSvg, plainSvg } from './plain-svg.ts'
import { styleAttributes } from './style-values.ts'

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
  'use',
]
const paints = ['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'title', 'desc']
const texts = ['text', 'tspan']

// As hast calls them. Without dashes: a short outline may have millions of them.
const attributes = [
  ...styleAttributes,
  // They become attributes of the others, and go.
  ...['className', 'style'],
  ...['id', 'viewBox', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'd'],
  ...['points', 'transform', 'offset', 'gradientUnits', 'fx', 'fy', 'gradientTransform', 'patternUnits'],
  ...[
    'patternTransform',
    'maskUnits',
    'preserveAspectRatio',
    'spreadMethod',
    'dx',
    'dy',
    'href',
    'xLinkHref',
  ],
]

const schema: Schema = {
  tagNames: [...shapes, ...paints, ...texts],
  attributes: { '*': attributes },
  // What is in a marker is drawn where it is asked for, which no drawing keeps.
  strip: ['script', 'style', 'foreignObject', 'marker'],
  clobberPrefix: '',
  clobber: [],
}

const mostElements = 20_000

/** The drawing as an SVG file; null for what is none. */
export function safeSvg(text: string): string | null {
  if ((text.match(/</g)?.length ?? 0) > 2 * mostElements) return null
  const plain = plainSvg(text)
  return plain && drawingIn(plain)
}

function drawingIn({ drawing, sheet }: PlainSvg): string | null {
  const drawn = find(sanitize(fromHtml(drawing, { fragment: true }), schema))
  if (!drawn || !dress(drawn, sheet)) return null
  cleanUp(drawn)
  if (!isQuicklyDrawn(drawn) || !isWithinSight(drawn)) return null
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

const ids = new RegExp(`^${localId}$`)
/** Parts that go on from, or stand for, another part of the drawing. */
const referring = new Set(['use', 'linearGradient', 'radialGradient', 'pattern'])
const styles = new Set(styleAttributes)

/** Nothing refers to what is outside of the drawing; what its styles say was read before. */
function cleanUp(node: Element): void {
  const { href, xLinkHref, ...said } = node.properties
  const [sign, ...part] = String(href ?? xLinkHref ?? '')
  for (const [name, value] of Object.entries(said)) {
    const isOdd = name === 'id' ? !ids.test(String(value)) : /url\s*\(|[\\:@]/i.test(String(value))
    if (isOdd && !styles.has(name)) delete said[name]
  }
  if (referring.has(node.tagName) && sign === '#' && ids.test(part.join(''))) said.href = `#${part.join('')}`
  setAttributes(node, said)
  for (const child of node.children) if (child.type === 'element') cleanUp(child)
}
