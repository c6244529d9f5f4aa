// An example value for a schema that brings none. The sampler gets a copy that is small by construction: references
// followed, allOf merged, cycles cut, counts and sizes bounded, so that no description can freeze the page.
import { sample } from 'openapi-sampler'
import { withoutMarks } from '../../../../../analysis/parse/exact-number.ts'
import type { JsonSchema, SchemaLike } from '../model/types.ts'
import { discriminatorOf, valueNamed } from './discriminator.ts'
import { examplesOf } from './facts.ts'
import { flatten, isSchema, isSchemaLike, refName, type SchemaDoc } from './flatten.ts'
import { typesOf } from './view.ts'

const MAX_SCHEMAS = 500
const MAX_DEPTH = 8
const MAX_ITEMS = 3
const MAX_LENGTH = 100

export interface SampleOptions {
  /** A request leaves out what only the server sets, a response what only the client sends. */
  direction: 'request' | 'response'
  xml?: boolean
}

/** A sample value (a string for XML), or undefined when none can be made. Never throws. */
export function sampleOf(schema: SchemaLike, doc: SchemaDoc, options: SampleOptions): unknown {
  try {
    const small = shrink(schema, doc, { left: MAX_SCHEMAS }, [], 0)
    if (small === undefined) return undefined
    const made = sample(small, {
      quiet: true,
      skipReadOnly: options.direction === 'request',
      skipWriteOnly: options.direction === 'response',
      maxSampleDepth: MAX_DEPTH + 2,
      ...(options.xml && { format: 'xml' as const }),
    })
    return options.xml && typeof made === 'string' ? withoutMarks(made) : made
  } catch {
    return undefined
  }
}

function shrink(
  schema: SchemaLike,
  doc: SchemaDoc,
  budget: { left: number },
  above: readonly string[],
  depth: number,
): JsonSchema | undefined {
  if (schema === false || budget.left-- <= 0 || depth > MAX_DEPTH) return undefined
  const flat = flatten(schema, doc)
  if (flat.refs.some((ref) => above.includes(ref))) return undefined
  const inside = [...above, ...flat.refs]
  const name = flat.refName ?? (schema === doc.root ? doc.name : undefined)
  const own = withFirstChoice(withOwnName(flat.schema, name), doc)
  const below = (child: SchemaLike): JsonSchema | undefined => shrink(child, doc, budget, inside, depth + 1)
  return { ...scalars(own), ...shrinkObject(own, below), ...shrinkArray(own, below) }
}

function withFirstChoice(schema: JsonSchema, doc: SchemaDoc): JsonSchema {
  const { oneOf, anyOf, ...rest } = schema
  const options = [oneOf, anyOf].find((list) => Array.isArray(list)) as unknown[] | undefined
  const first = options?.filter(isSchemaLike).find((option) => !isSchema(option) || option.type !== 'null')
  if (first === undefined) return rest
  const flat = flatten({ allOf: [rest, first] }, doc)
  const name = isSchema(first) && typeof first.$ref === 'string' ? refName(first.$ref) : undefined
  const merged = withOwnName(flat.schema, name)
  return merged.oneOf || merged.anyOf
    ? withFirstChoice({ ...merged, oneOf: undefined, anyOf: undefined }, doc)
    : merged
}

/** A schema that is one of several, with the value by which it is told apart from the others. */
function withOwnName(schema: JsonSchema, name: string | undefined): JsonSchema {
  const property = discriminatorOf(schema)
  if (property === undefined || name === undefined || schema.oneOf || schema.anyOf) return schema
  const fields = isSchema(schema.properties) ? schema.properties : {}
  const field = isSchema(fields[property]) ? fields[property] : { type: 'string' }
  const value = valueNamed(schema, name) ?? name
  const fits = !Array.isArray(field.enum) || field.enum.includes(value)
  if (!fits || field.const !== undefined) return schema
  return { ...schema, properties: { ...fields, [property]: { type: field.type ?? 'string', const: value } } }
}

function scalars(schema: JsonSchema): JsonSchema {
  const kept: Record<string, unknown> = {}
  for (const key of ['format', 'const', 'default', 'enum', 'readOnly', 'writeOnly', 'xml']) {
    if (schema[key] !== undefined) kept[key] = schema[key]
  }
  for (const key of ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof schema[key] === 'number' || typeof schema[key] === 'boolean') kept[key] = schema[key]
  }
  for (const key of ['minLength', 'maxLength']) {
    if (typeof schema[key] === 'number') kept[key] = Math.min(schema[key], MAX_LENGTH)
  }
  const example = examplesOf(schema)[0]
  if (example !== undefined) kept.example = example
  const type = typesOf(schema).find((name) => name !== 'null') ?? typesOf(schema)[0]
  return type === undefined ? kept : { ...kept, type }
}

function shrinkObject(schema: JsonSchema, below: (child: SchemaLike) => JsonSchema | undefined): JsonSchema {
  const out: Record<string, unknown> = {}
  if (isSchema(schema.properties)) {
    const entries = Object.entries(schema.properties).flatMap(([name, child]) => {
      const small = isSchemaLike(child) ? below(child) : undefined
      return small === undefined ? [] : [[name, small] as const]
    })
    out.properties = Object.fromEntries(entries)
  }
  const extra = schema.additionalProperties
  // Beside named properties the catch-all only clutters the example.
  if (isSchema(extra) && !isSchema(schema.properties)) {
    const small = below(extra)
    if (small) out.additionalProperties = { ...small, 'x-additionalPropertiesName': 'key' }
  }
  return out
}

function shrinkArray(schema: JsonSchema, below: (child: SchemaLike) => JsonSchema | undefined): JsonSchema {
  const out: Record<string, unknown> = {}
  const tuple = [schema.prefixItems, schema.items].find((items) => Array.isArray(items)) as
    | unknown[]
    | undefined
  if (tuple)
    out.items = tuple.slice(0, 10).map((item) => (isSchemaLike(item) ? below(item) : undefined) ?? {})
  else if (isSchemaLike(schema.items)) out.items = below(schema.items)
  if (out.items === undefined) delete out.items
  for (const key of ['minItems', 'maxItems']) {
    if (typeof schema[key] === 'number') out[key] = Math.min(schema[key], MAX_ITEMS)
  }
  return out
}
