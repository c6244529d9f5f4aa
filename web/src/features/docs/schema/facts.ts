// The rules a schema sets for its value, as a reader would say them.
import { exactDigits } from '../../../../../analysis/parse/exact-number.ts'
import type { JsonSchema } from '../model/types.ts'
import { jsonText } from './json-text.ts'

export interface Fact {
  label: string
  values: string[]
}

/** A value as it would stand in JSON; strings bare when they can be read so. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : (exactDigits(value) ?? value)
  return jsonText(value) || String(value)
}

/** Constraints of a schema in reading order: default and allowed values first, then limits. */
export function factsOf(schema: JsonSchema): Fact[] {
  const facts: Fact[] = []
  const add = (label: string, values: unknown[]): void => {
    if (values.length > 0) facts.push({ label, values: values.map(valueText) })
  }
  if (schema.const !== undefined) add('Constant', [schema.const])
  if (schema.default !== undefined) add('Default', [schema.default])
  if (Array.isArray(schema.enum)) add('Allowed values', schema.enum)
  if (typeof schema.pattern === 'string') add('Pattern', [schema.pattern])
  add('Length', range(schema.minLength, schema.maxLength, 'characters'))
  add('Value', numberRange(schema))
  if (numberText(schema.multipleOf)) add('Multiple of', [schema.multipleOf])
  add('Items', range(schema.minItems, schema.maxItems, 'items'))
  if (schema.uniqueItems === true) add('Items', ['unique'])
  add('Properties', range(schema.minProperties, schema.maxProperties, 'properties'))
  if (typeof schema.contentMediaType === 'string') add('Content type', [schema.contentMediaType])
  if (typeof schema.contentEncoding === 'string') add('Encoding', [schema.contentEncoding])
  add('Requires one of', requiredGroups(schema))
  add(examplesOf(schema).length > 1 ? 'Examples' : 'Example', examplesOf(schema).slice(0, 5))
  return facts
}

/** Example values of a schema itself: `examples` of JSON Schema, `example` of OpenAPI 2 and 3.0. */
export function examplesOf(schema: JsonSchema): unknown[] {
  if (Array.isArray(schema.examples)) return schema.examples
  return schema.example === undefined ? [] : [schema.example]
}

/** Alternatives that only name required properties, as `a, b`; empty when the alternatives say more. */
export function requiredGroups(schema: JsonSchema): string[] {
  const options = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(options) || options.length === 0) return []
  const groups = options.map((option: unknown) => {
    const only = option as { required?: unknown } | null
    const keys =
      only && typeof only === 'object' ? Object.keys(only).filter((key) => !key.startsWith('x-')) : []
    return keys.length === 1 && Array.isArray(only?.required) ? only.required.join(', ') : undefined
  })
  return groups.every((group) => group !== undefined) ? groups : []
}

function range(min: unknown, max: unknown, unit: string): string[] {
  const low = typeof min === 'number' && min > 0 ? min : undefined
  const high = typeof max === 'number' ? max : undefined
  if (low === undefined && high === undefined) return []
  if (low === high) return [`exactly ${low} ${unit}`]
  if (low === undefined) return [`at most ${high} ${unit}`]
  return high === undefined ? [`at least ${low} ${unit}`] : [`${low} to ${high} ${unit}`]
}

function numberRange(schema: JsonSchema): string[] {
  const { exclusiveMinimum, exclusiveMaximum } = schema
  const [minimum, maximum, above, below] = [
    schema.minimum,
    schema.maximum,
    exclusiveMinimum,
    exclusiveMaximum,
  ].map(numberText)
  const out: string[] = []
  if (above) out.push(`> ${above}`)
  else if (minimum) out.push(`${exclusiveMinimum === true ? '>' : '≥'} ${minimum}`)
  if (below) out.push(`< ${below}`)
  else if (maximum) out.push(`${exclusiveMaximum === true ? '<' : '≤'} ${maximum}`)
  return out
}

function numberText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : exactDigits(value)
}
