// Which schemas can be held against a value without compiling them. The schema checker (Ajv, as Spectral sets it up) reads
// a schema against its metaschema first, and says what is wrong with it wherever that stands; so a schema is plain only if
// all of it is: each keyword is one that is known here, with a value that the metaschema allows.
import { isObject } from '../../analysis/json.ts'
import type { JsonObject } from '../../analysis/types.ts'

/** The language of schemas: that of OpenAPI 3.0, or of 3.1 without a `jsonSchemaDialect`. */
export type Dialect = 'draft4' | 'draft2020-12'

type Check = (value: unknown, dialect: Dialect, isPlain: (schema: unknown) => boolean) => boolean

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
// Ajv asks for such members by their names, and finds those of every object.
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

const isText: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isSize: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const isBound: Check = (value, dialect) =>
  dialect === 'draft4' ? false : isNumber(value, dialect, () => false)
const isSchema: Check = (value, _, isPlain) => isPlain(value)
const isSchemas: Check = (value, _, isPlain) =>
  Array.isArray(value) && value.length > 0 && value.every(isPlain)

const KEYWORDS: Record<string, Check> = {
  type: (value) =>
    Array.isArray(value)
      ? value.length > 0 && new Set(value).size === value.length && value.every((one) => TYPES.has(one))
      : TYPES.has(String(value)) && typeof value === 'string',
  enum: (value) => Array.isArray(value) && value.length > 0 && areDistinctScalars(value),
  format: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value) && !INHERITED.has(value),
  pattern: (value) => typeof value === 'string' && isPattern(value),
  minLength: isSize,
  maxLength: isSize,
  minItems: isSize,
  maxItems: isSize,
  minProperties: isSize,
  maxProperties: isSize,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isBound,
  exclusiveMaximum: isBound,
  required: (value, dialect) =>
    Array.isArray(value) &&
    (value.length > 0 || dialect !== 'draft4') &&
    new Set(value).size === value.length &&
    value.every((name) => typeof name === 'string' && !INHERITED.has(name)),
  properties: (value, _, isPlain) =>
    isObject(value) &&
    !isOdd(value) &&
    Object.entries(value).every(([name, one]) => !INHERITED.has(name) && isPlain(one)),
  additionalProperties: (value, _, isPlain) => typeof value === 'boolean' || isPlain(value),
  items: isSchema,
  not: isSchema,
  allOf: isSchemas,
  anyOf: isSchemas,
  oneOf: isSchemas,
  uniqueItems: isBoolean,
  title: isText,
  description: isText,
  readOnly: isBoolean,
  writeOnly: isBoolean,
  deprecated: isBoolean,
  nullable: isBoolean,
  // Never read by the checker, not even for names.
  default: () => true,
  examples: (value) => Array.isArray(value),
}

/** Of these a schema says things about itself; the checker only looks for names of schemas in them. */
const ASIDE = /^(example|xml|externalDocs|discriminator|x-.*)$/

// What names a schema, or leads to one, wherever it stands.
const LEADS = new Set([
  ...[
    '$id',
    '$anchor',
    '$dynamicAnchor',
    '$ref',
    '$dynamicRef',
    '$schema',
    '$defs',
    'definitions',
    'properties',
  ],
  ...['patternProperties', 'dependencies', 'items', 'additionalItems', 'contains', 'additionalProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', '__proto__'],
])

/** Whether members of a prototype are an object's to the checker: `__proto__` in a text makes some. */
export function isOdd(value: object): boolean {
  return Object.getPrototypeOf(value) !== Object.prototype
}

/** Says of schemas whether they are plain; of each object once. */
export function plainSchemas(dialect: Dialect): (schema: unknown) => boolean {
  const known = new WeakMap<object, boolean>()
  const isPlain = (schema: unknown): boolean => {
    if (!isObject(schema) || isOdd(schema)) return false
    const before = known.get(schema)
    if (before !== undefined) return before
    // One that comes to itself has no end.
    known.set(schema, false)
    const plain = Object.entries(schema).every(([key, value]) => {
      const check = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined
      return check ? check(value, dialect, isPlain) : ASIDE.test(key) && namesNothing(value)
    })
    const result = plain && mayBeNull(schema)
    known.set(schema, result)
    return result
  }
  return isPlain
}

/** Ajv refuses a `nullable` without a type, and one that says no where the type says yes. */
function mayBeNull({ type, nullable }: JsonObject): boolean {
  if (nullable === undefined) return true
  return type !== undefined && (nullable === true || ![type].flat().includes('null'))
}

function areDistinctScalars(values: unknown[]): boolean {
  return (
    new Set(values).size === values.length &&
    // Infinity and what is no number are null to the checker.
    values.every((one) =>
      typeof one === 'number' ? Number.isFinite(one) : one === null || typeof one !== 'object',
    )
  )
}

/** As the metaschema wants a pattern to be. */
function isPattern(text: string): boolean {
  try {
    return (
      new RegExp(text, 'u') instanceof RegExp && new RegExp(text) instanceof RegExp && !/[^\\]\\Z/.test(text)
    )
  } catch {
    return false
  }
}

function namesNothing(value: unknown): boolean {
  // The checker does not look into lists there.
  if (!isObject(value)) return true
  return (
    !isOdd(value) && Object.entries(value).every(([key, child]) => !LEADS.has(key) && namesNothing(child))
  )
}
