import { describe, expect, it } from 'vitest'
import { api } from '../../testing.ts'
import type { JsonObject } from '../../types.ts'
import { changesOf, content, object, request, response, rulesOf, text } from '../testing.ts'

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
