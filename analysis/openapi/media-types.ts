import { isObject, own, ownItems, ownStrings } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

const JSON_TYPE = 'application/json'
const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/**
 * OpenAPI 2.0 says what is sent and answered in `consumes` and `produces`, and many descriptions leave them out. It is
 * JSON then, or a form where there are fields of one; otherwise bodies and answers would have no content at all.
 */
export function withMediaTypes(operation: JsonObject, shared: JsonValue[], document: JsonObject): JsonObject {
  const parameters = [...ownItems(operation, 'parameters'), ...shared].filter(isObject)
  return {
    ...operation,
    consumes: consumed(parameters, typesOf(operation, document, 'consumes')),
    produces: orJson(typesOf(operation, document, 'produces')),
  }
}

function consumed(parameters: JsonObject[], types: string[]): string[] {
  const fields = parameters.filter((parameter) => own(parameter, 'in') === 'formData')
  if (fields.length === 0) return orJson(types)
  if (types.includes(URL_ENCODED) || types.includes(MULTIPART)) return types
  const hasFile = fields.some((field) => own(field, 'format') === 'binary')
  return [...types, hasFile ? MULTIPART : URL_ENCODED]
}

function orJson(types: string[]): string[] {
  return types.length > 0 ? types : [JSON_TYPE]
}

function typesOf(operation: JsonObject, document: JsonObject, key: 'consumes' | 'produces'): string[] {
  return ownStrings(Array.isArray(own(operation, key)) ? operation : document, key)
}
