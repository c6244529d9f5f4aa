// How far a drawing reaches. A curve that goes on for millions of pixels keeps a browser at work for seconds as soon as it has
// a stroke, however few there are; where most of it cannot be seen nobody drew it.
import { type Element, referredPart } from './drawing.ts'

/** So many times its own size, as the largest number in it has it at the largest scale. */
const furthest = 10_000
const usualSize = 150

const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi
const commands = /[a-df-z][^a-df-z]*/gi
const enlarging = /(scale|matrix|skew)[xy]?\s*\(([^()]*)\)/gi

/** Whether all of it lies about where it is seen. Its parts refer to each other in no ring (`drawing-cost.ts`). */
export function isWithinSight(drawing: Element): boolean {
  const byId = new Map<string, Element>()
  let length = 0
  const look = (element: Element) => {
    const { id } = element.properties
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, element)
    length = Math.max(length, lengthOf(element))
    for (const child of element.children) if (child.type === 'element') look(child)
  }
  look(drawing)

  const size = sizeOf(drawing) ?? usualSize
  const known = new Map<Element, number>()
  /** How much larger something in it, or that it refers to, may become. */
  const scaleOf = (element: Element): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    const { href, mask, clipPath, fill, stroke } = element.properties
    const parts = [href, mask, clipPath, fill, stroke].map((one) => byId.get(referredPart(one) ?? ''))
    const inner = element.children.filter((child) => child.type === 'element')
    let most = 1
    for (const part of [...parts, ...inner]) if (part) most = Math.max(most, scaleOf(part))
    const scale = most * ownScale(element, element === drawing ? null : size)
    known.set(element, scale)
    return scale
  }
  return length * scaleOf(drawing) <= furthest * size
}

/** The largest number of a shape; of an outline, how far it leads at most. */
function lengthOf({ properties }: Element): number {
  const { d, points, r, rx, ry, width, height, strokeWidth } = properties
  let from = 0
  let most = 0
  for (const [command] of String(d ?? '').matchAll(commands)) {
    const isRelative = command.charAt(0) === command.charAt(0).toLowerCase()
    for (const value of sizesIn(command))
      if (isRelative) from += value
      else most = Math.max(most, value)
  }
  for (const value of sizesIn([points, r, rx, ry, width, height, strokeWidth].join(' ')))
    most = Math.max(most, value)
  return from + most
}

function ownScale({ properties }: Element, around: number | null): number {
  let scale = 1
  for (const list of [properties.transform, properties.patternTransform])
    for (const [, name = '', said = ''] of String(list ?? '').matchAll(enlarging)) {
      const values = sizesIn(said)
      if (name.toLowerCase() !== 'skew') scale *= Math.max(...values.slice(0, 4), 0)
      else scale /= Math.max(Math.abs(Math.cos(((values[0] ?? 0) * Math.PI) / 180)), 1e-9)
    }
  const own = around === null ? null : boxOf(properties.viewBox)
  const outer = Math.max(...sizesIn(`${properties.width} ${properties.height}`).slice(0, 2), around ?? 0)
  return own === null ? scale : scale * Math.max(outer / own, 1)
}

function sizeOf({ properties }: Element): number | null {
  return boxOf(properties.viewBox) ?? boxOf(`0 0 ${properties.width} ${properties.height}`)
}

/** The shorter side of a box. */
function boxOf(said: unknown): number | null {
  const [, , width, height] = sizesIn(String(said ?? ''))
  return width === undefined || height === undefined ? null : Math.min(width, height)
}

function sizesIn(text: string): number[] {
  return (text.match(numbers) ?? []).map((value) => Math.abs(Number(value)))
}
