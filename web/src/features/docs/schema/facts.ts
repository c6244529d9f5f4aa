// The rules a schema sets for its value, as a reader would say them.
import { exactDigits } from '../../../../../analysis/parse/exact-number.ts'
import type { JsonSchema } from '../model/types.ts'
import { isSchema, refName } from './flatten.ts'
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
  if (hasLooseFormat(schema)) add('Format', [schema.format])
  if (typeof schema.pattern === 'string') add('Pattern', [schema.pattern])
  add('Length', range(schema.minLength, schema.maxLength, 'characters'))
  add('Value', numberRange(schema))
  if (numberText(schema.multipleOf)) add('Multiple of', [schema.multipleOf])
  add('Items', range(schema.minItems, schema.maxItems, 'items'))
  if (schema.uniqueItems === true) add('Items', ['unique'])
  if (isClosedList(schema)) add('Further items', ['not allowed'])
  if (typeof schema.collectionFormat === 'string') add('Joined as', [schema.collectionFormat])
  add('Properties', range(schema.minProperties, schema.maxProperties, 'properties'))
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false)
    add('Other keys', ['not allowed'])
  add('Requires', unlistedRequired(schema))
  add('Requires one of', requiredGroups(schema))
  facts.push(...dependentFacts(schema))
  if (typeof schema.contentMediaType === 'string') add('Content type', [schema.contentMediaType])
  if (typeof schema.contentEncoding === 'string') add('Encoding', [schema.contentEncoding])
  if (!schema.oneOf && !schema.anyOf) facts.push(...discriminatorFacts(schema))
  add('XML', xmlParts(schema.xml))
  add(examplesOf(schema).length > 1 ? 'Examples' : 'Example', examplesOf(schema))
  return facts
}

// A type says its format itself; objects, lists and what has no type do not.
function hasLooseFormat({ format, type }: JsonSchema): boolean {
  const types = [type].flat()
  return (
    typeof format === 'string' &&
    types.every((one) => one === undefined || one === 'object' || one === 'array')
  )
}

function isClosedList({ items, prefixItems, additionalItems, unevaluatedItems }: JsonSchema): boolean {
  if (unevaluatedItems === false || (Array.isArray(prefixItems) && items === false)) return true
  return Array.isArray(items) && additionalItems === false
}

/** Required properties that no field stands for. */
function unlistedRequired({ required, properties }: JsonSchema): unknown[] {
  if (!Array.isArray(required)) return []
  return required.filter((name) => !isSchema(properties) || !Object.hasOwn(properties, String(name)))
}

function dependentFacts({ dependentRequired }: JsonSchema): Fact[] {
  if (!isSchema(dependentRequired)) return []
  return Object.entries(dependentRequired).flatMap(([name, needed]) =>
    Array.isArray(needed) && needed.length > 0
      ? [{ label: `With ${name} also`, values: needed.map(valueText) }]
      : [],
  )
}

function discriminatorFacts({ discriminator }: JsonSchema): Fact[] {
  if (!isSchema(discriminator) || typeof discriminator.propertyName !== 'string') return []
  const mapping = Object.entries(isSchema(discriminator.mapping) ? discriminator.mapping : {})
  const values = mapping.map(([value, target]) => `${value}: ${refName(String(target))}`)
  return [
    { label: 'Told apart by', values: [discriminator.propertyName] },
    ...(values.length > 0 ? [{ label: 'Stands for', values }] : []),
  ]
}

/** How a value is written in XML, where that differs from its name. */
function xmlParts(xml: unknown): string[] {
  if (!isSchema(xml)) return []
  const named = ['name', 'prefix', 'namespace', 'nodeType'].flatMap((key) =>
    typeof xml[key] === 'string' ? [`${key} ${xml[key]}`] : [],
  )
  return [
    ...named,
    ...(xml.attribute === true ? ['attribute'] : []),
    ...(xml.wrapped === true ? ['wrapped'] : []),
  ]
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
