import { describe, expect, test } from 'vitest'
import { normalizePath } from './paths.ts'
import { analyzeApi, analyzeFiles, api, getPets, nodeAt } from './testing.ts'

const shared = {
  parameters: {
    limit: {
      name: 'limit',
      in: 'query',
      schema: { type: 'integer' },
      examples: { ten: { $ref: '#/examples/ten' } },
    },
  },
  examples: { ten: { value: 10 } },
  responses: {
    gone: { description: 'Gone', content: { 'application/json': { schema: { $ref: 'models/error.yaml' } } } },
  },
  paths: { pets: { get: { summary: 'Elsewhere', parameters: [{ $ref: '#/parameters/limit' }] } } },
}

describe('references across files', () => {
  const result = analyzeFiles({
    'reference/api.yaml': JSON.stringify(
      api({
        paths: {
          '/pets': { $ref: '../common/shared.yaml#/paths/pets' },
          '/dogs': { get: { responses: { 410: { $ref: '/common/shared.yaml#/responses/gone' } } } },
        },
      }),
    ),
    'common/shared.yaml': JSON.stringify(shared),
    'common/models/error.yaml': 'title: Problem\ntype: object',
  })

  test('a path item of another file, whose own references are relative to that file', () => {
    expect(nodeAt(result, '/paths/~1pets/get')).toMatchObject({
      name: 'Elsewhere',
      data: { request: { query: [{ name: 'limit', examples: [{ key: 'ten', value: 10 }] }] } },
    })
  })

  test('a response of another file, and the edge to the model it uses', () => {
    expect(nodeAt(result, '/paths/~1dogs/get').data).toMatchObject({
      responses: [{ code: '410', description: 'Gone' }],
    })
    expect(result.edges).toContainEqual({
      type: 'ref',
      from: '/reference/api.yaml/paths/~1dogs/get',
      to: '/common/models/error.yaml',
      path: '/responses/gone/content/application~1json/schema',
    })
  })

  test('a file of fragments has a node that leads to who uses it, for members alone', () => {
    expect(nodeAt(result, '/common/shared.yaml')).toMatchObject({ type: 'generic', isInternal: true })
    expect(result.edges).toContainEqual({
      type: 'ref',
      from: '/reference/api.yaml/paths/~1dogs/get',
      to: '/common/shared.yaml',
      path: '/paths/~1dogs/get/responses/410',
    })
    expect(result.diagnostics).toEqual([])
  })
})

describe('references that lead nowhere are reported, not fatal', () => {
  test.each([
    ['a missing component', '#/components/schemas/Gone', 'unresolved-ref'],
    ['a missing file', './gone.yaml', 'unresolved-ref'],
    ['an inherited property', '#/components/constructor', 'unresolved-ref'],
    ['a broken escape', '#/components/%E0%A4%A', 'unresolved-ref'],
    ['a file outside the branch', '../../../../etc/passwd', 'outside-ref'],
    ['another server', 'https://example.com/pet.json', 'remote-ref'],
    ['a local file address', 'file:///etc/passwd', 'outside-ref'],
  ])('%s', (_, $ref, code) => {
    const result = analyzeApi(
      api({
        paths: {
          '/pets': {
            get: { responses: { 200: { description: 'ok', content: { 'a/b': { schema: { $ref } } } } } },
          },
        },
        components: {},
      }),
    )
    expect(result.diagnostics).toMatchObject([
      {
        code,
        severity: 'warning',
        file: 'reference/api.yaml',
        pointer: expect.stringContaining('/schema'),
        line: 1,
        column: expect.any(Number),
      },
    ])
    expect(nodeAt(result, '/get').data).toMatchObject({ responses: [{ contents: [{ schema: { $ref } }] }] })
  })

  test('a reference that climbs out of the branch never meets a file inside it', () => {
    const result = analyzeFiles({
      'etc/passwd.yaml': 'title: Secret\ntype: object',
      'reference/a.yaml':
        'openapi: 3.0.0\ncomponents:\n  schemas:\n    P: {$ref: ../../../etc/passwd.yaml}\n',
    })
    expect(result.diagnostics).toMatchObject([{ code: 'outside-ref', line: 4, column: 5 }])
    expect(nodeAt(result, '/P').data).toEqual({ $ref: '../../../etc/passwd.yaml' })
  })

  test('parameters and responses', () => {
    const data = getPets({
      parameters: [{ $ref: '#/components/parameters/no' }],
      responses: { 200: { $ref: '#/no' }, 201: { description: 'made' } },
    })
    expect(data).toMatchObject({ request: { query: [] }, responses: [{ code: '201' }] })
  })

  test('parameters that refer to each other in a circle', () => {
    const parameters = { a: { $ref: '#/components/parameters/b' }, b: { $ref: '#/components/parameters/a' } }
    expect(
      getPets({ parameters: [{ $ref: '#/components/parameters/a' }] }, { components: { parameters } }),
    ).toMatchObject({ request: { query: [] } })
  })

  test('a reference into what it stands for itself', () => {
    const schemas = {
      A: { $ref: '#/components/schemas/A/properties/x' },
      B: { $ref: '#/components/schemas/A/y' },
    }
    const result = analyzeApi(api({ components: { schemas } }))
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['unresolved-ref', 'unresolved-ref'])
  })

  test('a path item that is its own reference', () => {
    const result = analyzeApi(api({ paths: { '/a': { $ref: '#/paths/~1a' }, '/b': { get: {} } } }))
    expect(result.counts.operation).toBe(1)
  })
})

describe('names that JSON Schema gives', () => {
  const result = analyzeFiles({
    'models/pet.json': JSON.stringify({
      $id: 'https://example.com/schemas/pet.json',
      properties: {
        owner: { $ref: 'https://example.com/schemas/owner.json#' },
        name: { $ref: '#name' },
        street: { $ref: 'owner.json#street' },
        gone: { $ref: '#gone' },
        far: { $ref: 'https://example.com/schemas/far.json' },
      },
      $defs: { Name: { $anchor: 'name', type: 'string' } },
    }),
    'models/owner.json': JSON.stringify({
      $id: 'https://example.com/schemas/owner.json',
      type: 'object',
      definitions: { s: { $id: '#street', type: 'string', maxLength: 40 } },
    }),
  })

  test('lead to the files of the branch and to places in them', () => {
    const { data } = nodeAt(result, 'pet.json')
    expect(data.properties).toMatchObject({
      owner: { $ref: expect.stringMatching(/^#\/__bundled__\/owner/) },
      name: { $ref: '#/__bundled__/Name' },
      street: { $ref: expect.stringMatching(/^#\/__bundled__\/s-/) },
    })
    expect(result.edges).toMatchObject([{ from: '/models/pet.json', to: '/models/owner.json' }])
  })

  test('are reported when nothing has them', () => {
    expect(result.diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['unresolved-ref', '/properties/gone'],
      ['remote-ref', '/properties/far'],
    ])
  })
})

test('an example that looks like a reference is content', () => {
  const value = { $ref: '#/components/schemas/Pet' }
  const content = { 'application/json': { schema: { type: 'object' }, examples: { a: { value } } } }
  const data = getPets(
    { responses: { 200: { description: 'ok', content } } },
    { components: { schemas: { Pet: {} } } },
  )
  expect(data).toMatchObject({ responses: [{ contents: [{ examples: [{ key: 'a', value }] }] }] })
  expect(data).not.toHaveProperty('__bundled__')
})

test.each([
  ['a/./b/../c', 'a/c'],
  ['../../a', 'a'],
  ['/a//b/', 'a/b'],
])('the path %s is %s', (given, expected) => {
  expect(normalizePath(given)).toBe(expected)
})
