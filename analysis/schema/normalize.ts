import { own, ownItems, ownObject, ownString } from '../json.ts'
import { exactDigits } from '../parse/exact-number.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Rewrites the keywords in which OpenAPI 2.0 and 3.0 differ from JSON Schema: nullable, example, boolean exclusive
 * limits, `type: file`, a bare discriminator. Applied to every schema, since files mix the dialects in practice.
 */
export function normalizeKeywords(schema: JsonObject): JsonObject {
  const copy = { ...schema }
  // A comment is for who writes the schema: JSON Schema forbids to show it to anybody else.
  for (const keyword of ['$defs', 'definitions', '$comment', 'x-stoplight'])
    Reflect.deleteProperty(copy, keyword)
  for (const keyword of Object.keys(copy)) {
    if (keyword.startsWith('x-') && mentionsRef(copy[keyword])) Reflect.deleteProperty(copy, keyword)
  }
  moveExample(copy, 'x-example')
  moveExample(copy, 'example')
  moveLimit(copy, 'exclusiveMinimum', 'minimum')
  moveLimit(copy, 'exclusiveMaximum', 'maximum')
  moveDependencies(copy)
  moveDynamicRef(copy)
  if (copy.type === 'file') Object.assign(copy, { type: 'string', format: 'binary' })
  if (typeof copy.discriminator === 'string') copy.discriminator = { propertyName: copy.discriminator }
  return moveNullable(copy)
}

/**
 * Whether an extension refers to something. Only its vendor knows what that means, nobody resolves it, and outside its
 * document it leads nowhere (Stripe's x-expansionResources is a third of its description).
 */
export function mentionsRef(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value).includes('"$ref":')
}

function moveExample(schema: JsonObject, keyword: string): void {
  const example = own(schema, keyword)
  if (example === undefined) return
  Reflect.deleteProperty(schema, keyword)
  if (ownItems(schema, 'examples').length === 0) schema.examples = [example]
}

function moveLimit(schema: JsonObject, exclusive: string, limit: string): void {
  const flag = own(schema, exclusive)
  if (typeof flag !== 'boolean') return
  Reflect.deleteProperty(schema, exclusive)
  const value = own(schema, limit)
  if (!flag || (typeof value !== 'number' && exactDigits(value) === null)) return

  schema[exclusive] = value as JsonValue
  Reflect.deleteProperty(schema, limit)
}

// Draft 4 to 7 say both in one keyword: what a property requires, and what it asks of the whole.
function moveDependencies(schema: JsonObject): void {
  const dependencies = ownObject(schema, 'dependencies')
  if (!dependencies) return
  Reflect.deleteProperty(schema, 'dependencies')
  const required: JsonObject = { ...ownObject(schema, 'dependentRequired') }
  const schemas: JsonObject = { ...ownObject(schema, 'dependentSchemas') }
  for (const [name, value] of Object.entries(dependencies)) {
    if (Array.isArray(value)) required[name] = value
    else schemas[name] = value
  }
  if (Object.keys(required).length > 0) schema.dependentRequired = required
  if (Object.keys(schemas).length > 0) schema.dependentSchemas = schemas
}

// Who reads a page has not come through another schema: a dynamic reference leads where a plain one would.
function moveDynamicRef(schema: JsonObject): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    const ref = ownString(schema, keyword)
    if (ref === undefined) continue
    Reflect.deleteProperty(schema, keyword)
    if (schema.$ref === undefined) schema.$ref = ref
    else schema.allOf = [...ownItems(schema, 'allOf'), { $ref: ref }]
  }
}

function moveNullable(schema: JsonObject): JsonObject {
  const nullable = own(schema, 'nullable') === true || own(schema, 'x-nullable') === true
  if (!('nullable' in schema) && !('x-nullable' in schema)) return schema
  const { nullable: _, 'x-nullable': __, ...rest } = schema
  return nullable ? orNull(rest) : rest
}

function orNull(schema: JsonObject): JsonObject {
  const type = own(schema, 'type')
  const values = own(schema, 'enum')
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}
  if (typeof type === 'string')
    return { ...schema, type: type === 'null' ? type : [type, 'null'], ...withNull }
  if (Array.isArray(type))
    return { ...schema, type: type.includes('null') ? type : [...type, 'null'], ...withNull }
  return orNullByComposition({ ...schema, ...withNull })
}

// Without a type only another alternative can say "or null".
function orNullByComposition(schema: JsonObject): JsonObject {
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = own(schema, keyword)
    if (Array.isArray(alternatives)) return { ...schema, [keyword]: [...alternatives, { type: 'null' }] }
  }
  const { $ref, allOf, ...rest } = schema
  const target: JsonValue | undefined = $ref ? { $ref } : allOf ? { allOf } : undefined
  return target ? { ...rest, anyOf: [target, { type: 'null' }] } : schema
}

/** The values of `discriminator.mapping`, which are references in disguise. */
export function mapDiscriminator(schema: JsonObject, visit: (ref: string) => string): JsonObject {
  const discriminator = ownObject(schema, 'discriminator')
  const mapping = discriminator && ownObject(discriminator, 'mapping')
  if (!mapping) return schema
  const entries = Object.keys(mapping).map((key) => {
    const ref = ownString(mapping, key)
    return [key, ref ? visit(ref) : (mapping[key] as JsonValue)]
  })
  return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(entries) } }
}
