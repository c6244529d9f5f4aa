// How much a browser draws for a drawing: what uses, paints, masks and clips with a part of it draws that part once more, so that a few
// parts that refer to each other are more than any screen is through with.
import { type Element, referredPart } from './drawing.ts'

/** As many as the parts of the largest drawing, some times over. */
const mostDrawn = 100_000
/** A pattern in a pattern is rare; more than that nobody draws. */
const deepest = 4
/** A part that is referred to, or shines through as a whole, is drawn to a layer of its own. */
const layer = 10
/** A family is looked for among all fonts of a machine. */
const ofFamily = 1_000

/** With what an element paints that does not say it itself. */
interface Place {
  fill: unknown
  stroke: unknown
}

interface Cost {
  drawn: number
  /** How many parts are drawn one for the other. */
  depth: number
}

const tooMuch: Cost = { drawn: Number.POSITIVE_INFINITY, depth: 0 }
const holders = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'pattern',
  'mask',
  'clipPath',
  'title',
  'desc',
  'stop',
])

/** Whether a browser is through with it at once. */
export function isQuicklyDrawn(drawing: Element): boolean {
  const byId = new Map<string, Element>()
  const places = new Map<Element, Place>()
  const families = new Set<unknown>()
  const look = (element: Element, around: Place) => {
    const { id, fill = around.fill, stroke = around.stroke } = element.properties
    const place = { fill, stroke }
    places.set(element, place)
    families.add(element.properties.fontFamily)
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, element)
    for (const child of element.children) if (child.type === 'element') look(child, place)
  }
  look(drawing, { fill: null, stroke: null })

  const known = new Map<Element, Cost>()
  const costOf = (element: Element, level: number): Cost => {
    // One that refers to itself goes on without end too.
    if (level > deepest) return tooMuch
    const before = known.get(element)
    if (before) return before
    const cost = { drawn: ofShape(element), depth: 0 }
    const add = (part: Cost, further: number) => {
      cost.drawn += part.drawn
      cost.depth = Math.max(cost.depth, part.depth + further)
    }
    const place = places.get(element)
    const { mask, clipPath, href, opacity } = element.properties
    const painted = holders.has(element.tagName) ? [] : [place?.fill, place?.stroke]
    for (const reference of [mask, clipPath, ...painted]) {
      const part = byId.get(referredPart(reference) ?? '')
      if (!part) continue
      add(costOf(part, level + 1), 1)
      cost.drawn += layer
    }
    const used = byId.get(referredPart(href) ?? '')
    if (used) {
      const again = costOf(used, level + 1)
      // Whatever is in it may be painted as the place says that uses it.
      add({ drawn: again.drawn * cost.drawn, depth: cost.depth + again.depth }, 1)
    }
    if (opacity !== undefined && (href || element.children.length > 0)) cost.drawn += layer
    for (const child of element.children) if (child.type === 'element') add(costOf(child, level), 0)
    known.set(element, cost)
    return cost
  }
  const { drawn, depth } = costOf(drawing, 0)
  return drawn + families.size * ofFamily <= mostDrawn && depth <= deepest
}

/** Letters of a path to one of its segments, about. */
const ofSegment = 8
/** Segments that cross each other are compared; so many of one outline cost as much again. */
const ofCrossings = 10_000
/** A letter is drawn by the segments of its outline. */
const ofLetter = 20
/** A curve that goes on as the one before swung, which it may do further and further. */
const ofSwing = 50

/** What a shape costs by itself, in segments. */
function ofShape({ tagName, properties, children }: Element): number {
  if (holders.has(tagName)) return 1
  const outline = [properties.d, properties.points].map((text) => String(text ?? '')).join(' ')
  const swings = outline.match(/t/gi)?.length ?? 0
  const letters = children.reduce(
    (count, child) => count + (child.type === 'text' ? child.value.length : 0),
    0,
  )
  const segments = outline.length / ofSegment
  return 1 + segments + segments ** 2 / ofCrossings + swings * ofSwing + letters * ofLetter
}
