// Everything that readers get who see nothing internal, for every place at which an author may mark something. What is
// called Secret is internal, what is called Open is not.
import { describe, expect, test } from 'vitest'
import { analyzeApi, analyzeFiles, api, nodeAt } from '../testing.ts'
import type { AnalysisResult, JsonObject, JsonValue } from '../types.ts'

const hidden = { 'x-internal': true }
const text = { type: 'string' }
const secret = { ...text, ...hidden, description: 'SecretText' }

/** What the result holds for these readers, as text: nodes with their data and words, edges, contents. */
function seen({ nodes, edges, externalToc }: AnalysisResult): string {
  const open = nodes.filter(({ isInternal }) => !isInternal)
  const uris = new Set(open.map(({ uri }) => uri))
  return JSON.stringify([
    open.map(({ data, searchText, externalData, externalSearchText, ...head }) => ({
      ...head,
      data: externalData ?? data,
      words: externalSearchText ?? searchText,
    })),
    edges.filter(({ from, to, isInternal }) => !isInternal && uris.has(from) && uris.has(to)),
    externalToc,
  ])
}

function expectHidden(result: AnalysisResult): void {
  expect(seen(result)).toMatch(/Open/)
  expect(seen(result)).not.toMatch(/Secret/i)
  // Those who see what is internal see it.
  expect(JSON.stringify(result.nodes.map(({ data }) => data))).toMatch(/Secret/i)
}

const operation = (value: JsonObject, components: JsonObject = {}): JsonObject =>
  api({ paths: { '/open': { get: { summary: 'Open', responses: {}, ...value } } }, components })
const model = (value: JsonObject, schemas: JsonObject = {}): JsonObject =>
  api({ components: { schemas: { Open: { type: 'object', ...value }, ...schemas } } })
const content = (value: JsonObject): JsonObject => ({ content: { 'application/json': value } })
const ref = (name: string): JsonObject => ({ $ref: `#/components/${name}` })

describe('in a schema', () => {
  const SecretModel = { ...hidden, type: 'object', properties: { SecretWithin: text } }
  const toModel = ref('schemas/SecretModel')
  test.each<[string, JsonObject, JsonObject?]>([
    [
      'a property, and what requires it',
      { properties: { open: text, secret }, required: ['secret', 'open'] },
    ],
    ['all properties', { properties: { ...hidden, secret: text }, required: ['secret'] }],
    ['a property deep within', { properties: { open: { items: { properties: { secret } } } } }],
    ['items', { properties: { open: { type: 'array', items: secret } } }],
    ['items one by one', { prefixItems: [text, secret] }],
    ['a part of allOf', { allOf: [{ title: 'Open' }, { properties: { x: text }, ...secret }] }],
    ['a choice of oneOf', { oneOf: [{ title: 'Open' }, secret] }],
    ['every choice of anyOf', { anyOf: [secret, secret] }],
    ['further properties', { additionalProperties: secret }],
    ['properties by pattern', { patternProperties: { '^secret': secret } }],
    ['not', { not: secret }],
    ['a condition', { if: secret, else: { ...secret, title: 'Secret' } }],
    [
      'what a property requires',
      { dependentRequired: { secret: ['open'], open: ['secret'] }, properties: { secret } },
    ],
    [
      'dependencies of old drafts',
      { dependencies: { secret: ['open'] }, properties: { secret, open: text } },
    ],
    ['a property that is a model', { properties: { open: text, theSecret: toModel } }, { SecretModel }],
    [
      'a model that is one by reference',
      { properties: { x: ref('schemas/Alias') } },
      { Alias: toModel, SecretModel },
    ],
    [
      'a reference into a model',
      { properties: { x: ref('schemas/SecretModel/properties/SecretWithin') } },
      { SecretModel },
    ],
    ['items that are a model', { items: toModel }, { SecretModel }],
    ['a part of allOf that is a model', { allOf: [toModel, { title: 'Open' }] }, { SecretModel }],
    [
      'what another schema requires of a part',
      { allOf: [ref('schemas/Base')], required: ['secret'] },
      { Base: { properties: { secret } } },
    ],
    [
      'a property that tells models apart',
      { discriminator: { propertyName: 'secret' }, properties: { secret } },
    ],
    [
      'models that are told apart',
      {
        discriminator: {
          propertyName: 'kind',
          mapping: {
            secretA: '#/components/schemas/SecretModel',
            secretB: 'SecretModel',
            open: '#/components/schemas/Open',
          },
        },
      },
      { SecretModel },
    ],
    [
      'an example of a schema',
      { properties: { open: text, secret }, example: { open: 'Open', secret: 'Secret value' } },
    ],
    [
      'a default within',
      { properties: { x: { properties: { secret }, default: { secret: 'Secret value' } } } },
    ],
    [
      'examples of lists',
      { items: { properties: { secret } }, examples: [[{ secret: 'Secret value', open: 1 }]] },
    ],
    [
      'an example through references',
      { allOf: [ref('schemas/Base')], example: { secret: 'Secret value' } },
      { Base: { properties: { secret } } },
    ],
    ['an example as text', { properties: { secret }, example: '<secret>Secret value</secret>' }],
    ['the schema that has it as its own part', { properties: { self: ref('schemas/Open'), secret } }],
  ])('%s', (_, value, schemas = {}) => {
    expectHidden(analyzeApi(model({ title: 'Open', ...value }, schemas)))
    const { components, ...rest } = model(value, schemas) as {
      components: { schemas: JsonObject }
    } & JsonObject
    const old = JSON.parse(
      JSON.stringify({
        ...rest,
        openapi: undefined,
        swagger: '2.0',
        definitions: components.schemas,
      }).replaceAll('#/components/schemas', '#/definitions'),
    )
    expectHidden(analyzeApi(old))
    const file = JSON.stringify({ title: 'Open', ...value, $defs: schemas }).replaceAll(
      '#/components/schemas/Open',
      '#',
    )
    expectHidden(analyzeFiles({ 'models/open.json': file.replaceAll('#/components/schemas', '#/$defs') }))
  })

  test('a model of another file, named by its path, its $id and an anchor', () => {
    const files = {
      'models/secret.json': JSON.stringify({ ...SecretModel, $id: 'https://x.test/secret' }),
      'models/other.json': JSON.stringify({ title: 'Open2', $defs: { a: { $anchor: 'secret', ...secret } } }),
      'reference/api.json': JSON.stringify(
        model({
          properties: {
            a: { $ref: '../models/secret.json' },
            b: { $ref: 'https://x.test/secret' },
            c: { $ref: '../models/other.json#secret' },
          },
        }),
      ),
    }
    expectHidden(analyzeFiles(files))
  })

  test('a property that is called x-internal, and a header, are none', () => {
    const named = { 'x-internal': { type: 'string', description: 'Open' } }
    const response = { description: '', headers: { 'X-Internal': { schema: { ...text, title: 'Open' } } } }
    const result = analyzeApi({
      ...operation({ responses: { 200: response } }, { schemas: { M: { properties: named } } }),
    })
    expect(result.nodes.filter(({ isInternal, externalData }) => isInternal || externalData)).toEqual([])
  })

  test.each<[JsonValue, boolean]>([
    [true, true],
    ['true', true],
    ['yes', true],
    [1, true],
    [null, true],
    [{}, true],
    ['false', true],
    [false, false],
  ])('%j counts: %j', (value, isHidden) => {
    const result = analyzeApi(model({ properties: { open: text, secret: { ...text, 'x-internal': value } } }))
    expect(/secret/.test(seen(result))).toBe(!isHidden)
  })

  test.each(['X-Internal', 'x_internal', 'xInternal', ' x-internal '])('%s counts', (key) => {
    const result = analyzeApi(model({ properties: { open: text, secret: { ...text, [key]: true } } }))
    expect(seen(result)).not.toContain('secret')
  })
})

describe('in an operation', () => {
  const SecretModel = { ...secret, title: 'Secret' }
  const parameter = (value: JsonObject) => ({ name: 'secret', in: 'query', schema: text, ...value })
  const cases: [string, JsonObject, JsonObject?][] = [
    ['a parameter', { parameters: [parameter(hidden), { name: 'open', in: 'query' }] }],
    [
      'a parameter by reference',
      { parameters: [ref('parameters/s')] },
      { parameters: { s: parameter(hidden) } },
    ],
    [
      'the schema of a parameter',
      { parameters: [{ name: 'open', in: 'query', schema: secret, example: 'Secret value' }] },
    ],
    ['the body', { requestBody: { ...hidden, description: 'Secret', ...content({ schema: text }) } }],
    [
      'the body by reference',
      { requestBody: ref('requestBodies/s') },
      { requestBodies: { s: { ...hidden, description: 'Secret', content: {} } } },
    ],
    ['a media type', { requestBody: { content: { 'application/json': {}, 'application/secret': hidden } } }],
    [
      'a model in the body',
      { requestBody: content({ schema: ref('schemas/SecretModel'), example: 'Secret value' }) },
      { schemas: { SecretModel } },
    ],
    [
      'a response',
      { responses: { 200: { description: 'Open' }, 418: { ...hidden, description: 'Secret' } } },
    ],
    [
      'a response by reference',
      { responses: { 418: ref('responses/s') } },
      { responses: { s: { ...hidden, description: 'Secret' } } },
    ],
    [
      'a header',
      { responses: { 200: { description: '', headers: { 'X-Secret': { schema: text, ...hidden } } } } },
    ],
    [
      'an example',
      {
        responses: {
          200: {
            description: '',
            ...content({ schema: text, examples: { secret: { ...hidden, value: 'Secret value' } } }),
          },
        },
      },
    ],
    [
      'an example by reference',
      { responses: { 200: { description: '', ...content({ examples: { secret: ref('examples/s') } }) } } },
      { examples: { s: { ...hidden, value: 'Secret value' } } },
    ],
    [
      'a property in a shared example',
      {
        responses: {
          200: {
            description: '',
            ...content({ schema: ref('schemas/M'), examples: { shared: ref('examples/s') } }),
          },
        },
      },
      {
        schemas: { M: { properties: { secret } } },
        examples: { s: { value: { open: 1, secret: 'Secret value' } } },
      },
    ],
    [
      'how a property is encoded',
      {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { properties: { secret } },
              encoding: { secret: { contentType: 'text/secret' } },
            },
          },
        },
      },
    ],
    [
      'a callback',
      { callbacks: { onSecret: { ...hidden, '{$url}': { post: { summary: 'Secret', responses: {} } } } } },
    ],
    [
      'an operation of a callback',
      {
        callbacks: { onOpen: { '{$url}/secret': { post: { ...hidden, summary: 'Secret', responses: {} } } } },
      },
    ],
    [
      'a link',
      { responses: { 200: { description: '', links: { secret: { ...hidden, operationId: 'x' } } } } },
    ],
    ['a server', { servers: [{ url: 'https://secret.test', ...hidden }, { url: 'https://open.test' }] }],
    [
      'a way to sign in',
      { security: [{ Secret: [] }, { Open: [] }] },
      {
        securitySchemes: {
          Secret: { ...hidden, type: 'http', scheme: 'basic' },
          Open: { type: 'http', scheme: 'basic' },
        },
      },
    ],
  ]
  test.each(cases)('%s', (_, value, components = {}) => {
    expectHidden(analyzeApi(operation(value, components)))
    const webhook = {
      openapi: '3.1.0',
      webhooks: { open: { post: { summary: 'Open', responses: {}, ...value } } },
      components,
    }
    expectHidden(analyzeApi({ info: { title: 'Open' }, ...webhook }))
  })

  test.each<[string, JsonObject, JsonObject?]>([
    ['a parameter', { parameters: [{ name: 'secret', in: 'query', type: 'string', ...hidden }] }],
    ['a field of a form', { parameters: [{ name: 'secret', in: 'formData', type: 'string', ...hidden }] }],
    ['the body', { parameters: [{ name: 'body', in: 'body', schema: { properties: { secret } } }] }],
    [
      'a shared parameter',
      { parameters: [{ $ref: '#/parameters/s' }] },
      { parameters: { s: { name: 'secret', in: 'query', type: 'string', ...hidden } } },
    ],
    ['a response', { responses: { 418: { ...hidden, description: 'Secret' } } }],
    [
      'an answer and its example',
      {
        responses: {
          200: { description: '', schema: secret, examples: { 'application/json': { a: 'Secret value' } } },
        },
      },
    ],
  ])('of OpenAPI 2.0: %s', (_, value, parts = {}) => {
    const paths = { '/open': { post: { summary: 'Open', responses: {}, ...value } } }
    expectHidden(analyzeApi({ swagger: '2.0', info: { title: 'Open' }, paths, ...parts }))
  })

  test('references by number find the same parameter as before', () => {
    const parameters = [
      { name: 'secret', in: 'query', ...hidden },
      { name: 'open', in: 'query' },
    ]
    const result = analyzeApi(
      api({
        paths: {
          '/open': { parameters },
          '/other': {
            get: { summary: 'Open', parameters: [{ $ref: '#/paths/~1open/parameters/1' }], responses: {} },
          },
        },
      }),
    )
    const { data, externalData } = nodeAt(result, '/get')
    expect([data, externalData ?? data]).toMatchObject([
      { request: { query: [{ name: 'open' }] } },
      { request: { query: [{ name: 'open' }] } },
    ])
  })
})

describe('in a document', () => {
  const get = { summary: 'Open', operationId: 'open', responses: {} }
  const secretGet = { summary: 'Secret', operationId: 'secret', responses: {} }
  test.each<[string, JsonObject]>([
    [
      'an operation, and links to it',
      {
        paths: {
          '/open': {
            get: { ...get, responses: { 200: { description: '', links: { x: { operationId: 'secret' } } } } },
          },
          '/secret': { get: { ...secretGet, ...hidden } },
        },
      },
    ],
    ['a path', { paths: { '/open': { get }, '/secret': { ...hidden, get: secretGet } } }],
    [
      'a path by reference',
      {
        paths: { '/open': { get }, '/secret': ref('pathItems/s') },
        components: { pathItems: { s: { ...hidden, get: secretGet } } },
      },
    ],
    [
      'a tag',
      {
        paths: { '/open': { get: { ...get, tags: ['Secret'] } } },
        tags: [{ name: 'Secret', ...hidden }, { name: 'Open' }],
      },
    ],
    [
      'all models',
      { paths: { '/open': { get } }, components: { schemas: { ...hidden, Secret: { title: 'Secret' } } } },
    ],
    [
      'a server',
      {
        paths: { '/open': { get } },
        servers: [{ url: 'https://secret.test', ...hidden }, { url: 'https://open.test' }],
      },
    ],
    [
      'a way to sign in',
      {
        paths: { '/open': { get } },
        security: [{ Secret: [] }],
        components: { securitySchemes: { Secret: { ...hidden, type: 'http', scheme: 'basic' } } },
      },
    ],
    [
      'a model, and the edge to another that it has by it',
      {
        components: {
          schemas: {
            Open: { properties: { secret: { ...hidden, allOf: [ref('schemas/Open2')] } } },
            Open2: {},
          },
        },
      },
    ],
  ])('%s', (_, parts) => {
    expectHidden(analyzeApi(api({ openapi: '3.1.0', ...parts })))
  })

  test('a public server keeps its page where one before it is internal', () => {
    const servers = [{ url: 'https://secret.test', ...hidden }, { url: 'https://open.test' }]
    const { nodes } = analyzeApi(api({ servers }))
    const found = nodes.filter(({ type }) => type === 'http_server')
    expect(found.map(({ data, isInternal }) => [data.url, isInternal])).toEqual([
      ['https://secret.test', true],
      ['https://open.test', false],
    ])
  })

  test('the whole of it', () => {
    const { nodes } = analyzeApi(
      api({
        ...hidden,
        paths: { '/a': { get, post: { callbacks: { x: { '/b': { get } } } } } },
        components: { schemas: { A: {} } },
        servers: [{ url: '/' }],
      }),
    )
    expect(nodes.map(({ isInternal }) => isInternal)).toEqual(nodes.map(() => true))
  })

  test.each(['true', '"true"', 'yes', ''])('an article by internal: %s', (value) => {
    const { nodes } = analyzeFiles({ 'docs/a.md': `---\ninternal: ${value}\n---\n# A` })
    expect(nodes).toMatchObject([{ isInternal: true }])
  })
})

test('nodes that hold nothing internal are as in a branch without any', () => {
  const schemas = {
    Open: { properties: { a: { $ref: '#/components/schemas/Other' } } },
    Other: { type: 'string' },
  }
  const paths = {
    '/open': { get: { parameters: [{ name: 'a', in: 'query' }], responses: { 200: { description: 'x' } } } },
  }
  const { nodes, edges } = analyzeApi(api({ paths, components: { schemas: { ...schemas, S: hidden } } }))
  expect(nodes.filter(({ externalData }) => externalData)).toEqual([])
  expect(edges.filter(({ isInternal }) => isInternal).map(({ from }) => from)).toEqual([
    expect.stringMatching(/S$/),
  ])
})

test('references in circles and long chains end', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 250 }, (_, n) => [`C${n}`, { $ref: `#/components/schemas/C${n + 1}` }]),
  )
  const circle = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }
  const wide = Object.fromEntries(
    Array.from({ length: 45 }, (_, n) => [
      `W${n}`,
      { allOf: [ref(`schemas/W${n + 1}`), ref(`schemas/W${n + 1}`)], example: { a: 1 } },
    ]),
  )
  const result = analyzeApi(
    api({ components: { schemas: { ...chain, ...circle, ...wide, Open: { properties: { secret } } } } }),
  )
  expect(seen(result)).not.toContain('SecretText')
})
