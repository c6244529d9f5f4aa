// A plain schema without what cannot be wrong: compiling it takes the schema checker most of its time, and it says the same
// of the same values, since it stops at the first fault of each.
import { isObject } from '../../analysis/json.ts'
import type { JsonObject, JsonValue } from '../../analysis/types.ts'
import { surelyFits } from './fits.ts'

/** What remains of a plain schema (`plainSchemas`) for values of which one may not fit. */
export function prune(schema: JsonObject, values: JsonValue[]): JsonObject {
  const kept = { ...schema }
  const { properties, items, additionalProperties: more, allOf } = schema
  const objects = values.filter(isObject)
  if (isObject(properties)) {
    const needed = ([name, property]: [string, JsonValue]) => [
      name,
      ofMembers(property, membersOf(objects, name)),
    ]
    kept.properties = Object.fromEntries(Object.entries(properties).map(needed))
  }
  if (isObject(more)) {
    const names = isObject(properties) ? properties : {}
    const others = objects.flatMap((value) =>
      Object.entries(value).flatMap(([name, one]) => (Object.hasOwn(names, name) ? [] : [one])),
    )
    kept.additionalProperties = ofMembers(more, others)
  }
  // How duplicates are looked for, and named, goes by the type of the items.
  if (isObject(items) && schema.uniqueItems !== true)
    kept.items = ofMembers(items, values.filter(Array.isArray).flat())
  if (Array.isArray(allOf)) kept.allOf = allOf.map((one) => (isObject(one) ? prune(one, values) : one))
  return kept
}

function membersOf(objects: JsonObject[], name: string): JsonValue[] {
  return objects.flatMap((value) =>
    value[name] !== undefined && Object.hasOwn(value, name) ? [value[name]] : [],
  )
}

function ofMembers(schema: JsonValue, values: JsonValue[]): JsonValue {
  if (!isObject(schema)) return schema
  if (!values.every((value) => surelyFits(schema, value))) return prune(schema, values)
  // Whether it has to be there depends on these.
  const { readOnly, writeOnly } = schema
  return {
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(writeOnly === undefined ? {} : { writeOnly }),
  }
}
