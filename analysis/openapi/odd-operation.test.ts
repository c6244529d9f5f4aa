import { expect, test } from 'vitest'
import { analyzeApi, api, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

test.each<[string, unknown]>([
  ['parameters that are a word', { parameters: 'none' }],
  [
    'a parameter that is null',
    { parameters: [null, 1, { in: 'query' }, { name: 'x' }, { name: 'x', in: 'nowhere' }] },
  ],
  ['responses that are a list', { responses: ['x', null] }],
  ['a response that is null', { responses: { 200: null, 201: 'made' } }],
  [
    'content that is null',
    { requestBody: { content: null }, responses: { 200: { description: 'x', content: { 'a/b': null } } } },
  ],
  ['tags that are objects', { tags: [{ name: 'x' }, null, 'ok'] }],
  ['security that is nonsense', { security: [null, 'x', { gone: [] }, { key: 'x' }] }],
  ['servers that are nonsense', { servers: [null, 'x', { url: 3 }] }],
  ['callbacks that are nonsense', { callbacks: { a: null, b: 'x', c: { '/x': null, '/y': { post: 3 } } } }],
  [
    'encoding that is nonsense',
    {
      requestBody: {
        content: { 'a/b': { encoding: { x: null, y: { headers: 'x' } }, examples: { a: null } } },
      },
    },
  ],
])('%s does no harm', (_, operation) => {
  const result = analyzeApi(
    api({ paths: { '/pets': { get: operation as JsonObject, put: { summary: 'Fine' } } } }),
  )
  expect(result.counts.operation).toBe(2)
  expect(nodeAt(result, '/get').data).toMatchObject({ method: 'get', path: '/pets' })
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('headers that contain themselves are given up on', () => {
  const h = {
    content: { 'a/b': { encoding: { x: { headers: { h: { $ref: '#/components/headers/h' } } } } } },
  }
  const get = { summary: 'Round', responses: { 200: { description: 'ok', headers: { h } } } }
  const result = analyzeApi(
    api({ paths: { '/a': { get }, '/b': { get: {} } }, components: { headers: { h } } }),
  )
  expect(nodeAt(result, '/paths/~1a/get').data).toMatchObject({ summary: 'Round', responses: [] })
  expect(result.diagnostics).toMatchObject([{ code: 'odd-document', pointer: '/paths/~1a/get' }])
})

test('examples beyond 256 KB are left out and reported', () => {
  const example = (length: number) => ({ value: 'x'.repeat(length) })
  const examples = {
    small: example(10),
    huge: example(300_000),
    fits: example(200_000),
    over: example(100_000),
  }
  const get = { responses: { 200: { description: 'ok', content: { 'text/plain': { examples } } } } }
  const result = analyzeApi(api({ paths: { '/a': { get } } }))
  expect(nodeAt(result, '/get').data).toMatchObject({
    responses: [{ contents: [{ examples: [{ key: 'small' }, { key: 'fits' }] }] }],
  })
  expect(result.diagnostics).toMatchObject([{ message: 'Too large to be shown: 2 of the examples.' }])
})

test.each<[string, JsonObject]>([
  ['anyOf', { A: { anyOf: [{ $ref: '#/components/schemas/A' }] } }],
  ['oneOf', { A: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'string' }] } }],
  ['allOf', { A: { allOf: [{ $ref: '#/components/schemas/A' }] } }],
  [
    'three in a round, one through a list',
    {
      A: { oneOf: [{ $ref: '#/components/schemas/B' }] },
      B: { anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/C' } }] },
      C: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/C' }] },
    },
  ],
])('schemas whose %s leads to themselves are kept, and every node of the file with them', (_, schemas) => {
  const schema = { $ref: '#/components/schemas/A' }
  const get = { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } }
  const result = analyzeApi(api({ paths: { '/a': { get } }, components: { schemas } }))
  expect(result.counts).toMatchObject({ operation: 1, schema: Object.keys(schemas).length })
  expect(nodeAt(result, '/get').data).toMatchObject({ method: 'get', path: '/a' })
})
