// What an API says of itself, its servers, paths and operations.
import { api, operation } from '../page.tsx'
import {
  body,
  callbacks,
  fields,
  info,
  method,
  parameter,
  type Row,
  response,
  secured,
  server,
} from './cases.ts'

export const descriptionRows: Row[] = [
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
]
