import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../analysis/index.ts'
import { api, type Case, operation, wordsOf } from './page.tsx'

// The fields of OpenAPI 3.0 and 3.1, object by object; those of schemas have a test of their own.
const objects = {
  openapi: 'openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
  info: 'title summary description termsOfService contact license version',
  contact: 'name url email',
  license: 'name identifier url',
  server: 'url description variables',
  variable: 'enum default description',
  components:
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems',
  path: '$ref summary description get put post delete options head patch trace servers parameters',
  operation:
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers x-internal x-codeSamples',
  externalDocs: 'description url',
  parameter:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content',
  requestBody: 'description content required',
  media: 'schema example examples encoding',
  encoding: 'contentType headers style explode allowReserved',
  responses: 'default 404 5XX',
  response: 'description headers content links',
  example: 'summary description value externalValue',
  link: 'operationRef operationId parameters requestBody description server',
  header: 'description required deprecated style explode schema example examples content',
  tag: 'name description externalDocs',
  reference: '$ref summary description',
  scheme: 'type description name in scheme bearerFormat flows openIdConnectUrl',
  flows: 'implicit password clientCredentials authorizationCode',
  flow: 'authorizationUrl tokenUrl refreshUrl scopes',
  requirement: 'name scopes',
}

const info = (parts: JsonObject): Case => api({ info: { title: 'Pets', version: '1', ...parts } })
const server = (parts: JsonObject): Case => api({ servers: [{ url: 'https://x.test', ...parts }] })
const parameter = (parts: JsonObject): Case =>
  operation({ parameters: [{ name: 'p1', in: 'query', schema: { type: 'string' }, ...parts }] })
const list = { type: 'array', items: { type: 'string' } }
const fields = { type: 'object', properties: { inside: { type: 'string' } } }
const body = (parts: JsonObject, mediaType = 'application/json'): Case =>
  operation({ requestBody: { content: { [mediaType]: parts } } })
const encoding = (parts: JsonObject): Case =>
  body({ schema: { properties: { tags: list } }, encoding: { tags: parts } }, 'multipart/form-data')
const response = (parts: JsonObject): Case =>
  operation({ responses: { 200: { description: 'Fine', ...parts } } })
const header = (parts: JsonObject): Case =>
  response({ headers: { 'X-Left': { schema: { type: 'integer' }, ...parts } } })
const link = (parts: JsonObject): Case =>
  operation({ operationId: 'putPets', responses: { 200: { description: 'Fine', links: { next: parts } } } })
const secured = (scheme: JsonObject, scopes: string[] = []): Case =>
  operation({ security: [{ 'Our key': scopes }] }, { components: { securitySchemes: { 'Our key': scheme } } })
const oauth = (flows: JsonObject, scopes: string[] = []): Case => secured({ type: 'oauth2', flows }, scopes)
const callbacks = { onDone: { '{$request.body#/url}': { post: { summary: 'Calls back', responses: {} } } } }
const method = (name: string): [keyword: string, page: Case, ...shown: string[]] => [
  `path.${name}`,
  {
    ...api({ paths: { '/pets': { [name]: { responses: {}, description: 'This one' } } } }),
    page: `/${name}`,
  },
  `${name} / pets`,
  'This one',
]

const rows: [keyword: string, page: Case, ...shown: string[]][] = [
  ['openapi.openapi', api({}), 'OpenAPI 3.1.0'],
  ['openapi.info', info({}), 'Pets'],
  [
    'openapi.jsonSchemaDialect',
    api({ jsonSchemaDialect: 'https://x.test/dialect' }),
    'https://x.test/dialect',
  ],
  ['openapi.servers', server({}), 'https://x.test'],
  ['openapi.paths', operation({}), '/ pets'],
  [
    'openapi.webhooks',
    {
      ...api({ webhooks: { newPet: { post: { description: 'A pet came', responses: {} } } } }),
      page: '/newPet/post',
    },
    'newPet',
    'A pet came',
  ],
  [
    'openapi.components',
    operation(
      { parameters: [{ $ref: '#/components/parameters/P' }] },
      { components: { parameters: { P: { name: 'shared', in: 'query' } } } },
    ),
    'shared',
  ],
  [
    'openapi.security',
    operation(
      {},
      { security: [{ K: [] }], components: { securitySchemes: { K: { type: 'http', scheme: 'basic' } } } },
    ),
    'HTTP Basic',
  ],
  ['openapi.tags', api({ tags: [{ name: 'Cats', description: 'They purr' }] }), 'Cats', 'They purr'],
  [
    'openapi.externalDocs',
    api({ externalDocs: { url: 'https://x.test/d', description: 'More of it' } }),
    'More of it',
    'https://x.test/d',
  ],
  ['info.title', info({}), 'Pets'],
  ['info.summary', info({ summary: 'In short' }), 'In short'],
  ['info.description', info({ description: 'At length' }), 'At length'],
  ['info.termsOfService', info({ termsOfService: 'https://x.test/terms' }), 'https://x.test/terms'],
  ['info.version', info({ version: '7.8' }), 'v7.8'],
  ['info.contact', info({ contact: { name: 'Ann' } }), 'Contact Ann'],
  ['info.license', info({ license: { name: 'MIT' } }), 'License MIT'],
  ['contact.name', info({ contact: { name: 'Ann' } }), 'Ann'],
  ['contact.url', info({ contact: { url: 'https://x.test/ann' } }), 'https://x.test/ann'],
  ['contact.email', info({ contact: { email: 'ann@x.test' } }), 'ann@x.test'],
  ['license.name', info({ license: { name: 'MIT' } }), 'MIT'],
  ['license.identifier', info({ license: { name: 'Ours', identifier: 'MIT-0' } }), 'MIT-0'],
  ['license.url', info({ license: { name: 'Ours', url: 'https://x.test/mit' } }), 'https://x.test/mit'],
  ['server.url', server({}), 'https://x.test'],
  ['server.description', server({ description: 'The live one' }), 'The live one'],
  [
    'server.variables',
    server({ url: 'https://{zone}.test', variables: { zone: { default: 'eu' } } }),
    '{zone}: eu',
  ],
  ['variable.enum', server({ variables: { zone: { default: 'eu', enum: ['eu', 'us'] } } }), '{zone}: eu us'],
  ['variable.default', server({ variables: { zone: { default: 'eu' } } }), '{zone}: eu'],
  [
    'variable.description',
    server({ variables: { zone: { default: 'eu', description: 'Near you' } } }),
    'Near you',
  ],
  [
    'components.schemas',
    { ...api({ components: { schemas: { It: fields } } }), page: '/schemas/It' },
    'inside',
  ],
  [
    'components.responses',
    operation(
      { responses: { 200: { $ref: '#/components/responses/R' } } },
      { components: { responses: { R: { description: 'Shared' } } } },
    ),
    'Shared',
  ],
  [
    'components.parameters',
    operation(
      { parameters: [{ $ref: '#/components/parameters/P' }] },
      { components: { parameters: { P: { name: 'shared', in: 'query' } } } },
    ),
    'shared',
  ],
  [
    'components.examples',
    operation(
      {
        parameters: [
          { name: 'p', in: 'query', schema: {}, examples: { one: { $ref: '#/components/examples/E' } } },
        ],
      },
      { components: { examples: { E: { value: 'shared' } } } },
    ),
    'shared',
  ],
  [
    'components.requestBodies',
    operation(
      { requestBody: { $ref: '#/components/requestBodies/B' } },
      { components: { requestBodies: { B: { description: 'Shared', content: {} } } } },
    ),
    'Shared',
  ],
  [
    'components.headers',
    operation(
      { responses: { 200: { description: '', headers: { 'X-H': { $ref: '#/components/headers/H' } } } } },
      { components: { headers: { H: { description: 'Shared', schema: {} } } } },
    ),
    'X-H',
    'Shared',
  ],
  [
    'components.securitySchemes',
    operation(
      { security: [{ K: [] }] },
      { components: { securitySchemes: { K: { type: 'http', scheme: 'basic' } } } },
    ),
    'HTTP Basic',
  ],
  [
    'components.links',
    operation(
      { responses: { 200: { description: '', links: { next: { $ref: '#/components/links/L' } } } } },
      { components: { links: { L: { description: 'Shared', operationId: 'x' } } } },
    ),
    'next',
    'Shared',
  ],
  [
    'components.callbacks',
    operation(
      { callbacks: { onDone: { $ref: '#/components/callbacks/C' } } },
      { components: { callbacks: { C: callbacks.onDone } } },
    ),
    'onDone',
    'Calls back',
  ],
  [
    'components.pathItems',
    {
      ...api({
        paths: { '/a': { $ref: '#/components/pathItems/I' } },
        components: { pathItems: { I: { get: { description: 'Shared', responses: {} } } } },
      }),
      page: '/~1a/get',
    },
    'Shared',
  ],
  [
    'path.$ref',
    {
      ...api({
        paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { get: { description: 'Same', responses: {} } } },
      }),
      page: '/~1a/get',
    },
    'Same',
  ],
  ['path.summary', operation({}, {}, { summary: 'Of all of them' }), 'Of all of them'],
  ['path.description', operation({}, {}, { description: 'Of all of them' }), 'Of all of them'],
  ['path.servers', operation({}, {}, { servers: [{ url: 'https://path.test' }] }), 'https://path.test'],
  [
    'path.parameters',
    operation({}, {}, { parameters: [{ name: 'common', in: 'query', schema: {} }] }),
    'common',
  ],
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map(method),
  ['operation.tags', operation({ tags: ['Cats'] }), 'Cats'],
  ['operation.summary', operation({ summary: 'Do it' }), 'Do it'],
  ['operation.description', operation({ description: 'At length' }), 'At length'],
  ['operation.externalDocs', operation({ externalDocs: { url: 'https://x.test/d' } }), 'https://x.test/d'],
  ['operation.operationId', operation({ operationId: 'putPets', summary: 'Do it' }), 'putPets'],
  ['operation.parameters', parameter({}), 'Query parameters', 'p1'],
  ['operation.requestBody', body({ schema: fields }), 'Request body', 'inside'],
  ['operation.responses', response({}), '200', 'Fine'],
  ['operation.callbacks', operation({ callbacks }), 'onDone', 'Calls back', '{$request.body# / url}'],
  ['operation.deprecated', operation({ deprecated: true }), 'Deprecated'],
  ['operation.security', secured({ type: 'http', scheme: 'basic' }), 'Our key HTTP Basic'],
  ['operation.servers', operation({ servers: [{ url: 'https://op.test' }] }), 'https://op.test'],
  ['operation.x-internal', operation({ 'x-internal': true }), 'Internal'],
  [
    'externalDocs.description',
    operation({ externalDocs: { url: 'https://x.test', description: 'Read on' } }),
    'Read on',
  ],
  ['externalDocs.url', operation({ externalDocs: { url: 'https://x.test/d' } }), 'https://x.test/d'],
  ['parameter.name', parameter({}), 'p1'],
  ['parameter.in', parameter({ in: 'cookie' }), 'Cookie parameters'],
  ['parameter.in', parameter({ in: 'header' }), 'Header parameters'],
  ['parameter.in', parameter({ in: 'path' }), 'Path parameters'],
  ['parameter.description', parameter({ description: 'Which one' }), 'Which one'],
  ['parameter.required', parameter({ required: true }), 'p1 string required'],
  ['parameter.deprecated', parameter({ deprecated: true }), 'deprecated'],
  ['parameter.allowEmptyValue', parameter({ allowEmptyValue: true }), 'Empty value: allowed'],
  ['parameter.style', parameter({ style: 'pipeDelimited', schema: list }), 'pipeDelimited', 'p1=a|b'],
  ['parameter.style', parameter({ style: 'spaceDelimited', schema: list }), 'spaceDelimited', 'p1=a%20b'],
  [
    'parameter.style',
    parameter({ style: 'deepObject', schema: fields }),
    'deepObject',
    'p1[key]=a&p1[other]=b',
  ],
  ['parameter.style', parameter({ in: 'path', style: 'matrix', schema: list }), 'matrix', ';p1=a,b'],
  [
    'parameter.style',
    parameter({ in: 'path', style: 'label', schema: fields, explode: true }),
    'label',
    '.key=a.other=b',
  ],
  ['parameter.explode', parameter({ schema: list }), 'exploded', 'p1=a&p1=b'],
  ['parameter.explode', parameter({ schema: list, explode: false }), 'p1=a,b'],
  ['parameter.allowReserved', parameter({ allowReserved: true }), 'Reserved characters: sent as they are'],
  ['parameter.schema', parameter({ schema: { type: 'string', maxLength: 3 } }), 'at most 3 characters'],
  ['parameter.example', parameter({ example: 'rex' }), 'Example: rex'],
  [
    'parameter.examples',
    parameter({
      examples: { a: { value: 'rex', summary: 'A dog' }, b: { value: 'tom', description: 'It purrs' } },
    }),
    'A dog',
    'rex',
    'tom',
    'It purrs',
  ],
  [
    'parameter.content',
    parameter({
      schema: undefined as never,
      content: { 'application/json': { schema: fields, example: { inside: 'deep' } } },
    }),
    'Content type: application/json',
    'inside',
    'deep',
  ],
  [
    'requestBody.description',
    operation({ requestBody: { description: 'What to send', content: {} } }),
    'What to send',
  ],
  ['requestBody.content', body({ schema: fields }, 'application/xml'), 'application/xml'],
  [
    'requestBody.required',
    operation({ requestBody: { required: true, content: {} } }),
    'Request body (required)',
  ],
  ['media.schema', body({ schema: fields }), 'inside'],
  ['encoding.contentType', encoding({ contentType: 'image/png' }), 'tags Content type: image/png'],
  [
    'encoding.headers',
    encoding({ headers: { 'X-Part': { schema: { type: 'integer' } } } }),
    'X-Part integer',
  ],
  ['encoding.style', encoding({ style: 'pipeDelimited' }), 'pipeDelimited', 'tags=a|b'],
  ['encoding.explode', encoding({ style: 'form', explode: false }), 'tags=a,b'],
  ['encoding.allowReserved', encoding({ allowReserved: true }), 'Reserved characters: sent as they are'],
  ['media.encoding', encoding({ contentType: 'image/png' }), 'Encoding'],
  ['responses.default', operation({ responses: { default: { description: 'Else' } } }), 'default', 'Else'],
  ['responses.404', operation({ responses: { 404: { description: 'Gone' } } }), '404', 'Gone'],
  ['responses.5XX', operation({ responses: { '5XX': { description: 'Broken' } } }), '5XX', 'Broken'],
  ['response.description', response({}), 'Fine'],
  ['response.headers', header({}), 'X-Left integer'],
  ['response.content', response({ content: { 'text/csv': { schema: fields } } }), 'text/csv', 'inside'],
  ['response.links', link({ operationId: 'putPets' }), 'Links next putPets'],
  ['link.operationId', link({ operationId: 'putPets' }), '~/reference/api.json/paths/~1pets/put'],
  [
    'link.operationRef',
    link({ operationRef: '#/paths/~1pets/put' }),
    '~/reference/api.json/paths/~1pets/put',
  ],
  [
    'link.parameters',
    link({ operationId: 'x', parameters: { id: '$response.body#/id' } }),
    'id: $response.body#/id',
  ],
  [
    'link.requestBody',
    link({ operationId: 'x', requestBody: '$request.body' }),
    'Request body: $request.body',
  ],
  ['link.description', link({ operationId: 'x', description: 'And then' }), 'And then'],
  [
    'link.server',
    link({ operationId: 'x', server: { url: 'https://next.test' } }),
    'Server: https://next.test',
  ],
  ['header.description', header({ description: 'What is left' }), 'What is left'],
  ['header.required', header({ required: true }), 'X-Left integer required'],
  ['header.deprecated', header({ deprecated: true }), 'deprecated'],
  ['header.style', header({ schema: list }), 'Style: simple', 'Written as: a,b'],
  ['header.explode', header({ schema: fields, explode: true }), 'key=a,other=b'],
  ['header.schema', header({}), 'integer'],
  ['header.example', header({ example: 41 }), '41'],
  [
    'header.examples',
    header({ examples: { few: { value: 41 }, many: { value: 42, summary: 'Lots' } } }),
    '41',
    '42',
    'Lots',
  ],
  [
    'header.content',
    header({ schema: undefined as never, content: { 'application/json': { schema: fields } } }),
    'inside',
    'application/json',
  ],
  ['tag.name', api({ tags: [{ name: 'Cats', description: 'They purr' }] }), 'Cats'],
  [
    'tag.description',
    {
      ...api({
        tags: [{ name: 'Cats', description: 'They purr' }],
        paths: { '/a': { get: { tags: ['Cats'], responses: {} } } },
      }),
    },
    'Cats They purr',
  ],
  [
    'tag.externalDocs',
    api({ tags: [{ name: 'Cats', externalDocs: { url: 'https://x.test/cats' } }] }),
    'https://x.test/cats',
  ],
  [
    'reference.$ref',
    operation(
      { parameters: [{ $ref: '#/components/parameters/P' }] },
      { components: { parameters: { P: { name: 'shared', in: 'query' } } } },
    ),
    'shared',
  ],
  [
    'reference.description',
    operation(
      { parameters: [{ $ref: '#/components/parameters/P', description: 'Here' }] },
      { components: { parameters: { P: { name: 'p', in: 'query', description: 'There' } } } },
    ),
    'Here',
  ],
  [
    'reference.summary',
    operation(
      {
        parameters: [
          {
            name: 'p',
            in: 'query',
            schema: {},
            examples: { one: { $ref: '#/components/examples/E', summary: 'Mine' } },
          },
        ],
      },
      { components: { examples: { E: { value: 1 } } } },
    ),
    'Mine',
  ],
  ['scheme.type', secured({ type: 'mutualTLS' }), 'Mutual TLS'],
  ['scheme.description', secured({ type: 'http', scheme: 'basic', description: 'Ask us' }), 'Ask us'],
  ['scheme.name', secured({ type: 'apiKey', in: 'header', name: 'X-Key' }), 'X-Key'],
  ['scheme.in', secured({ type: 'apiKey', in: 'cookie', name: 'k' }), 'API key in cookie k'],
  ['scheme.scheme', secured({ type: 'http', scheme: 'digest' }), 'HTTP digest'],
  [
    'scheme.bearerFormat',
    secured({ type: 'http', scheme: 'bearer', bearerFormat: 'PASETO' }),
    'Bearer token (PASETO)',
  ],
  [
    'scheme.flows',
    oauth({ implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } }),
    'Implicit flow',
  ],
  [
    'scheme.openIdConnectUrl',
    secured({ type: 'openIdConnect', openIdConnectUrl: 'https://x.test/oidc' }),
    'https://x.test/oidc',
  ],
  ['flows.implicit', oauth({ implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } }), 'Implicit'],
  ['flows.password', oauth({ password: { tokenUrl: 'https://x.test/t', scopes: {} } }), 'Password'],
  [
    'flows.clientCredentials',
    oauth({ clientCredentials: { tokenUrl: 'https://x.test/t', scopes: {} } }),
    'Client credentials',
  ],
  [
    'flows.authorizationCode',
    oauth({
      authorizationCode: { authorizationUrl: 'https://x.test/a', tokenUrl: 'https://x.test/t', scopes: {} },
    }),
    'Authorization code',
  ],
  [
    'flow.authorizationUrl',
    oauth({ implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } }),
    'https://x.test/a',
  ],
  ['flow.tokenUrl', oauth({ password: { tokenUrl: 'https://x.test/t', scopes: {} } }), 'https://x.test/t'],
  [
    'flow.refreshUrl',
    oauth({ password: { tokenUrl: 'https://x.test/t', refreshUrl: 'https://x.test/r', scopes: {} } }),
    'https://x.test/r',
  ],
  [
    'flow.scopes',
    oauth({ password: { tokenUrl: 'https://x.test/t', scopes: { read: 'Reads pets' } } }, ['read']),
    'read',
    'Reads pets',
  ],
  ['requirement.name', secured({ type: 'http', scheme: 'basic' }), 'Our key'],
  [
    'requirement.scopes',
    secured({ type: 'openIdConnect', openIdConnectUrl: 'https://x.test' }, ['pets:read']),
    'Scopes: pets:read',
  ],
]

// What stands beside the text: examples and samples.
const samples: [keyword: string, page: Case, ...shown: string[]][] = [
  ['media.example', body({ schema: fields, example: { inside: 'of it' } }), '"inside": "of it"'],
  [
    'media.examples',
    body({ schema: fields, examples: { a: { value: 'aa' }, b: { value: 'bb' } } }),
    'aa',
    'bb',
  ],
  [
    'example.summary',
    body({ examples: { a: { value: 'aa', summary: 'In short' }, b: { value: 1 } } }),
    'In short',
  ],
  ['example.description', body({ examples: { a: { value: 'aa', description: 'At length' } } }), 'At length'],
  ['example.value', body({ examples: { a: { value: 'aa' } } }), 'aa'],
  [
    'example.externalValue',
    body({ examples: { a: { externalValue: 'https://x.test/e' } } }),
    'https://x.test/e',
  ],
  [
    'operation.x-codeSamples',
    operation({ 'x-codeSamples': [{ lang: 'COBOL', label: 'Old', source: 'DISPLAY "HI"' }] }),
    'Old',
    'DISPLAY "HI"',
  ],
]

describe('what an API says', () => {
  it.each(rows)('is on its page: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page)
    for (const text of shown) expect(words).toContain(text)
  })
  it.each(samples)('is beside it: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page, true)
    for (const text of shown) expect(words).toContain(text)
  })
  it('has a row for each field', () => {
    const known = new Set([...rows, ...samples].map(([keyword]) => keyword))
    const all = Object.entries(objects).flatMap(([name, keys]) =>
      keys.split(' ').map((key) => `${name}.${key}`),
    )
    expect(all.filter((keyword) => !known.has(keyword))).toEqual([])
  })
})
