import type { Encoding, Param } from '../../model/types.ts'
import {
  defaultStyle,
  isExploded,
  type ParamPlace,
  writtenPairs,
  writtenText,
} from '../../samples/serialize.ts'
import type { Fact } from '../../schema/facts.ts'
import { flatten, type SchemaDoc } from '../../schema/flatten.ts'
import { typesOf } from '../../schema/view.ts'

/** How a parameter travels, as far as it is not what everybody expects. */
export function paramFacts(param: Param, place: ParamPlace, doc: SchemaDoc): Fact[] {
  const facts: Fact[] = []
  const [mediaType] = Object.keys(param.content ?? {})
  if (mediaType === undefined) facts.push(...styleFacts(param, place, sampleValue(param, doc)))
  else facts.push({ label: 'Content type', values: [mediaType] })
  if (param.allowReserved) facts.push({ label: 'Reserved characters', values: ['sent as they are'] })
  if (param.allowEmptyValue) facts.push({ label: 'Empty value', values: ['allowed'] })
  return facts
}

/** How a property of a form is written. */
export function encodingFacts(encoding: Encoding): Fact[] {
  const { property, mediaType, style, explode, allowReserved } = encoding
  const said = style !== undefined && (style !== 'form' || explode !== undefined)
  const param = { name: property, ...(style && { style }), ...(explode !== undefined && { explode }) }
  return [
    ...(mediaType ? [{ label: 'Content type', values: [mediaType] }] : []),
    ...(said ? styleFacts(param, 'query', ['a', 'b']) : []),
    ...(allowReserved ? [{ label: 'Reserved characters', values: ['sent as they are'] }] : []),
  ]
}

function styleFacts(param: Param, place: ParamPlace, value: unknown): Fact[] {
  const style = param.style && param.style !== 'unspecified' ? param.style : defaultStyle(place)
  const isUsual = style === defaultStyle(place) && param.explode === undefined
  if (isUsual && typeof value !== 'object') return []
  const written =
    place === 'path' || place === 'headers'
      ? writtenText(param, value, place)
      : writtenPairs(param, value, place)
          .map(([name, text]) => `${name}=${text.replaceAll(' ', '%20').replaceAll('\t', '%09')}`)
          .join(place === 'cookie' ? '; ' : '&')
  return [
    { label: 'Style', values: isExploded(param, place) ? [style, 'exploded'] : [style] },
    { label: 'Written as', values: [written] },
  ]
}

function sampleValue(param: Param, doc: SchemaDoc): unknown {
  const types = typesOf(flatten(param.schema ?? {}, doc).schema)
  if (types.includes('array')) return ['a', 'b']
  return types.includes('object') ? { key: 'a', other: 'b' } : 'a'
}
