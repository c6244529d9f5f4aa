// A schema of what an example in JSON is. Pure.
import { isRecord } from '../binding/edits.ts'
import { type Flavour, hasTypeArrays } from '../binding/flavour.ts'
import { nullKeyword } from './types.ts'

type Schema = Record<string, unknown>

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const date = /^\d{4}-\d\d-\d\d$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const uri = /^https?:\/\/\S+$/

function formatOf(text: string): string | undefined {
  if (dateTime.test(text)) return 'date-time'
  if (date.test(text)) return 'date'
  if (uuid.test(text)) return 'uuid'
  if (email.test(text)) return 'email'
  return uri.test(text) ? 'uri' : undefined
}

/** What holds for both: types of either, properties of both required only. */
function merged(a: Schema, b: Schema, flavour: Flavour): Schema {
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  if (isNull(a)) return nullable(b, flavour)
  if (isNull(b)) return nullable(a, flavour)
  if (a.type === 'object' && b.type === 'object') return mergedObjects(a, b, flavour)
  if (a.type === 'array' && b.type === 'array')
    return { type: 'array', items: merged(asSchema(a.items), asSchema(b.items), flavour) }
  if (a.type === b.type && a.type !== undefined) return { type: a.type }
  const numbers = ['integer', 'number']
  if (numbers.includes(String(a.type)) && numbers.includes(String(b.type))) return { type: 'number' }
  if (Object.keys(a).length === 0) return b
  if (Object.keys(b).length === 0) return a
  const variants = [...variantsOf(a), ...variantsOf(b)]
  const known = new Map(variants.map((variant) => [JSON.stringify(variant), variant]))
  return known.size === 1 ? a : { anyOf: [...known.values()] }
}

const variantsOf = (schema: Schema): unknown[] => (Array.isArray(schema.anyOf) ? schema.anyOf : [schema])
const asSchema = (value: unknown): Schema => (isRecord(value) ? value : {})
const isNull = (schema: Schema): boolean => schema.type === 'null'

function nullable(schema: Schema, flavour: Flavour): Schema {
  if (!hasTypeArrays(flavour)) return { ...schema, [nullKeyword(flavour)]: true }
  if (typeof schema.type !== 'string') return schema
  return { ...schema, type: [schema.type, 'null'] }
}

function mergedObjects(a: Schema, b: Schema, flavour: Flavour): Schema {
  const properties: Schema = { ...asSchema(a.properties) }
  for (const [name, schema] of Object.entries(asSchema(b.properties)))
    properties[name] =
      name in properties ? merged(asSchema(properties[name]), asSchema(schema), flavour) : schema
  const others: readonly unknown[] = Array.isArray(b.required) ? b.required : []
  const required = (Array.isArray(a.required) ? a.required : []).filter((name) => others.includes(name))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** The schema of a value, with `required` for what every example has; versions say null in their own way. */
export function schemaOf(value: unknown, flavour: Flavour): Schema {
  const made = shapeOf(value, flavour)
  return hasTypeArrays(flavour) || !isNull(made) ? made : { [nullKeyword(flavour)]: true }
}

function shapeOf(value: unknown, flavour: Flavour): Schema {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) {
    const items = value.map((element) => shapeOf(element, flavour))
    const all = items.reduce((a, b) => merged(a, b, flavour), items[0] ?? {})
    return { type: 'array', items: isNull(all) && !hasTypeArrays(flavour) ? {} : all }
  }
  if (isRecord(value)) {
    const names = Object.keys(value)
    const properties = Object.fromEntries(names.map((name) => [name, schemaOf(value[name], flavour)]))
    return { type: 'object', properties, ...(names.length > 0 && { required: names }) }
  }
  if (typeof value === 'string') {
    const format = formatOf(value)
    return { type: 'string', ...(format !== undefined && { format }) }
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  return { type: 'boolean' }
}
