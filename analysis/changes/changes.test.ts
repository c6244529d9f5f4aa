import { describe, expect, it } from 'vitest'
import { api } from '../testing.ts'
import type { JsonObject } from '../types.ts'
import { compareDescriptions, compareFiles } from './index.ts'
import type { Change } from './types.ts'

const file = (path: string, value: JsonObject | string) => ({
  path,
  content: typeof value === 'string' ? value : JSON.stringify(value, null, 1),
})

function changesOf(before: JsonObject | string, after: JsonObject | string, options = {}): Change[] {
  return compareDescriptions(file('old.yaml', before), file('new.yaml', after), options).changes
}

/** Rules and levels, as `major request-body-removed`. */
function rulesOf(before: JsonObject, after: JsonObject, options = {}): string[] {
  return changesOf(before, after, options).map(({ level, rule }) => `${level} ${rule}`)
}

const operation = (value: JsonObject): JsonObject => api({ paths: { '/pets': { post: value } } })
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
const request = (schema: JsonObject): JsonObject =>
  operation({ requestBody: { content: content(schema) }, responses: {} })
const response = (schema: JsonObject): JsonObject =>
  operation({ responses: { 200: { description: '', content: content(schema) } } })
const query = (parameter: JsonObject): JsonObject =>
  operation({ parameters: [{ name: 'q', in: 'query', ...parameter }], responses: {} })

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const text: JsonObject = { type: 'string' }

describe('a schema by the direction of its use', () => {
  it.each<[string, JsonObject, JsonObject, string[], string[]]>([
    [
      'an enum that loses a value',
      { enum: ['a', 'b'] },
      { enum: ['a'] },
      ['major request-body-enum-value-removed'],
      ['patch response-mediatype-enum-value-removed'],
    ],
    [
      'an enum that gains one',
      { enum: ['a'] },
      { enum: ['a', 'b'] },
      ['patch request-body-enum-value-added'],
      ['minor response-body-enum-value-added'],
    ],
    [
      'a wider type',
      { type: 'integer' },
      { type: 'number' },
      ['patch request-body-type-generalized'],
      ['major response-body-type-generalized'],
    ],
    [
      'a narrower type',
      { type: 'number' },
      { type: 'integer' },
      ['major request-body-type-changed'],
      ['patch response-body-type-specialized'],
    ],
    [
      'another type',
      text,
      { type: 'boolean' },
      ['major request-body-type-changed'],
      ['major response-body-type-changed'],
    ],
    [
      'a format',
      text,
      { ...text, format: 'uuid' },
      ['major request-body-type-changed'],
      ['patch response-body-type-specialized'],
    ],
    [
      'null',
      text,
      { ...text, nullable: true },
      ['patch request-body-became-nullable'],
      ['major response-body-became-nullable'],
    ],
    [
      'a lower limit',
      { ...text, maxLength: 9 },
      { ...text, maxLength: 5 },
      ['major request-body-max-length-decreased'],
      ['patch response-body-max-length-decreased'],
    ],
    [
      'a higher limit',
      { ...text, maxLength: 5 },
      { ...text, maxLength: 9 },
      ['patch request-body-max-length-increased'],
      ['major response-body-max-length-increased'],
    ],
    [
      'a new limit',
      { type: 'array' },
      { type: 'array', minItems: 1 },
      ['major request-body-min-items-set'],
      ['patch response-body-min-items-set'],
    ],
    ['a limit that limits nothing', { type: 'array' }, { type: 'array', minItems: 0 }, [], []],
    [
      'an exclusive limit as 3.0 writes it',
      { type: 'integer', maximum: 9 },
      { type: 'integer', maximum: 9, exclusiveMaximum: true },
      ['patch request-body-max-unset', 'major request-body-exclusive-max-set'],
      ['major response-body-max-unset', 'patch response-body-exclusive-max-set'],
    ],
    [
      'a pattern',
      text,
      { ...text, pattern: '^a' },
      ['major request-body-pattern-added'],
      ['patch response-body-pattern-added'],
    ],
    ['a constant', {}, { const: 1 }, ['major request-body-const-added'], ['patch response-body-const-added']],
    [
      'a new required property',
      object({}),
      object({ a: text }, { required: ['a'] }),
      ['major new-required-request-property'],
      ['patch response-required-property-added'],
    ],
    [
      'a new optional property',
      object({}),
      object({ a: text }),
      ['patch new-optional-request-property'],
      ['patch response-optional-property-added'],
    ],
    [
      'a property that is gone',
      object({ a: text }, { required: ['a'] }),
      object({}),
      ['minor request-property-removed'],
      ['major response-required-property-removed'],
    ],
    [
      'a property that became required',
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      ['major request-property-became-required'],
      ['patch response-property-became-required'],
    ],
    [
      'a property that became optional',
      object({ a: text }, { required: ['a'] }),
      object({ a: text }),
      ['patch request-property-became-optional'],
      ['major response-property-became-optional'],
    ],
    [
      'a required property that is only read',
      object({}),
      object({ a: { ...text, readOnly: true } }, { required: ['a'] }),
      ['patch new-optional-request-property'],
      ['patch response-required-property-added'],
    ],
    [
      'a required property that is only written',
      object({ a: { ...text, writeOnly: true } }, { required: ['a'] }),
      object({}),
      ['minor request-property-removed'],
      ['patch response-required-write-only-property-removed'],
    ],
    [
      'closed objects',
      object({}),
      object({}, { additionalProperties: false }),
      ['major request-body-additional-properties-forbidden'],
      ['patch response-body-additional-properties-forbidden'],
    ],
    [
      'an alternative less',
      { oneOf: [object({ a: text }, { title: 'A' }), object({ b: text }, { title: 'B' })] },
      { oneOf: [object({ a: text }, { title: 'A' })] },
      ['major request-body-one-of-removed'],
      ['patch response-body-one-of-removed'],
    ],
    [
      'a further condition',
      { allOf: [object({ a: text })] },
      { allOf: [object({ a: text }), { minProperties: 2 }] },
      ['major request-body-all-of-added'],
      ['patch response-body-all-of-added'],
    ],
    [
      'a part that only describes',
      { allOf: [object({ a: text })] },
      { allOf: [object({ a: text }), { description: 'x' }] },
      ['patch request-body-all-of-added-annotation-only'],
      ['patch response-body-all-of-added-annotation-only'],
    ],
    [
      'a discriminator',
      { oneOf: [] },
      { oneOf: [], discriminator: { propertyName: 'kind' } },
      ['patch request-body-discriminator-added'],
      ['patch response-body-discriminator-added'],
    ],
    [
      'a default',
      text,
      { ...text, default: 'a' },
      ['patch request-body-default-value-added'],
      ['patch response-body-default-value-added'],
    ],
    [
      'deprecation of a property',
      object({ a: text }),
      object({ a: { ...text, deprecated: true } }),
      ['patch request-property-deprecated'],
      ['patch response-property-deprecated'],
    ],
    [
      'items',
      { type: 'array', items: text },
      { type: 'array', items: { type: 'boolean' } },
      ['major request-property-type-changed'],
      ['major response-property-type-changed'],
    ],
    [
      'further properties',
      object({}, { additionalProperties: text }),
      object({}, { additionalProperties: { type: 'boolean' } }),
      ['major request-property-type-changed'],
      ['major response-property-type-changed'],
    ],
  ])('%s', (_what, before, after, sent, received) => {
    expect(rulesOf(request(before), request(after))).toEqual(sent)
    expect(rulesOf(response(before), response(after))).toEqual(received)
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['a description', { ...text, description: 'a' }, { ...text, description: 'b' }],
    [
      'the order of required and enum',
      object({}, { required: ['a', 'b'] }),
      object({}, { required: ['b', 'a'] }),
    ],
    ['the order of values', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
    [
      'the order of alternatives',
      { oneOf: [object({ a: text }), object({ b: text })] },
      { oneOf: [object({ b: text }), object({ a: text })] },
    ],
    ['null as 3.0 and as 3.1 write it', { ...text, nullable: true }, { type: ['string', 'null'] }],
    ['null as an alternative', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
    ['an enum of one value as a constant', { enum: ['a'] }, { const: 'a' }],
    ['items that may be anything', { type: 'array' }, { type: 'array', items: { description: 'x' } }],
    [
      'another name of the same alternative',
      { oneOf: [{ $ref: '#/components/schemas/Name' }, object({})] },
      { oneOf: [{ $ref: '#/components/schemas/Text' }, object({})] },
    ],
    [
      'what is common moved into a schema of its own',
      object({ name: { $ref: '#/components/schemas/Name' }, age: text }, { required: ['name', 'age'] }),
      { allOf: [{ $ref: '#/components/schemas/Named' }, object({ age: text }, { required: ['age'] })] },
    ],
    [
      'a reference with words beside it, as 3.0 needs it',
      { $ref: '#/components/schemas/Named' },
      { allOf: [{ $ref: '#/components/schemas/Named' }], description: 'x' },
    ],
    ['a reference in place of what it names', { $ref: '#/components/schemas/Name' }, text],
  ])('says nothing of %s', (_what, before, after) => {
    const Named = object({ name: text }, { required: ['name'] })
    const components = { schemas: { Name: text, Text: text, Named } }
    expect(rulesOf({ ...request(before), components }, { ...request(after), components })).toEqual([])
    expect(rulesOf({ ...response(before), components }, { ...response(after), components })).toEqual([])
  })

  it('reports a change behind a reference wherever it is used, once a use', () => {
    const described = (id: JsonObject) => ({
      ...api({
        paths: {
          '/pets': {
            post: {
              requestBody: { content: content({ $ref: '#/components/schemas/Pet' }) },
              responses: {
                200: {
                  description: '',
                  content: content({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }),
                },
              },
            },
          },
        },
        components: { schemas: { Pet: object({ id, parent: { $ref: '#/components/schemas/Pet' } }) } },
      }),
    })
    expect(rulesOf(described(text), described({ type: 'integer' }))).toEqual([
      'major request-property-type-changed',
      'major response-property-type-changed',
    ])
  })

  it('sees through a structure that is put together on one side only', () => {
    const components = { schemas: { Named: object({ name: text }, { required: ['name'] }) } }
    const plain = { ...response(object({ name: text, age: text }, { required: ['name'] })), components }
    const together = {
      ...response({ allOf: [{ $ref: '#/components/schemas/Named' }, object({ age: { type: 'boolean' } })] }),
      components,
    }
    expect(rulesOf(plain, together)).toEqual(['major response-property-type-changed'])
    expect(rulesOf(together, plain)).toEqual(['major response-property-type-changed'])
    const [change] = changesOf(plain, together)
    expect(change?.place.pointer).toMatch(/\/schema\/allOf\/1\/properties\/age$/)
  })

  it('says which alternatives came to what there was', () => {
    const components = { schemas: { Cat: object({ a: text }), Dog: object({ b: text }) } }
    const [cat, dog] = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const pet = (schema: JsonObject | undefined) => object({ pet: schema ?? {} })
    const both: [JsonObject, JsonObject] = [pet(cat), pet({ oneOf: [cat ?? {}, dog ?? {}] })]
    const [one, several] = both.map((schema) => ({ ...request(schema), components }))
    expect(rulesOf(one ?? {}, several ?? {})).toEqual(['patch request-property-one-of-added'])
    expect(rulesOf(several ?? {}, one ?? {})).toEqual(['major request-property-one-of-removed'])
    const [got, gets] = both.map((schema) => ({ ...response(schema), components }))
    expect(rulesOf(got ?? {}, gets ?? {})).toEqual(['major response-property-one-of-added'])
    const body = [cat ?? {}, { oneOf: [cat ?? {}, dog ?? {}] }].map((schema) => ({
      ...request(schema),
      components,
    }))
    expect(rulesOf(body[0] ?? {}, body[1] ?? {})).toEqual(['major request-body-wrapped-in-one-of'])
  })

  it('sees a change behind properties whose names are keywords', () => {
    const described = (type: string) => ({
      ...request(object({ default: ref, enum: ref, description: ref, $ref: ref })),
      components: { schemas: { Name: { type } } },
    })
    const ref = { $ref: '#/components/schemas/Name' }
    expect(rulesOf(described('string'), described('integer'))).toEqual([
      'major request-property-type-changed',
    ])
    const words = (description: string) => request(object({ a: { default: { description } } }))
    expect(rulesOf(words('x'), words('y'))).toEqual(['patch request-property-default-value-changed'])
  })

  it('takes what a webhook sends as what is received', () => {
    const hook = (schema: JsonObject) =>
      api({ webhooks: { born: { post: { requestBody: { content: content(schema) }, responses: {} } } } })
    expect(rulesOf(hook(object({})), hook(object({ a: text }, { required: ['a'] })))).toEqual([
      'patch response-required-property-added',
    ])
    expect(rulesOf(hook(object({ a: text }, { required: ['a'] })), hook(object({})))).toEqual([
      'major response-required-property-removed',
    ])
  })
})

describe('operations', () => {
  const ok = { responses: { 200: { description: '' } } }
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['added', { '/a': { get: ok } }, { '/a': { get: ok, put: ok } }, ['patch endpoint-added']],
    [
      'removed',
      { '/a': { get: ok, put: ok } },
      { '/a': { get: ok } },
      ['major api-removed-without-deprecation'],
    ],
    ['removed with their path', { '/a': { get: ok } }, {}, ['major api-path-removed-without-deprecation']],
    [
      'removed as announced',
      { '/a': { get: { ...ok, deprecated: true } } },
      {},
      ['patch api-path-removed-with-deprecation'],
    ],
    [
      'that were drafts, removed',
      { '/a': { get: { ...ok, 'x-stability-level': 'draft' } } },
      {},
      ['patch api-path-removed-without-deprecation'],
    ],
    [
      'deprecated',
      { '/a': { get: ok } },
      { '/a': { get: { ...ok, deprecated: true } } },
      ['patch endpoint-deprecated'],
    ],
    [
      'whose path names a parameter differently',
      {
        '/a/{id}': { get: { ...ok, parameters: [{ name: 'id', in: 'path', required: true, schema: text }] } },
      },
      {
        '/a/{key}': {
          get: { ...ok, parameters: [{ name: 'key', in: 'path', required: true, schema: text }] },
        },
      },
      [],
    ],
    [
      'with another ID',
      { '/a': { get: { ...ok, operationId: 'x' } } },
      { '/a': { get: { ...ok, operationId: 'y' } } },
      ['patch api-operation-id-removed'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(rulesOf(api({ paths: before }), api({ paths: after }))).toEqual(expected)
  })

  it('count an announced end as past unless a date says otherwise', () => {
    const before = api({ paths: { '/a': { get: { ...ok, deprecated: true, 'x-sunset': '2030-01-01' } } } })
    expect(rulesOf(before, api({ paths: {} }))).toEqual(['patch api-path-removed-with-deprecation'])
    expect(rulesOf(before, api({ paths: {} }), { today: '2029-12-31' })).toEqual([
      'major api-path-removed-before-sunset',
    ])
  })

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'became required',
      { schema: text },
      { schema: text, required: true },
      ['major request-parameter-became-required'],
    ],
    [
      'another default',
      { schema: { ...text, default: 'a' } },
      { schema: { ...text, default: 'b' } },
      ['major request-parameter-default-value-changed'],
    ],
    [
      'another default of a required one',
      { required: true, schema: { ...text, default: 'a' } },
      { required: true, schema: { ...text, default: 'b' } },
      ['patch request-parameter-default-value-changed'],
    ],
    [
      'a number that may be any text',
      { schema: { type: 'integer' } },
      { schema: text },
      ['patch request-parameter-type-generalized'],
    ],
    [
      'several times',
      { schema: text },
      { schema: { type: 'array', items: text } },
      ['patch request-parameter-type-generalized'],
    ],
    [
      'another style',
      { schema: { type: 'array' } },
      { style: 'pipeDelimited', explode: false, schema: { type: 'array' } },
      ['major request-parameter-style-changed'],
    ],
  ])('with a parameter: %s', (_what, before, after, expected) => {
    expect(rulesOf(query(before), query(after))).toEqual(expected)
  })

  it('tell parameters of the whole path from their own, and do not mind which it is', () => {
    const parameter = { name: 'q', in: 'query', schema: text }
    const before = api({ paths: { '/a': { parameters: [parameter], get: ok } } })
    const moved = api({ paths: { '/a': { get: { ...ok, parameters: [parameter] } } } })
    expect(rulesOf(before, moved)).toEqual([])
    expect(rulesOf(api({ paths: { '/a': { get: ok } } }), before)).toEqual([
      'patch new-optional-request-default-parameter-to-existing-path',
    ])
  })

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'a required body',
      ok,
      { ...ok, requestBody: { required: true, content: {} } },
      ['major request-body-added-required'],
    ],
    [
      'a media type less',
      { responses: { 200: { description: '', content: { 'text/csv': {}, 'text/plain': {} } } } },
      { responses: { 200: { description: '', content: { 'text/csv': {} } } } },
      ['major response-media-type-removed'],
    ],
    [
      'a header less',
      { responses: { 200: { description: '', headers: { 'X-Next': { required: true, schema: text } } } } },
      ok,
      ['major required-response-header-removed'],
    ],
    [
      'a success less',
      { responses: { 200: { description: '' }, 201: { description: '' } } },
      ok,
      ['major response-success-status-removed'],
    ],
    [
      'an error more',
      ok,
      { responses: { ...ok.responses, 404: { description: '' } } },
      ['patch response-non-success-status-added'],
    ],
    [
      'a sign-in',
      { ...ok, security: [] },
      { ...ok, security: [{ key: [] }] },
      ['patch api-security-added', 'major api-security-became-required'],
    ],
    [
      'a callback less',
      { ...ok, callbacks: { done: { '{$url}': { post: ok } } } },
      ok,
      ['major callback-removed'],
    ],
  ])('with %s', (_what, before, after, expected) => {
    expect(rulesOf(operation(before), operation(after))).toEqual(expected)
  })

  it('of version 2.0 are read as those of 3.0', () => {
    const old = (parameters: JsonObject[], schema: JsonObject): JsonObject => ({
      swagger: '2.0',
      info: { title: 'x', version: '1' },
      paths: { '/a': { post: { parameters, responses: { 200: { description: '', schema } } } } },
    })
    const body = (schema: JsonObject) => ({ name: 'body', in: 'body', schema })
    const limit = (maximum: number) => ({ name: 'limit', in: 'query', type: 'integer', maximum })
    expect(
      rulesOf(
        old([body(text), limit(9)], text),
        old([body({ type: 'boolean' }), limit(5)], { type: 'boolean' }),
      ),
    ).toEqual([
      'major request-parameter-max-decreased',
      'major request-body-type-changed',
      'major response-body-type-changed',
    ])
  })
})

describe('the whole API', () => {
  it('has servers, schemes and models', () => {
    const before = api({
      paths: {},
      servers: [{ url: 'https://a' }],
      components: { schemas: { A: {} }, securitySchemes: { k: { type: 'apiKey', in: 'query', name: 'k' } } },
    })
    const after = api({
      paths: {},
      servers: [{ url: 'https://b' }],
      components: { schemas: { B: {} }, securitySchemes: { k: { type: 'http', scheme: 'basic' } } },
    })
    expect(rulesOf(before, after)).toEqual([
      'minor api-server-removed',
      'patch api-server-added',
      'minor api-security-component-type-changed',
      'patch api-schema-removed',
      'patch api-schema-added',
    ])
  })

  it('has a version, which is looked at when asked for', () => {
    const before = operation({ responses: { 200: { description: '' } } })
    const after = operation({ responses: {} })
    expect(rulesOf(before, after)).toEqual(['major response-success-status-removed'])
    expect(rulesOf(before, after, { checkVersion: true })).toContain('patch api-version-not-bumped')
  })
})

describe('a change', () => {
  it('says in a sentence what, and where it stands, in YAML and in JSON', () => {
    const yaml = (max: number) => `openapi: 3.0.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                name: {type: string, maxLength: ${max}}
      responses: {}
`
    const [change] = changesOf(yaml(9), yaml(5))
    expect(change).toEqual({
      rule: 'request-property-max-length-decreased',
      level: 'major',
      group: 'breaking',
      message: 'The maximum length of the property “name” of the request body was lowered from 9 to 5.',
      node: 'http_operation',
      operation: { method: 'POST', path: '/pets' },
      side: 'new',
      place: {
        file: 'new.yaml',
        pointer: '/paths/~1pets/post/requestBody/content/application~1json/schema/properties/name',
        line: 12,
        column: 17,
      },
      before: '9',
      after: '5',
    })
    const json = changesOf(
      request(object({ name: { maxLength: 9 } })),
      request(object({ name: { maxLength: 5 } })),
    )
    expect(json[0]?.place).toMatchObject({ line: 16, column: 10 })
  })

  it('that took something away stands in the old file', () => {
    const [change] = changesOf(response(object({ a: text }, { required: ['a'] })), response(object({})))
    expect(change).toMatchObject({ side: 'old', group: 'breaking', place: { file: 'old.yaml' } })
  })

  it('keeps values short', () => {
    const [change] = changesOf(request({ const: 'x'.repeat(1_000) }), request({ const: 'y' }))
    expect(change?.before?.length).toBeLessThan(130)
  })
})

describe('files of a branch', () => {
  it('are APIs, models and articles, told apart by their paths', () => {
    const pet = (id: JsonObject) => file('models/pet.json', object({ id }))
    const pets = file(
      'reference/pets.json',
      api({
        paths: {
          '/pets': {
            get: {
              responses: { 200: { description: '', content: content({ $ref: '../models/pet.json' }) } },
            },
          },
        },
      }),
    )
    const before = [
      pets,
      pet(text),
      file('docs/a.md', 'a'),
      file('docs/b.md', 'b'),
      file('models/old.json', object({})),
    ]
    const after = [pets, pet({ type: 'integer' }), file('docs/a.md', 'A'), file('docs/c.md', 'c')]
    const { changes, level, counts } = compareFiles(before, after)
    expect(changes.map(({ node, rule, place }) => [node, rule, place.file])).toEqual([
      ['model', 'model-removed', 'models/old.json'],
      ['model', 'model-property-type-changed', 'models/pet.json'],
      ['http_operation', 'response-property-type-changed', 'models/pet.json'],
      ['article', 'article-changed', 'docs/a.md'],
      ['article', 'article-removed', 'docs/b.md'],
      ['article', 'article-added', 'docs/c.md'],
    ])
    expect(level).toBe('major')
    expect(counts).toEqual({ major: 3, minor: 0, patch: 3 })
  })

  it('cannot be compared when one is an API and the other a model', () => {
    expect(() => changesOf(api({ paths: {} }), object({}))).toThrow('they cannot be compared')
  })
})
