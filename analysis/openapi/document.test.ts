import { describe, expect, test } from 'vitest'
import { analyzeApi, api, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

describe('a service', () => {
  test('carries what the overview page shows', () => {
    const result = analyzeApi(
      api({
        info: {
          title: 'Shop',
          version: 3,
          description: '![logo](x.png)\n\nSells *things*.',
          termsOfService: 'https://x/tos',
          contact: { email: 'a@x.io' },
          license: { name: 'MIT', url: 'https://mit' },
          'x-logo': { url: 'https://x/logo.png' },
        },
        tags: [{ name: 'A', description: 'About A' }],
        servers: [{ url: 'https://x.io' }],
        security: [{ key: [] }],
        externalDocs: { url: 'https://docs' },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } } },
        'x-webhooks': { big: { $ref: '#/x' } },
      }),
    )
    expect(nodeAt(result, '/reference/api.yaml')).toMatchObject({
      type: 'http_service',
      name: 'Shop',
      version: '3',
      summary: 'Sells things.',
      data: {
        name: 'Shop',
        termsOfService: 'https://x/tos',
        contact: { email: 'a@x.io' },
        license: { name: 'MIT', url: 'https://mit' },
        logo: { url: 'https://x/logo.png' },
        tags: [{ name: 'A', description: 'About A' }],
        servers: [{ url: 'https://x.io' }],
        security: [[{ key: 'key', in: 'query' }]],
        securitySchemes: [{ key: 'key', type: 'apiKey' }],
        externalDocs: { url: 'https://docs' },
        extensions: {},
      },
    })
  })

  test.each([
    ['no info', {}],
    ['info that is null', { info: null }],
    ['a title that is a number', { info: { title: 5, license: 'MIT', contact: [] } }],
    [
      'odd tags, servers and security',
      { tags: [null, 'x', { name: 7 }], servers: 'x', security: 'x', components: 'x', paths: 'x' },
    ],
  ])('with %s is still a service', (_, parts) => {
    const result = analyzeApi({ openapi: '3.0.0', ...parts } as JsonObject)
    expect(result.nodes).toMatchObject([{ type: 'http_service', name: 'api' }])
  })
})

describe('OpenAPI 3.1', () => {
  const result = analyzeApi(
    api({
      openapi: '3.1.0',
      info: { title: 'Events', version: '1', summary: 'Short', license: { name: 'MIT', identifier: 'MIT' } },
      webhooks: {
        newPet: {
          post: {
            summary: 'A pet arrived',
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
        gone: { $ref: '#/components/pathItems/gone' },
      },
      components: {
        schemas: {
          Pet: {
            type: ['object', 'null'],
            properties: { a: { const: 1 }, b: { exclusiveMinimum: 3 } },
            examples: [{ a: 1 }],
          },
        },
        pathItems: { gone: { delete: { operationId: 'gone' } } },
      },
    }),
  )

  test('webhooks are nodes of their own type', () => {
    expect(nodeAt(result, '/webhooks/newPet/post')).toMatchObject({
      type: 'http_webhook',
      name: 'A pet arrived',
      method: 'post',
      path: 'newPet',
      data: { name: 'newPet', request: { body: { contents: [{ schema: { $ref: '#/__bundled__/Pet' } }] } } },
    })
    expect(nodeAt(result, '/webhooks/gone/delete').name).toBe('gone')
    expect(result.counts).toEqual({ article: 0, schema: 1, api: 1, operation: 2 })
  })

  test('schemas are kept as they are, and the summary and licence of info with them', () => {
    expect(nodeAt(result, '/Pet').data).toEqual({
      type: ['object', 'null'],
      properties: { a: { const: 1 }, b: { exclusiveMinimum: 3 } },
      examples: [{ a: 1 }],
    })
    expect(nodeAt(result, 'api.yaml')).toMatchObject({
      summary: 'Short',
      data: { license: { identifier: 'MIT' } },
    })
  })
})

describe('OpenAPI 2.0', () => {
  const result = analyzeApi({
    swagger: '2.0',
    info: { title: 'Old', version: '1' },
    host: 'api.x.io',
    basePath: '/v1',
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: {
      basic: { type: 'basic' },
      oauth: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://a',
        tokenUrl: 'https://t',
        scopes: { r: 'R' },
      },
    },
    security: [{ basic: [] }],
    parameters: { limit: { name: 'limit', in: 'query', type: 'integer', format: 'int32', maximum: 50 } },
    responses: { gone: { description: 'Gone', schema: { $ref: '#/definitions/Problem' } } },
    definitions: {
      Pet: { type: 'object', properties: { owner: { $ref: '#/definitions/Problem' } } },
      Problem: { type: 'object', 'x-nullable': true },
    },
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/parameters/limit' }],
        post: {
          parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
          responses: {
            200: {
              description: 'ok',
              schema: { type: 'array', items: { $ref: '#/definitions/Pet' } },
              headers: { 'X-N': { type: 'string' } },
              examples: { 'application/json': [1] },
            },
            410: { $ref: '#/responses/gone' },
          },
        },
        put: {
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'photo', in: 'formData', type: 'file', required: true },
            { name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          ],
        },
      },
    },
  })

  test('bodies, responses and shared parts take the shape of 3.x', () => {
    expect(nodeAt(result, '/post').data).toMatchObject({
      servers: [{ url: 'https://api.x.io/v1' }],
      security: [[{ key: 'basic', type: 'http', scheme: 'basic' }]],
      request: {
        query: [{ name: 'limit', schema: { type: 'integer', maximum: 50 } }],
        body: {
          required: true,
          contents: [{ mediaType: 'application/json', schema: { $ref: '#/__bundled__/Pet' } }],
        },
      },
      responses: [
        {
          code: '200',
          headers: [{ name: 'X-N' }],
          contents: [
            {
              mediaType: 'application/json',
              schema: { items: { $ref: '#/__bundled__/Pet' } },
              examples: [{ value: [1] }],
            },
          ],
        },
        { code: '410', description: 'Gone', contents: [{ schema: { $ref: '#/__bundled__/Problem' } }] },
      ],
      __bundled__: {
        Pet: { properties: { owner: { $ref: '#/__bundled__/Problem' } } },
        Problem: { type: ['object', 'null'] },
      },
    })
  })

  test('forms and files', () => {
    expect(nodeAt(result, '/put').data).toMatchObject({
      request: {
        query: [{ name: 'ids', explode: true }, { name: 'limit' }],
        body: {
          contents: [
            {
              mediaType: 'multipart/form-data',
              schema: {
                type: 'object',
                required: ['photo'],
                properties: { photo: { type: 'string', format: 'binary' } },
              },
            },
          ],
        },
      },
    })
  })

  test('definitions are models under their own URI', () => {
    expect(nodeAt(result, '/reference/api.yaml/definitions/Pet')).toMatchObject({
      type: 'model',
      name: 'Pet',
      parentUri: '/reference/api.yaml',
    })
  })
})

describe('models', () => {
  test('are named by title, else by key, and carry tags, marks and summary', () => {
    const schemas = {
      a: { title: 'Pet', 'x-tags': ['T'], deprecated: true, description: 'A pet.' },
      b: { 'x-internal': true },
    }
    expect(analyzeApi(api({ components: { schemas } })).nodes.slice(1)).toMatchObject([
      {
        name: 'Pet',
        tags: ['T'],
        isDeprecated: true,
        isInternal: false,
        summary: 'A pet.',
        version: '1.2.0',
      },
      { name: 'b', isInternal: true },
    ])
  })

  test('have an edge to their API and to each model they use, once', () => {
    const B = { $ref: '#/components/schemas/B' }
    const { edges } = analyzeApi(
      api({ components: { schemas: { A: { properties: { x: B, y: B } }, B: {} } } }),
    )
    const base = '/reference/api.yaml/components/schemas'
    expect(edges).toEqual([
      { type: 'parent', from: `${base}/A`, to: '/reference/api.yaml', path: '' },
      { type: 'ref', from: `${base}/A`, to: `${base}/B`, path: '/components/schemas/A/properties/x' },
      { type: 'parent', from: `${base}/B`, to: '/reference/api.yaml', path: '' },
    ])
  })
})

describe('OpenAPI 2.0 without consumes and produces', () => {
  const pets = (operation: JsonObject, parts: JsonObject = {}) =>
    nodeAt(analyzeApi({ swagger: '2.0', ...parts, paths: { '/a': { post: operation } } }), '/post').data
  const body = { name: 'b', in: 'body', schema: { type: 'string' } }
  const field = { name: 'f', in: 'formData', type: 'string' }
  const types = (data: JsonObject) => {
    const { contents } = (data.request as { body: { contents: { mediaType: string }[] } }).body
    return contents.map(({ mediaType }) => mediaType)
  }

  test('answers and bodies are JSON', () => {
    const data = pets({ parameters: [body], responses: { 200: { schema: { type: 'integer' } } } })
    expect(types(data)).toEqual(['application/json'])
    expect(data).toMatchObject({ responses: [{ contents: [{ mediaType: 'application/json' }] }] })
  })

  test.each([
    ['fields are a form', [field], {}, ['application/x-www-form-urlencoded']],
    ['files are a form of parts', [field, { ...field, type: 'file' }], {}, ['multipart/form-data']],
    [
      'fields are no JSON',
      [field],
      { consumes: ['application/json'] },
      ['application/x-www-form-urlencoded'],
    ],
    ['what is said counts', [body], { consumes: ['text/plain'] }, ['text/plain']],
  ])('%s', (_, parameters, parts, expected) => {
    expect(types(pets({ parameters, responses: {} }, parts))).toEqual(expected)
  })
})
