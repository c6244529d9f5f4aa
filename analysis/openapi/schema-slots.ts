import { isObject, ownEntries, ownItems, ownObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Replaces, in place, every schema of an operation in http-spec's shape; examples are not touched. */
export function replaceSchemas(operation: JsonObject, replace: (schema: JsonValue) => JsonValue): void {
  const request = ownObject(operation, 'request') ?? {}
  for (const group of ['path', 'query', 'headers', 'cookie', 'unknown'])
    replaceInParameters(request, group, replace)
  replaceInContents(ownObject(request, 'body') ?? {}, replace)
  for (const response of ownItems(operation, 'responses').filter(isObject)) {
    replaceInParameters(response, 'headers', replace)
    replaceInContents(response, replace)
  }
}

function replaceInParameters(
  holder: JsonObject,
  group: string,
  replace: (schema: JsonValue) => JsonValue,
): void {
  for (const parameter of ownItems(holder, group).filter(isObject)) {
    // http-spec's own bookkeeping; nothing reads it.
    Reflect.deleteProperty(parameter, 'explicitProperties')
    replaceSchema(parameter, replace)
    if (!isObject(parameter.content)) continue
    const content = ownEntries(parameter, 'content').map(([type, media]) => {
      if (!isObject(media)) return [type, media]
      const copy = { ...media }
      replaceSchema(copy, replace)
      return [type, copy]
    })
    parameter.content = Object.fromEntries(content)
  }
}

function replaceInContents(holder: JsonObject, replace: (schema: JsonValue) => JsonValue): void {
  for (const content of ownItems(holder, 'contents').filter(isObject)) {
    replaceSchema(content, replace)
    for (const encoding of ownItems(content, 'encodings').filter(isObject)) {
      replaceInParameters(encoding, 'headers', replace)
    }
  }
}

function replaceSchema(holder: JsonObject, replace: (schema: JsonValue) => JsonValue): void {
  if (isObject(holder.schema)) holder.schema = replace(holder.schema)
}
