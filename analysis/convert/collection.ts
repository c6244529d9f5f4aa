// Postman collections become OpenAPI descriptions. A hostile one can take long: browsers convert off the page's thread, the
// worker in a process of its own. The converter is large: only these import this.
import { convert } from '@scalar/postman-to-openapi'
import { isObject, own, ownString } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { isVersion1 } from './version-1.ts'

/** How collections name their own format. */
export const schemaOfCollections = 'schema.getpostman.com/json/collection/'

/** A collection that cannot be converted; the message is fit to show. */
export class CollectionError extends Error {
  override name = 'CollectionError'
}

/** What a collection says it is; null for other documents. */
function collectionOf(text: string): JsonObject | null {
  const value = parsed(text)
  const info = isObject(value) ? own(value, 'info') : undefined
  const schema = isObject(info) ? (ownString(info, 'schema') ?? '') : ''
  return isObject(value) && (schema.includes(schemaOfCollections) || isVersion1(value)) ? value : null
}

/**
 * The OpenAPI description of a collection, as JSON text; null for a file that is none. Throws CollectionError for versions
 * that are not read and for collections that are broken.
 */
export function descriptionOf(path: string, text: string): string | null {
  const collection = collectionOf(text)
  if (!collection) return null
  const info = own(collection, 'info')
  if (!isObject(info) || !/\/collection\/v2\.[01]/.test(ownString(info, 'schema') ?? ''))
    throw new CollectionError(
      `${path}: only Postman collections of version 2.0 and 2.1 can be imported. Export it anew.`,
    )
  try {
    const converted = JSON.parse(JSON.stringify(convert(text))) as JsonValue
    return `${JSON.stringify(withExamples(converted), null, 2)}\n`
  } catch (cause) {
    throw new CollectionError(`${path}: this Postman collection is broken and cannot be converted.`, {
      cause,
    })
  }
}

// The converter writes the examples of responses as their bare value, where OpenAPI has an object around it.
function withExamples(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withExamples)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'responses' ? wrapped(inner) : withExamples(inner),
    ]),
  )
}

function wrapped(responses: JsonValue): JsonValue {
  return mapped(responses, (response) =>
    isObject(response) && isObject(response.content)
      ? { ...response, content: mapped(response.content, wrappedMedia) }
      : response,
  )
}

function wrappedMedia(media: JsonValue): JsonValue {
  if (!isObject(media) || !isObject(media.examples)) return media
  const isExample = (one: JsonValue) => isObject(one) && Object.hasOwn(one, 'value')
  return { ...media, examples: mapped(media.examples, (one) => (isExample(one) ? one : { value: one })) }
}

function mapped(object: JsonValue, map: (value: JsonValue) => JsonValue): JsonValue {
  if (!isObject(object)) return object
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue
  } catch {
    return null
  }
}
