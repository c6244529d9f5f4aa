// What the tests of this folder share: two small descriptions in, rules out.
import { api } from '../testing.ts'
import type { JsonObject } from '../types.ts'
import { compareDescriptions } from './index.ts'
import type { Change } from './types.ts'

/** A file of a branch; a value that is no text is written as JSON. */
export const file = (path: string, value: JsonObject | string) => ({
  path,
  content: typeof value === 'string' ? value : JSON.stringify(value, null, 1),
})

/** What changed between two files. */
export function changesOf(before: JsonObject | string, after: JsonObject | string, options = {}): Change[] {
  return compareDescriptions(file('old.yaml', before), file('new.yaml', after), options).changes
}

/** Rules and levels, as `major request-body-removed`. */
export function rulesOf(before: JsonObject, after: JsonObject, options = {}): string[] {
  return changesOf(before, after, options).map(({ level, rule }) => `${level} ${rule}`)
}

/** An API whose only operation is this. */
export const operation = (value: JsonObject): JsonObject => api({ paths: { '/pets': { post: value } } })
/** Content as JSON. */
export const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
/** An API that is sent this. */
export const request = (schema: JsonObject): JsonObject =>
  operation({ requestBody: { content: content(schema) }, responses: {} })
/** An API that answers with this. */
export const response = (schema: JsonObject): JsonObject =>
  operation({ responses: { 200: { description: '', content: content(schema) } } })
/** An API with this query parameter. */
export const query = (parameter: JsonObject): JsonObject =>
  operation({ parameters: [{ name: 'q', in: 'query', ...parameter }], responses: {} })

/** An object schema. */
export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
/** The schema of a text. */
export const text: JsonObject = { type: 'string' }
