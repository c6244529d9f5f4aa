// How a parameter's value is written into a request: OpenAPI's styles, and those of 2.0.
import { exactDigits } from '../../../../../analysis/parse/exact-number.ts'
import type { Param } from '../model/types.ts'
import { jsonText } from '../schema/json-text.ts'

export type ParamPlace = 'path' | 'query' | 'headers' | 'cookie'

type Written = Pick<Param, 'name' | 'style' | 'explode'>

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
}

/** The style of a parameter that does not name one. */
export function defaultStyle(place: ParamPlace): string {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple'
}

/** Whether each item of a list stands by itself. */
export function isExploded({ style, explode }: Written, place: ParamPlace): boolean {
  return explode ?? (style ?? defaultStyle(place)) === 'form'
}

/**
 * Writes a text where it travels. `isPart`: it stands among others, so that what a style puts between them has to be told
 * from what is in them (RFC 6570, 3.2).
 */
export type WriteText = (text: string, isPart: boolean) => string

const plainly: WriteText = (text) => text

/** The names and values that a parameter of a query (or a cookie) becomes; `write` is for values and keys among them. */
export function writtenPairs(
  param: Written,
  value: unknown,
  place: ParamPlace = 'query',
  write: WriteText = plainly,
): [string, string][] {
  const { name, style = 'form' } = param
  const exploded = isExploded(param, place)
  const part = (item: unknown) => write(valueAsText(item), true)
  if (Array.isArray(value)) {
    if (exploded) return value.map((item) => [name, part(item)])
    return [[name, value.map(part).join(separators[style] ?? ',')]]
  }
  if (!isFields(value)) return [[name, write(valueAsText(value), false)]]
  const fields = Object.entries(value)
  if (style === 'deepObject') return fields.map(([key, item]) => [`${name}[${key}]`, part(item)])
  if (exploded) return fields.map(([key, item]) => [key, part(item)])
  return [
    [name, fields.flatMap(([key, item]) => [write(key, true), part(item)]).join(separators[style] ?? ',')],
  ]
}

/** What a parameter of a path or a header becomes. */
export function writtenText(
  param: Written,
  value: unknown,
  place: 'path' | 'headers',
  write: WriteText = plainly,
): string {
  const { name, style = 'simple' } = param
  const exploded = isExploded(param, place)
  const part = (item: unknown) => write(valueAsText(item), true)
  const parts = Array.isArray(value)
    ? value.map(part)
    : isFields(value)
      ? Object.entries(value).flatMap(([key, item]) =>
          exploded ? [`${write(key, true)}=${part(item)}`] : [write(key, true), part(item)],
        )
      : [write(valueAsText(value), false)]
  if (style === 'label') return `.${parts.join(exploded ? '.' : ',')}`
  if (style !== 'matrix') return parts.join(separators[style] ?? ',')
  const named = (part: string): string => (isFields(value) ? part : `${name}=${part}`)
  return exploded ? parts.map((part) => `;${named(part)}`).join('') : `;${name}=${parts.join(',')}`
}

/** A value inside an address or a header. */
export function valueAsText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueAsText).join(',')
  return isFields(value) ? jsonText(value) : (exactDigits(value) ?? String(value))
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
