import { describe, expect, test } from 'vitest'
import { analyzeApi, api, getPets, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

describe('an operation as a node', () => {
  test('is named by its summary, else its operationId, else its path', () => {
    const paths = {
      '/a': { get: { summary: 'List', operationId: 'x' }, put: { operationId: 'x' }, post: { summary: ' ' } },
    }
    expect(
      analyzeApi(api({ paths }))
        .nodes.slice(1)
        .map(({ name }) => name),
    ).toEqual(['List', '/a', 'x'])
  })

  test('carries method, path, version, tags, deprecation and the first words of its description', () => {
    const get = {
      tags: ['Pets', 'Old'],
      deprecated: true,
      description: 'All **pets**, see [here](x).\n\nMore.',
    }
    expect(nodeAt(analyzeApi(api({ paths: { '/pets/{id}': { get } } })), '/get')).toMatchObject({
      uri: '/reference/api.yaml/paths/~1pets~1{id}/get',
      type: 'http_operation',
      method: 'get',
      path: '/pets/{id}',
      version: '1.2.0',
      tags: ['Pets', 'Old'],
      isDeprecated: true,
      isInternal: false,
      parentUri: '/reference/api.yaml',
      summary: 'All pets, see here.',
    })
  })

  test('stands in the order get, post, put, patch, delete, head, options, trace inside its path', () => {
    const methods = ['trace', 'options', 'head', 'delete', 'patch', 'put', 'post', 'get']
    const item = Object.fromEntries(methods.map((method) => [method, {}]))
    const nodes = analyzeApi(api({ paths: { '/a': item } })).nodes.slice(1)
    expect(nodes.map(({ method }) => method)).toEqual([
      'get',
      'post',
      'put',
      'patch',
      'delete',
      'head',
      'options',
      'trace',
    ])
  })

  test.each<[string, JsonObject]>([
    ['itself', { paths: { '/a': { get: { 'x-internal': true } } } }],
    ['its path', { paths: { '/a': { 'x-internal': true, get: {} } } }],
    ['its API', { 'x-internal': true, paths: { '/a': { get: {} } } }],
  ])('is internal when %s is', (_, parts) => {
    expect(nodeAt(analyzeApi(api(parts)), '/get').isInternal).toBe(true)
  })

  test('keeps the id its author gave it, but not one that a URL could not hold', () => {
    const at = (id: string) => ({ get: { summary: 'Été à la plage', 'x-stoplight': { id } } })
    const slugs = analyzeApi(
      api({ paths: { '/a': at('abc1'), '/b': at('../x'), '/c': at('abc1') } }),
    ).nodes.map(({ slug }) => slug)
    expect(slugs[1]).toBe('abc1-ete-a-la-plage')
    expect(slugs[2]).toMatch(/^[0-9a-f]{13}-ete-a-la-plage$/)
    expect(slugs[3]).toMatch(/^[0-9a-f]{13}-ete-a-la-plage$/)
    expect(new Set(slugs).size).toBe(4)
  })

  test('is found by its words', () => {
    const operation = {
      operationId: 'findPets',
      parameters: [{ name: 'colour', in: 'query' }],
      requestBody: {
        content: {
          'application/json': { schema: { properties: { nick: {}, home: { properties: { street: {} } } } } },
        },
      },
    }
    const { searchText } = nodeAt(analyzeApi(api({ paths: { '/pets': { get: operation } } })), '/get')
    for (const word of ['/pets', 'findPets', 'colour', 'nick', 'street']) expect(searchText).toContain(word)
    const long = { ...operation, description: 'word '.repeat(1e6) }
    expect(
      nodeAt(analyzeApi(api({ paths: { '/pets': { get: long } } })), '/get').searchText.length,
    ).toBeLessThan(9000)
  })
})

describe('what the docs of an operation need', () => {
  test('parameters of operation and path, the operation first, each place in its list', () => {
    const paths = {
      '/pets/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'q', in: 'query', description: 'of the path' },
        ],
        get: {
          parameters: [
            {
              name: 'q',
              in: 'query',
              description: 'mine',
              style: 'pipeDelimited',
              explode: false,
              deprecated: true,
            },
            { name: 'X-Trace', in: 'header', schema: { type: 'string' }, example: 'abc' },
            { name: 'sid', in: 'cookie', examples: { one: { value: '1', summary: 'S' } } },
            {
              name: 'filter',
              in: 'query',
              content: { 'application/json': { schema: { type: 'object', nullable: true } } },
            },
          ],
        },
      },
    }
    expect(nodeAt(analyzeApi(api({ paths })), '/get').data.request).toMatchObject({
      path: [{ name: 'id', style: 'simple', required: true, schema: { type: 'string' } }],
      query: [
        { name: 'q', description: 'mine', style: 'pipeDelimited', explode: false, deprecated: true },
        { name: 'filter', content: { 'application/json': { schema: { type: ['object', 'null'] } } } },
      ],
      headers: [
        { name: 'X-Trace', schema: { type: 'string' }, examples: [{ key: 'default', value: 'abc' }] },
      ],
      cookie: [{ name: 'sid', examples: [{ key: 'one', value: '1', summary: 'S' }] }],
    })
  })

  test('request body and responses with media types, encodings, headers and examples', () => {
    const media = {
      schema: { type: 'object', properties: { tags: { type: 'array' } } },
      encoding: { tags: { style: 'form', explode: true } },
      example: { tags: [] },
    }
    const data = getPets({
      requestBody: { required: true, description: 'Body', content: { 'multipart/form-data': media } },
      responses: {
        200: {
          description: 'ok',
          headers: { 'X-Next': { description: 'N', schema: { type: 'string' } } },
          content: { 'text/plain': {} },
        },
        '4XX': { description: 'no' },
        default: { description: 'else' },
      },
    })
    expect(data).toMatchObject({
      request: {
        body: {
          required: true,
          description: 'Body',
          contents: [
            {
              mediaType: 'multipart/form-data',
              schema: media.schema,
              examples: [{ key: 'default', value: { tags: [] } }],
              encodings: [{ property: 'tags', style: 'form', explode: true }],
            },
          ],
        },
      },
      responses: [
        {
          code: '200',
          description: 'ok',
          headers: [{ name: 'X-Next', description: 'N' }],
          contents: [{ mediaType: 'text/plain' }],
        },
        { code: '4XX' },
        { code: 'default' },
      ],
    })
    expect(JSON.stringify(data)).not.toMatch(/waymark|explicitProperties|"x-stoplight"|\$schema/)
  })

  test('security: alternatives of schemes that are needed together, with the scopes that are needed', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://x/t', scopes: { read: 'R', write: 'W' } } },
      },
      oidc: { $ref: '#/components/securitySchemes/oidcTarget' },
      oidcTarget: { type: 'openIdConnect', openIdConnectUrl: 'https://x/.well-known' },
    }
    const parts = { security: [{ key: [] }], components: { securitySchemes } }
    const security = [{ key: [], bearer: [] }, { oauth: ['read'] }, { oidc: [] }, {}]
    expect(getPets({ security }, parts)).toMatchObject({
      securityDeclarationType: 'declared',
      security: [
        [
          { key: 'key', type: 'apiKey', in: 'header', name: 'X-Key' },
          { key: 'bearer', type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ],
        [
          {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: 'https://x/t', scopes: { read: 'R' } } },
          },
        ],
        [{ type: 'openIdConnect', openIdConnectUrl: 'https://x/.well-known' }],
        [],
      ],
    })
    expect(getPets({}, parts)).toMatchObject({
      securityDeclarationType: 'inheritedFromService',
      security: [[{ key: 'key' }]],
    })
    expect(getPets({ security: [] }, parts)).toMatchObject({ securityDeclarationType: 'none', security: [] })
  })

  test('servers with variables; the nearest list wins', () => {
    const servers = [
      { url: 'https://{region}.x.io', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
    ]
    expect(getPets({}, { servers })).toMatchObject({
      servers: [
        {
          url: 'https://{region}.x.io',
          name: 'Pets',
          variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
        },
      ],
    })
    expect(getPets({ servers: [{ url: '/v2' }] }, { servers })).toMatchObject({ servers: [{ url: '/v2' }] })
    const paths = { '/pets': { servers: [{ url: '/of-path' }], get: {} } }
    expect(nodeAt(analyzeApi(api({ servers, paths })), '/get').data).toMatchObject({
      servers: [{ url: '/of-path' }],
    })
  })

  test('external docs, extensions (small ones) and callbacks, whose schemas are bundled with it', () => {
    const callback = {
      '{$request.body#/url}': {
        post: { requestBody: { content: { 'a/b': { schema: { $ref: '#/components/schemas/Event' } } } } },
      },
    }
    const operation = {
      externalDocs: { url: 'https://x.io/docs' },
      'x-cost': 3,
      'x-huge': 'x'.repeat(10_000),
      callbacks: { onDone: callback, named: { $ref: '#/components/callbacks/named' } },
    }
    const components = {
      schemas: { Event: { type: 'object' } },
      callbacks: { named: { '/x': { put: { summary: 'N' } } } },
    }
    const data = getPets(operation, { components })
    expect(data).toMatchObject({
      externalDocs: { url: 'https://x.io/docs' },
      extensions: { 'x-cost': 3 },
      callbacks: [
        {
          key: 'onDone',
          method: 'post',
          path: '{$request.body#/url}',
          request: { body: { contents: [{ schema: { $ref: '#/__bundled__/Event' } }] } },
        },
        { key: 'named', method: 'put', path: '/x', summary: 'N' },
      ],
      __bundled__: { Event: { type: 'object' } },
    })
    expect(data.extensions).not.toHaveProperty('x-huge')
  })

  test('a callback that calls itself back', () => {
    const callbacks = {
      again: { '/x': { post: { callbacks: { deeper: { $ref: '#/components/callbacks/again' } } } } },
    }
    const data = getPets(
      { callbacks: { again: { $ref: '#/components/callbacks/again' } } },
      { components: { callbacks } },
    )
    expect(data.callbacks).toMatchObject([{ key: 'again', method: 'post' }])
  })
})
