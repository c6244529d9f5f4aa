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

/** The names and values that a parameter of a query (or a cookie) becomes. */
export function writtenPairs(
  param: Written,
  value: unknown,
  place: ParamPlace = 'query',
): [string, string][] {
  const { name, style = 'form' } = param
  const exploded = isExploded(param, place)
  if (Array.isArray(value)) {
    if (exploded) return value.map((item) => [name, valueAsText(item)])
    return [[name, value.map(valueAsText).join(separators[style] ?? ',')]]
  }
  if (!isFields(value)) return [[name, valueAsText(value)]]
  const fields = Object.entries(value).map(([key, item]): [string, string] => [key, valueAsText(item)])
  if (style === 'deepObject') return fields.map(([key, item]) => [`${name}[${key}]`, item])
  return exploded ? fields : [[name, fields.flat().join(separators[style] ?? ',')]]
}

/** What a parameter of a path or a header becomes. */
export function writtenText(param: Written, value: unknown, place: 'path' | 'headers'): string {
  const { name, style = 'simple' } = param
  const exploded = isExploded(param, place)
  const parts = Array.isArray(value)
    ? value.map(valueAsText)
    : isFields(value)
      ? Object.entries(value).flatMap(([key, item]) =>
          exploded ? [`${key}=${valueAsText(item)}`] : [key, valueAsText(item)],
        )
      : [valueAsText(value)]
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
