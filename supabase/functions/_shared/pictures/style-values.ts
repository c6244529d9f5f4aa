// What a drawing may say of its look, in attributes, in `style="…"` and in sheets alike: properties of this list, with values
// that are read to their last letter. So no value can ask for anything from outside, whatever a browser would make of it.
import { foreignLetter, localId } from './drawing.ts'

/** Digits as drawings have them; none so large that a browser counts beyond its bounds. */
const number = String.raw`[+-]?(?:\d{1,6}(?:\.\d{0,20})?|\.\d{1,20})(?:e-\d{1,2})?`
const length = `${number}(?:px|pt|pc|mm|cm|in|em|ex|rem|%)?`
const word = '[a-z][a-z-]{0,30}'
const channel = `${number}(?:%|deg)?`
const colour = String.raw`(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\(\s*${channel}(?:[\s,/]+${channel}){2,3}\s*\)|${word})`
const part = String.raw`url\(\s*(["']?)#${localId}\1\s*\)`
const family = String.raw`(?:(?:[\w-]|${foreignLetter})+|"[\w\u00a0-\uffff\s.-]+"|'[\w\u00a0-\uffff\s.-]+')`

const words = whole(word)
const orders = whole(String.raw`(?:fill|stroke|markers)(?:\s+(?:fill|stroke|markers)){0,2}`)
const numbers = whole(length)
const colours = whole(colour)
const paints = whole(String.raw`(?:${colour}|${part}(?:\s+${colour})?)`)
const parts = whole(`(?:none|${part})`)
const families = whole(String.raw`${family}(?:[\s,]+${family}){0,20}`)
const sizes = whole(`(?:${length}|${word})`)

/** As CSS calls them; filters and dashes are not among them, for no drawing keeps any. */
const known: Record<string, { attribute: string; values: RegExp }> = {
  fill: { attribute: 'fill', values: paints },
  'fill-opacity': { attribute: 'fillOpacity', values: numbers },
  'fill-rule': { attribute: 'fillRule', values: words },
  stroke: { attribute: 'stroke', values: paints },
  'stroke-width': { attribute: 'strokeWidth', values: numbers },
  'stroke-linecap': { attribute: 'strokeLineCap', values: words },
  'stroke-linejoin': { attribute: 'strokeLineJoin', values: words },
  'stroke-miterlimit': { attribute: 'strokeMiterLimit', values: numbers },
  'stroke-opacity': { attribute: 'strokeOpacity', values: numbers },
  opacity: { attribute: 'opacity', values: numbers },
  color: { attribute: 'color', values: colours },
  'stop-color': { attribute: 'stopColor', values: colours },
  'stop-opacity': { attribute: 'stopOpacity', values: numbers },
  'clip-path': { attribute: 'clipPath', values: parts },
  'clip-rule': { attribute: 'clipRule', values: words },
  mask: { attribute: 'mask', values: parts },
  // By this name hast passes it on.
  'mask-type': { attribute: 'mask-type', values: words },
  'paint-order': { attribute: 'paintOrder', values: orders },
  display: { attribute: 'display', values: words },
  visibility: { attribute: 'visibility', values: words },
  'font-family': { attribute: 'fontFamily', values: families },
  'font-size': { attribute: 'fontSize', values: sizes },
  'font-style': { attribute: 'fontStyle', values: words },
  'font-weight': { attribute: 'fontWeight', values: sizes },
  'letter-spacing': { attribute: 'letterSpacing', values: sizes },
  'text-anchor': { attribute: 'textAnchor', values: words },
}
const byAttribute = new Map(Object.values(known).map(({ attribute, values }) => [attribute, values]))

/** The attributes that say it, as hast calls them. */
export const styleAttributes = [...byAttribute.keys()]

const longest = 200
/** They take from elsewhere what then nobody counts. */
const borrowed = /^(inherit|initial|unset|revert|revert-layer|context-fill|context-stroke)$/i

/** The attribute for a declaration of CSS; null for what is left out. */
export function attributeFor(property: string, value: string): [name: string, value: string] | null {
  const { attribute } = (Object.hasOwn(known, property) && known[property]) || {}
  const said = attribute && styleValue(attribute, value)
  return attribute && said ? [attribute, said] : null
}

/** The value of one of `styleAttributes`, with names of parts without quotes; null for what is left out. */
export function styleValue(attribute: string, value: string): string | null {
  const said = value.trim()
  if (said.length > longest || borrowed.test(said) || !byAttribute.get(attribute)?.test(said)) return null
  return said.replace(/^url\(\s*["']?(#[^"')\s]+)["']?\s*\)/i, 'url($1)')
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'i')
}
