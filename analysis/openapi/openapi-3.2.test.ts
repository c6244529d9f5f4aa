import { expect, it } from 'vitest'
import { checkDescription } from '../check.ts'
import { analyzeApi, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

const operation = { responses: { 200: { description: 'Fine.' } } }
const api = (parts: JsonObject, openapi = '3.2.0') => ({
  openapi,
  info: { title: 'Pets', version: '1' },
  ...parts,
})

it('has operations of further methods, which stand where the document has them', () => {
  const result = analyzeApi(
    api({
      paths: {
        '/pets': {
          query: { ...operation, summary: 'Search' },
          additionalOperations: { COPY: { ...operation, summary: 'Copy' }, 'no token': operation, GET: 3 },
          get: operation,
        },
      },
    }),
  )
  expect(result.counts.operation).toBe(3)
  expect(nodeAt(result, '/paths/~1pets/query')).toMatchObject({ name: 'Search', method: 'query' })
  expect(nodeAt(result, '/paths/~1pets/additionalOperations/COPY')).toMatchObject({
    method: 'copy',
    data: { method: 'copy', path: '/pets' },
  })
  expect(result.diagnostics).toEqual([])
})

it('shows the items of a stream as a list of them', () => {
  const content = { 'text/event-stream': { itemSchema: { $ref: '#/components/schemas/Event' } } }
  const result = analyzeApi(
    api({
      paths: { '/events': { get: { responses: { 200: { description: 'Events.', content } } } } },
      components: { schemas: { Event: { type: 'object', properties: { data: { type: 'string' } } } } },
    }),
  )
  const { data } = nodeAt(result, '/get')
  expect(data).toMatchObject({
    responses: [{ contents: [{ mediaType: 'text/event-stream', schema: { type: 'array', items: {} } }] }],
  })
  expect(JSON.stringify(data)).toContain('"items":{"$ref":"#/__bundled__/')
})

it('follows a media type that is kept under components', () => {
  const result = analyzeApi(
    api({
      paths: {
        '/pets': {
          get: {
            responses: {
              200: {
                description: 'Pets.',
                content: { 'application/json': { $ref: '#/components/mediaTypes/Pets' } },
              },
            },
          },
        },
      },
      components: { mediaTypes: { Pets: { schema: { type: 'array', items: { type: 'string' } } } } },
    }),
  )
  expect(nodeAt(result, '/get').data).toMatchObject({
    responses: [{ contents: [{ schema: { type: 'array', items: { type: 'string' } } }] }],
  })
})

it.each(['3.3.0', '4.0.0', '31'])('is the last version that is read: %s is refused by name', (version) => {
  expect(() => checkDescription(JSON.stringify(api({}, version)), 'a.json')).toThrow(
    `OpenAPI ${version} cannot be read here: 2.0, 3.0, 3.1 and 3.2 can.`,
  )
})
