import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../analysis/index.ts'
import { type Case, operation2, wordsOf } from './page.tsx'

// The fields of Swagger 2.0 that OpenAPI 3 writes otherwise, and those it took over for a spot check of the way there.
const objects = {
  swagger:
    'swagger info host basePath schemes consumes produces paths definitions parameters responses securityDefinitions security tags externalDocs',
  info: 'title description termsOfService contact license version',
  operation:
    'tags summary description externalDocs operationId consumes produces parameters responses schemes deprecated security',
  parameter:
    'name in description required schema type format allowEmptyValue items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf',
  response: 'description schema headers examples',
  header: 'description type format items collectionFormat default enum',
  schema: 'discriminator readOnly xml externalDocs example allOf',
  scheme: 'type description name in flow authorizationUrl tokenUrl scopes',
}

const api = (parts: JsonObject): Case => {
  const { file } = operation2({})
  return { file: { ...file, ...parts }, page: '/api.json' }
}
const info = (parts: JsonObject): Case => api({ info: { title: 'Pets', version: '1', ...parts } })
const parameter = (parts: JsonObject): Case =>
  operation2({ parameters: [{ name: 'p1', in: 'query', type: 'string', ...parts }] })
const list = { type: 'array', items: { type: 'string' } }
const response = (parts: JsonObject): Case =>
  operation2({ responses: { 200: { description: 'Fine', ...parts } } })
const header = (parts: JsonObject): Case => response({ headers: { 'X-Left': { type: 'integer', ...parts } } })
const field = (schema: JsonObject): Case => ({
  ...api({
    definitions: {
      It: { type: 'object', properties: { field: schema } },
      Other: { properties: { inside: {} } },
    },
  }),
  page: '/definitions/It',
})
const secured = (scheme: JsonObject, scopes: string[] = []): Case =>
  operation2({ security: [{ 'Our key': scopes }] }, { securityDefinitions: { 'Our key': scheme } })
const key = { type: 'apiKey', in: 'query', name: 'k1' }
const body = { in: 'body', name: 'b', schema: { properties: { inside: { type: 'string' } } } }

const rows: [keyword: string, page: Case, ...shown: string[]][] = [
  ['swagger.swagger', api({}), 'Swagger 2.0'],
  ['swagger.info', info({}), 'Pets'],
  ['swagger.host', operation2({}, { host: 'api.test' }), 'https://api.test'],
  ['swagger.basePath', operation2({}, { host: 'api.test', basePath: '/v2' }), 'https://api.test/v2'],
  ['swagger.schemes', operation2({}, { host: 'api.test', schemes: ['ws'] }), 'ws://api.test'],
  ['swagger.consumes', operation2({ parameters: [body] }, { consumes: ['text/csv'] }), 'text/csv'],
  [
    'swagger.produces',
    operation2({ responses: { 200: { description: '', schema: {} } } }, { produces: ['text/csv'] }),
    'text/csv',
  ],
  ['swagger.paths', operation2({}), '/ pets'],
  ['swagger.definitions', field({ $ref: '#/definitions/Other' }), 'inside'],
  [
    'swagger.parameters',
    operation2(
      { parameters: [{ $ref: '#/parameters/P' }] },
      { parameters: { P: { name: 'shared', in: 'query', type: 'string' } } },
    ),
    'shared',
  ],
  [
    'swagger.responses',
    operation2(
      { responses: { 404: { $ref: '#/responses/R' } } },
      { responses: { R: { description: 'Shared' } } },
    ),
    'Shared',
  ],
  [
    'swagger.securityDefinitions',
    api({ securityDefinitions: { 'Our key': key } }),
    'Our key',
    'API key in query k1',
  ],
  [
    'swagger.security',
    operation2({}, { securityDefinitions: { 'Our key': key }, security: [{ 'Our key': [] }] }),
    'Our key',
  ],
  ['swagger.tags', api({ tags: [{ name: 'Cats', description: 'They purr' }] }), 'They purr'],
  ['swagger.externalDocs', api({ externalDocs: { url: 'https://x.test/d' } }), 'https://x.test/d'],
  ['info.title', info({}), 'Pets'],
  ['info.description', info({ description: 'At length' }), 'At length'],
  ['info.termsOfService', info({ termsOfService: 'https://x.test/t' }), 'https://x.test/t'],
  ['info.contact', info({ contact: { name: 'Ann' } }), 'Ann'],
  [
    'info.license',
    info({ license: { name: 'MIT', url: 'https://x.test/mit' } }),
    'MIT',
    'https://x.test/mit',
  ],
  ['info.version', info({ version: '7.8' }), 'v7.8'],
  ['operation.tags', operation2({ tags: ['Cats'] }), 'Cats'],
  ['operation.summary', operation2({ summary: 'Do it' }), 'Do it'],
  ['operation.description', operation2({ description: 'At length' }), 'At length'],
  ['operation.externalDocs', operation2({ externalDocs: { url: 'https://x.test/d' } }), 'https://x.test/d'],
  ['operation.operationId', operation2({ operationId: 'putPets', summary: 'Do it' }), 'putPets'],
  ['operation.consumes', operation2({ consumes: ['text/csv'], parameters: [body] }), 'text/csv'],
  [
    'operation.produces',
    operation2({ produces: ['text/csv'], responses: { 200: { description: '', schema: {} } } }),
    'text/csv',
  ],
  ['operation.parameters', parameter({}), 'p1 string'],
  ['operation.responses', response({}), '200', 'Fine'],
  ['operation.schemes', operation2({ schemes: ['ws'] }, { host: 'api.test' }), 'ws://api.test'],
  ['operation.deprecated', operation2({ deprecated: true }), 'Deprecated'],
  ['operation.security', secured(key), 'API key in query k1'],
  ['parameter.name', parameter({}), 'p1'],
  ['parameter.in', parameter({ in: 'formData' }), 'Request body', 'p1 string'],
  ['parameter.in', parameter({ in: 'header' }), 'Header parameters'],
  ['parameter.description', parameter({ description: 'Which one' }), 'Which one'],
  ['parameter.required', parameter({ required: true }), 'p1 string required'],
  ['parameter.schema', operation2({ parameters: [body] }), 'inside'],
  ['parameter.type', parameter({ type: 'boolean' }), 'p1 boolean'],
  ['parameter.type', parameter({ in: 'formData', type: 'file' }), 'p1 string <binary>'],
  ['parameter.format', parameter({ format: 'uuid' }), 'string <uuid>'],
  ['parameter.allowEmptyValue', parameter({ allowEmptyValue: true }), 'Empty value: allowed'],
  ['parameter.items', parameter(list), 'array of string'],
  [
    'parameter.collectionFormat',
    parameter({ ...list, collectionFormat: 'pipes' }),
    'pipeDelimited',
    'p1=a|b',
  ],
  ['parameter.collectionFormat', parameter({ ...list, collectionFormat: 'tsv' }), 'p1=a%09b'],
  ['parameter.collectionFormat', parameter({ ...list, collectionFormat: 'ssv' }), 'p1=a%20b'],
  ['parameter.collectionFormat', parameter({ ...list, collectionFormat: 'multi' }), 'p1=a&p1=b'],
  ['parameter.collectionFormat', parameter(list), 'p1=a,b'],
  [
    'parameter.collectionFormat',
    parameter({ ...list, in: 'header', collectionFormat: 'pipes' }),
    'pipeDelimited',
    'a|b',
  ],
  [
    'parameter.collectionFormat',
    parameter({ ...list, in: 'path', collectionFormat: 'pipes' }),
    'pipeDelimited',
    'a|b',
  ],
  ['parameter.collectionFormat', parameter({ ...list, in: 'formData', collectionFormat: 'tsv' }), 'p1=a%09b'],
  [
    'parameter.collectionFormat',
    parameter({ type: 'array', items: { ...list, collectionFormat: 'pipes' } }),
    'each item: joined as: pipes',
  ],
  ['parameter.default', parameter({ default: 'preset' }), 'Default: preset'],
  ['parameter.maximum', parameter({ type: 'integer', maximum: 9 }), '≤ 9'],
  ['parameter.exclusiveMaximum', parameter({ type: 'integer', maximum: 9, exclusiveMaximum: true }), '< 9'],
  ['parameter.minimum', parameter({ type: 'integer', minimum: 9 }), '≥ 9'],
  ['parameter.exclusiveMinimum', parameter({ type: 'integer', minimum: 9, exclusiveMinimum: true }), '> 9'],
  ['parameter.maxLength', parameter({ maxLength: 9 }), 'at most 9 characters'],
  ['parameter.minLength', parameter({ minLength: 9 }), 'at least 9 characters'],
  ['parameter.pattern', parameter({ pattern: '^a$' }), 'Pattern: ^a$'],
  ['parameter.maxItems', parameter({ ...list, maxItems: 9 }), 'at most 9 items'],
  ['parameter.minItems', parameter({ ...list, minItems: 9 }), 'at least 9 items'],
  ['parameter.uniqueItems', parameter({ ...list, uniqueItems: true }), 'unique'],
  ['parameter.enum', parameter({ enum: ['a1', 'b2'] }), 'Allowed values: a1 b2'],
  ['parameter.multipleOf', parameter({ type: 'number', multipleOf: 0.5 }), 'Multiple of: 0.5'],
  ['response.description', response({}), 'Fine'],
  ['response.schema', response({ schema: { properties: { inside: {} } } }), 'inside'],
  ['response.headers', header({}), 'X-Left integer'],
  ['header.description', header({ description: 'What is left' }), 'What is left'],
  ['header.type', header({}), 'integer'],
  ['header.format', header({ format: 'int64' }), 'integer <int64>'],
  ['header.items', header(list), 'array of string'],
  ['header.collectionFormat', header({ ...list, collectionFormat: 'pipes' }), 'pipeDelimited'],
  ['header.default', header({ default: 41 }), 'Default: 41'],
  ['header.enum', header({ enum: [41, 42] }), 'Allowed values: 41 42'],
  ['schema.discriminator', field({ discriminator: 'kind', properties: { kind: {} } }), 'Told apart by: kind'],
  ['schema.readOnly', field({ readOnly: true }), 'read-only'],
  ['schema.xml', field({ xml: { name: 'n1' } }), 'name n1'],
  ['schema.externalDocs', field({ externalDocs: { url: 'https://x.test/d' } }), 'https://x.test/d'],
  ['schema.example', field({ example: 'one' }), 'Example: one'],
  ['schema.allOf', field({ allOf: [{ $ref: '#/definitions/Other' }] }), 'inside'],
  ['scheme.type', secured({ type: 'basic' }), 'HTTP Basic'],
  ['scheme.description', secured({ ...key, description: 'Ask us' }), 'Ask us'],
  ['scheme.name', secured(key), 'k1'],
  ['scheme.in', secured(key), 'in query'],
  [
    'scheme.flow',
    secured({ type: 'oauth2', flow: 'application', tokenUrl: 'https://x.test/t', scopes: {} }),
    'Client credentials',
  ],
  [
    'scheme.authorizationUrl',
    secured({ type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://x.test/a', scopes: {} }),
    'https://x.test/a',
  ],
  [
    'scheme.tokenUrl',
    secured({ type: 'oauth2', flow: 'password', tokenUrl: 'https://x.test/t', scopes: {} }),
    'https://x.test/t',
  ],
  [
    'scheme.scopes',
    secured({ type: 'oauth2', flow: 'password', tokenUrl: 'https://x.test/t', scopes: { read: 'Reads' } }, [
      'read',
    ]),
    'read Reads',
  ],
]

const beside: [keyword: string, page: Case, ...shown: string[]][] = [
  [
    'response.examples',
    response({ schema: {}, examples: { 'application/json': { inside: 'of it' } } }),
    '"inside": "of it"',
  ],
]

describe('what a description in Swagger 2.0 says', () => {
  it.each(rows)('is on its page: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page)
    for (const text of shown) expect(words.toLowerCase()).toContain(text.toLowerCase())
  })
  it.each(beside)('is beside it: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page, true)
    for (const text of shown) expect(words).toContain(text)
  })
  it('has a row for each field', () => {
    const known = new Set([...rows, ...beside].map(([keyword]) => keyword))
    const all = Object.entries(objects).flatMap(([name, keys]) =>
      keys.split(' ').map((one) => `${name}.${one}`),
    )
    expect(all.filter((keyword) => !known.has(keyword))).toEqual([])
  })
})
