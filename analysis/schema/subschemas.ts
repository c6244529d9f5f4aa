import { isObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

const ONE = [
  'not',
  'items',
  'additionalProperties',
  'additionalItems',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
]
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const MAP = ['properties', 'patternProperties', 'dependentSchemas']

/** `at` is the place of the subschema below its parent, as pointer segments. */
export type SubschemaVisitor = (schema: JsonObject, ...at: (string | number)[]) => JsonValue

/**
 * Replaces each direct subschema by what `visit` makes of it. Values that are no schemas (examples, defaults, enums)
 * are never visited. Returns the same object when nothing changed, so that unchanged parts stay shared in memory.
 */
export function mapSubschemas(schema: JsonObject, visit: SubschemaVisitor): JsonObject {
  let copy = schema
  const replace = (keyword: string, value: JsonValue) => {
    if (value === schema[keyword]) return
    if (copy === schema) copy = { ...schema }
    copy[keyword] = value
  }
  for (const keyword of ONE) {
    const value = ownValue(schema, keyword)
    if (isObject(value)) replace(keyword, visit(value, keyword))
  }
  for (const keyword of LIST) {
    const value = ownValue(schema, keyword)
    if (Array.isArray(value)) replace(keyword, mapList(value, keyword, visit))
  }
  for (const keyword of MAP) {
    const value = ownValue(schema, keyword)
    if (isObject(value)) replace(keyword, mapMap(value, keyword, visit))
  }
  return copy
}

function ownValue(schema: JsonObject, keyword: string): JsonValue | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

function mapList(list: JsonValue[], keyword: string, visit: SubschemaVisitor): JsonValue[] {
  const mapped = list.map((item, index) => (isObject(item) ? visit(item, keyword, index) : item))
  return mapped.some((item, index) => item !== list[index]) ? mapped : list
}

function mapMap(map: JsonObject, keyword: string, visit: SubschemaVisitor): JsonObject {
  let copy = map
  for (const key of Object.keys(map)) {
    const value = map[key] as JsonValue
    if (!isObject(value)) continue
    const mapped = visit(value, keyword, key)
    if (mapped === value) continue
    if (copy === map) copy = { ...map }
    copy[key] = mapped
  }
  return copy
}
