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
