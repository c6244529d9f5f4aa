import { isObject, ownItems, ownObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** What a node may carry of examples, in characters of JSON: one big answer of a real API fits. */
const EXAMPLE_BUDGET = 256 * 1024
const sizes = new WeakMap<object, number>()

/** Replaces, in place, every schema of an operation in http-spec's shape; examples are not touched. */
export function replaceSchemas(operation: JsonObject, replace: (schema: JsonValue) => JsonValue): void {
  for (const holder of holders(operation)) {
    // http-spec's own bookkeeping; nothing reads it.
    Reflect.deleteProperty(holder, 'explicitProperties')
    if (isObject(holder.schema)) holder.schema = replace(holder.schema)
  }
}

/**
 * Takes out, in place, the examples beyond the budget and returns how many. Without it one fat response that a thousand
 * operations share would be stored a thousand times.
 */
export function limitExamples(operation: JsonObject): number {
  let spent = 0
  let dropped = 0
  for (const holder of holders(operation)) {
    const examples = ownItems(holder, 'examples')
    if (examples.length === 0) continue
    const kept = examples.filter((example) => {
      const size = sizeOf(example)
      if (spent + size > EXAMPLE_BUDGET) return false
      spent += size
      return true
    })
    dropped += examples.length - kept.length
    holder.examples = kept
  }
  return dropped
}

/** Everything of an operation that holds a schema or examples: parameters, headers, bodies by media type. */
function* holders(operation: JsonObject): Generator<JsonObject> {
  const request = ownObject(operation, 'request') ?? {}
  for (const group of ['path', 'query', 'headers', 'cookie', 'unknown']) yield* parameters(request, group)
  yield* contents(ownObject(request, 'body') ?? {})
  for (const response of ownItems(operation, 'responses').filter(isObject)) {
    yield* parameters(response, 'headers')
    yield* contents(response)
  }
}

function* parameters(parent: JsonObject, group: string): Generator<JsonObject> {
  for (const parameter of ownItems(parent, group).filter(isObject)) {
    yield parameter
    yield* Object.values(ownObject(parameter, 'content') ?? {}).filter(isObject)
  }
}

function* contents(parent: JsonObject): Generator<JsonObject> {
  for (const content of ownItems(parent, 'contents').filter(isObject)) {
    yield content
    for (const encoding of ownItems(content, 'encodings').filter(isObject))
      yield* parameters(encoding, 'headers')
  }
}

function sizeOf(example: JsonValue): number {
  const value = isObject(example) ? (example.value ?? null) : example
  if (typeof value !== 'object' || value === null) return String(value).length
  let size = sizes.get(value)
  if (size === undefined) {
    size = JSON.stringify(value).length
    sizes.set(value, size)
  }
  return size
}
