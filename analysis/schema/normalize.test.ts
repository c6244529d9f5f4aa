import { expect, test } from 'vitest'
import { analyzeApi, api, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

/** What becomes of a schema of an OpenAPI 3.0 document. */
function model(schema: JsonObject, others: JsonObject = {}): JsonObject {
  return nodeAt(analyzeApi(api({ components: { schemas: { Pet: schema, ...others } } })), '/Pet').data
}

test.each<[string, JsonObject, JsonObject]>([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
  ['x-nullable of 2.0', { type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
  [
    'nullable enum',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'nullable anyOf',
    { anyOf: [{ type: 'string' }], nullable: true },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  [
    'nullable allOf',
    { allOf: [{ type: 'object' }], nullable: true, title: 'T' },
    { title: 'T', anyOf: [{ allOf: [{ type: 'object' }] }, { type: 'null' }] },
  ],
  ['example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
  ['an example that is null', { type: 'string', example: null }, { type: 'string', examples: [null] }],
  ['exclusive minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['inclusive minimum', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  ['exclusive maximum of 3.1', { exclusiveMaximum: 5 }, { exclusiveMaximum: 5 }],
  ['file', { type: 'file' }, { type: 'string', format: 'binary' }],
  ['discriminator of 2.0', { discriminator: 'kind' }, { discriminator: { propertyName: 'kind' } }],
  ['extensions stay', { 'x-order': 1, 'x-enum-varnames': ['A'] }, { 'x-order': 1, 'x-enum-varnames': ['A'] }],
  [
    'int32 gets no invented limits',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int32' },
  ],
])('%s', (_, given, expected) => {
  expect(model(given)).toEqual(expected)
})

const SINGLE = ['additionalProperties', 'items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']

test('subschemas are rewritten wherever they stand', () => {
  const given: JsonObject = { type: 'string', nullable: true }
  const expected: JsonObject = { type: ['string', 'null'] }
  const nest = (schema: JsonObject): JsonObject => ({
    properties: { a: schema, items: schema },
    patternProperties: { '^x': schema },
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, [schema]])),
    ...Object.fromEntries(SINGLE.map((keyword) => [keyword, schema])),
  })
  expect(model(nest(given))).toEqual(nest(expected))
})

test('values that are no schemas are left alone', () => {
  const value: JsonObject = { nullable: true, $ref: '#/components/schemas/Gone', example: 1 }
  const schema: JsonObject = { default: value, enum: [value], const: value, examples: [value] }
  expect(model(schema)).toEqual(schema)
})

test('an extension that refers to something is left out', () => {
  expect(model({ type: 'string', 'x-expand': { oneOf: [{ $ref: '#/components/schemas/Pet' }] } })).toEqual({
    type: 'string',
  })
})

test('a nullable reference and a discriminator mapping point into the bundle', () => {
  const Owner = { type: 'object' }
  expect(
    model({ properties: { owner: { $ref: '#/components/schemas/Owner', nullable: true } } }, { Owner }),
  ).toEqual({
    properties: { owner: { anyOf: [{ $ref: '#/__bundled__/Owner' }, { type: 'null' }] } },
    __bundled__: { Owner },
  })
  const mapping = { own: '#/components/schemas/Owner', bare: 'Owner' }
  expect(model({ discriminator: { propertyName: 'kind', mapping } }, { Owner })).toEqual({
    discriminator: { propertyName: 'kind', mapping: { own: '#/__bundled__/Owner', bare: 'Owner' } },
    __bundled__: { Owner },
  })
})

test('a schema may be true or nonsense', () => {
  expect(model({ properties: { any: true, odd: 3 } })).toEqual({ properties: { any: true, odd: 3 } })
  const result = analyzeApi(api({ components: { schemas: { Any: true, Odd: 'x' } } }))
  expect(result.nodes.map(({ data }) => data).slice(1)).toEqual([{}, {}])
})
