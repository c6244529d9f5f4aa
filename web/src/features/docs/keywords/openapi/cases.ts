// Descriptions in which one object has the fields that a row is about.
import type { JsonObject } from '../../../../../../analysis/index.ts'
import { api, type Case, operation } from '../page.tsx'

/** A field, the page that should show it, and the words that show it. */
export type Row = [keyword: string, page: Case, ...shown: string[]]

export const info = (parts: JsonObject): Case => api({ info: { title: 'Pets', version: '1', ...parts } })
export const server = (parts: JsonObject): Case => api({ servers: [{ url: 'https://x.test', ...parts }] })
export const parameter = (parts: JsonObject): Case =>
  operation({ parameters: [{ name: 'p1', in: 'query', schema: { type: 'string' }, ...parts }] })
export const list = { type: 'array', items: { type: 'string' } }
export const fields = { type: 'object', properties: { inside: { type: 'string' } } }
export const body = (parts: JsonObject, mediaType = 'application/json'): Case =>
  operation({ requestBody: { content: { [mediaType]: parts } } })
export const encoding = (parts: JsonObject): Case =>
  body({ schema: { properties: { tags: list } }, encoding: { tags: parts } }, 'multipart/form-data')
export const response = (parts: JsonObject): Case =>
  operation({ responses: { 200: { description: 'Fine', ...parts } } })
export const header = (parts: JsonObject): Case =>
  response({ headers: { 'X-Left': { schema: { type: 'integer' }, ...parts } } })
export const link = (parts: JsonObject): Case =>
  operation({ operationId: 'putPets', responses: { 200: { description: 'Fine', links: { next: parts } } } })
export const secured = (scheme: JsonObject, scopes: string[] = []): Case =>
  operation({ security: [{ 'Our key': scopes }] }, { components: { securitySchemes: { 'Our key': scheme } } })
export const oauth = (flows: JsonObject, scopes: string[] = []): Case =>
  secured({ type: 'oauth2', flows }, scopes)
export const callbacks = {
  onDone: { '{$request.body#/url}': { post: { summary: 'Calls back', responses: {} } } },
}
export const method = (name: string): Row => [
  `path.${name}`,
  {
    ...api({ paths: { '/pets': { [name]: { responses: {}, description: 'This one' } } } }),
    page: `/${name}`,
  },
  `${name} / pets`,
  'This one',
]
