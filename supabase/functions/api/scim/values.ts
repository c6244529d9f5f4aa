// Resources as they are sent: names in whatever case, booleans as texts, one value where several may be. Read to the names and
// types of the schema; what is read-only or unknown is left out.
import type { Json } from '../../_shared/domain/database.gen.ts'
import { invalid } from './errors.ts'
import { type Attribute, attributeIn, commonAttributes, type ResourceKind } from './schema.ts'

export type Resource = Record<string, Json>

const mostValues = 100
const mostMembers = 20_000

/** Whether something is an object of JSON. */
export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A resource by the schema of its kind. Throws invalidValue. */
export function readResource(kind: ResourceKind, given: unknown): Resource {
  if (!isObject(given)) throw invalid('invalidSyntax', 'A resource is an object.')
  const read: Resource = {}
  for (const [key, value] of Object.entries(given)) {
    if (kind.extension && key.toLowerCase() === kind.extension.urn.toLowerCase()) {
      const extension = readParts(kind.extension.attributes, value, key)
      if (Object.keys(extension).length > 0) read[kind.extension.urn] = extension
      continue
    }
    const attribute = attributeIn([...commonAttributes, ...kind.attributes], key)
    if (!attribute || attribute.mutability === 'readOnly' || attribute.mutability === 'writeOnly') continue
    const kept = readValue(attribute, value)
    if (kept !== null) read[attribute.name] = kept
  }
  return read
}

/** A value by its attribute; null for none. Throws invalidValue. */
export function readValue(attribute: Attribute, value: unknown): Json {
  if (!attribute.multiValued) return readOne(attribute, value)
  if (value === null || value === undefined || value === '') return null
  const given: unknown[] = Array.isArray(value) ? value : [value]
  mustHold(attribute, given.length)
  const read = given
    .map((one) => readOne(attribute, isObject(one) ? one : { value: one }))
    .filter((one) => one !== null)
  return read.length === 0 ? null : onePrimary(read)
}

/** Throws invalidValue for more values than an attribute has. */
export function mustHold({ name }: Attribute, values: number): void {
  if (values > (name === 'members' ? mostMembers : mostValues))
    throw invalid('invalidValue', `${name} has too many values.`)
}

/** Of several values the last that is called primary is. */
export function onePrimary(values: Json[]): Json[] {
  const last = values.findLastIndex((one) => isObject(one) && one.primary === true)
  return values.map((one, at) =>
    isObject(one) && one.primary === true && at !== last ? { ...one, primary: false } : one,
  )
}

function readOne(attribute: Attribute, value: unknown): Json {
  if (value === null || value === undefined) return null
  switch (attribute.type) {
    case 'complex': {
      // A manager is also written as the id alone.
      const parts = readParts(
        attribute.subAttributes ?? [],
        isObject(value) ? value : { value },
        attribute.name,
      )
      return Object.keys(parts).length === 0 ? null : parts
    }
    case 'boolean':
      return readFlag(attribute.name, value)
    default:
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
      if (typeof value !== 'string') throw invalid('invalidValue', `${attribute.name} is a text.`)
      if (value.includes('\0'))
        throw invalid('invalidValue', `${attribute.name} holds a character that no text may.`)
      return value === '' ? null : value
  }
}

function readParts(attributes: Attribute[], value: unknown, name: string): Resource {
  if (value === null || value === undefined) return {}
  if (!isObject(value)) throw invalid('invalidValue', `${name} is an object.`)
  const read: Resource = {}
  for (const [key, part] of Object.entries(value)) {
    const attribute = attributeIn(attributes, key)
    const kept = attribute ? readValue(attribute, part) : null
    if (attribute && kept !== null) read[attribute.name] = kept
  }
  return read
}

function readFlag(name: string, value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const said = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (said === 'true' || said === 'false') return said === 'true'
  throw invalid('invalidValue', `${name} is true or false.`)
}
