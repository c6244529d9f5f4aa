import { exactDigits } from './parse/exact-number.ts'
import type { JsonObject, JsonValue } from './types.ts'

/** Narrows to a JSON object (not an array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property, so that `constructor` and the like are never found on the prototype. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The own property when it is an object, else undefined. */
export function ownObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = own(object, key)
  return isObject(value) ? value : undefined
}

/** The own property when it is a non-empty string, else undefined. */
export function ownString(object: JsonObject, key: string): string | undefined {
  const value = own(object, key)
  return isText(value) && value !== '' ? value : undefined
}

// A number that keeps all its digits is carried as a string, but nobody meant it as one.
function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && exactDigits(value) === null
}

/** Entries of an own object property; empty when it is absent or of another shape. */
export function ownEntries(object: JsonObject, key: string): [string, JsonValue][] {
  return Object.entries(ownObject(object, key) ?? {})
}

/** Items of an own array property; empty when it is absent or of another shape. */
export function ownItems(object: JsonObject, key: string): JsonValue[] {
  const value = own(object, key)
  return Array.isArray(value) ? value : []
}

/** The strings of an own array property. */
export function ownStrings(object: JsonObject, key: string): string[] {
  return ownItems(object, key).filter(isText)
}

/** A JSON pointer from its segments, escaped. */
export function pointer(...segments: (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('')
}

/** Escapes one segment of a JSON pointer. */
export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The segment that was escaped so. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The segments of a JSON pointer, unescaped. */
export function pointerSegments(text: string): string[] {
  if (text === '') return []
  return text.slice(1).split('/').map(unescapeSegment)
}
