import { describe, expect, test } from 'vitest'
import { analyzeApi, analyzeFiles, api, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

const body = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const callback = { requestBody: body('Sent'), responses: { 200: { description: 'ok' } } }

describe('a callback has a page of its own', () => {
  const result = analyzeApi(
    api({
      paths: {
        '/orders': {
          post: {
            summary: 'Order',
            'x-internal': true,
            responses: { 200: { description: 'ok', ...body('Answered') } },
            callbacks: { onDone: { '{$request.body#/url}': { post: { ...callback, tags: ['Hooks'] } } } },
          },
        },
      },
      components: { schemas: { Sent: { type: 'object' }, Answered: { type: 'string' } } },
    }),
  )
  const uri = '/reference/api.yaml/paths/~1orders/post/callbacks/onDone/{$request.body#~1url}/post'
  const page = nodeAt(result, uri)

  test('below its operation, as internal as that', () => {
    expect(page).toMatchObject({
      type: 'http_callback',
      name: 'onDone',
      method: 'post',
      path: '{$request.body#/url}',
      parentUri: '/reference/api.yaml/paths/~1orders/post',
      isInternal: true,
      tags: ['Hooks'],
    })
    const edge = { type: 'parent', from: uri, to: page.parentUri, path: '', isInternal: true }
    expect(result.edges).toContainEqual(edge)
  })

  test('with the schemas that it needs, and no others', () => {
    expect(page.data).toMatchObject({
      id: page.id,
      key: 'onDone',
      request: { body: { contents: [{ schema: { $ref: '#/__bundled__/Sent' } }] } },
    })
    expect(Object.keys(page.data.__bundled__ as JsonObject)).toEqual(['Sent'])
  })

  test('and stands on the page of the operation too, but not in the table of contents', () => {
    const { data } = nodeAt(result, '/paths/~1orders/post')
    expect(data).toMatchObject({ callbacks: [{ key: 'onDone', method: 'post' }] })
    expect(Object.keys(data.__bundled__ as JsonObject).sort()).toEqual(['Answered', 'Sent'])
    expect(JSON.stringify(result.toc)).not.toContain('onDone')
    expect(result.counts.operation).toBe(1)
  })
})

test('shared callbacks do not multiply without end', () => {
  const expressions = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`/${n}`, { post: callback }]))
  const paths = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      `/${n}`,
      { post: { callbacks: { all: { $ref: '#/components/callbacks/all' } } } },
    ]),
  )
  const result = analyzeApi(
    api({ paths, components: { callbacks: { all: expressions }, schemas: { Sent: {} } } }),
  )
  expect(result.nodes.filter(({ type }) => type === 'http_callback').length).toBe(20 * 50)
})

describe('a server is a node of its API', () => {
  test.each([
    [
      'OpenAPI 3',
      api({ servers: [{ url: 'https://a.io/v1', description: 'Production.' }, { url: '/v2' }] }),
      [
        ['/servers/0', 'Production.', 'https://a.io/v1'],
        ['/servers/1', '/v2', '/v2'],
      ],
    ],
    [
      'OpenAPI 2',
      { swagger: '2.0', info: { title: 'A' }, host: 'a.io', basePath: '/v1', schemes: ['https', 'http'] },
      [
        ['/schemes/0', 'https://a.io/v1', 'https://a.io/v1'],
        ['/schemes/1', 'http://a.io/v1', 'http://a.io/v1'],
      ],
    ],
  ])('%s', (_, document, expected) => {
    const { nodes, edges } = analyzeApi(document as JsonObject)
    const servers = nodes.filter(({ type }) => type === 'http_server')
    expect(
      servers.map(({ uri, name, data }) => [uri.replace('/reference/api.yaml', ''), name, data.url]),
    ).toEqual(expected)
    expect(edges.filter(({ type, to }) => type === 'parent' && to === '/reference/api.yaml').length).toBe(2)
  })
})

describe('what calls itself something that is not read here', () => {
  test.each([
    ['openapi: 4.0.0\ninfo: {}\npaths: {}', 'error', 'unsupported-version', 1],
    ['# old\nswagger: "1.2"\ndefinitions: {}', 'error', 'unsupported-version', 2],
    ['asyncapi: 2.6.0\ncomponents: {}', 'warning', 'unsupported-format', 1],
  ])('%j', (text, severity, code, line) => {
    const result = analyzeFiles({ 'reference/a.yaml': text, 'docs/b.md': '# B' })
    expect(result.nodes.map(({ uri }) => uri)).toEqual(['/docs/b.md'])
    expect(result.diagnostics).toMatchObject([{ severity, code, line, file: 'reference/a.yaml' }])
  })

  test('a path to a description is no version', () => {
    expect(analyzeFiles({ 'tool.yaml': 'openapi: ./spec.yaml' }).diagnostics).toEqual([])
  })
})
