import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../analysis/index.ts'
import { type Case, model, wordsOf } from './page.tsx'

// Every keyword of the vocabularies of 2020-12, those that only drafts 4 to 7 and 2019-09 have, and OpenAPI's own.
const keywords = `
  $id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs
  prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames
  if then else allOf anyOf oneOf not unevaluatedItems unevaluatedProperties
  type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems
  minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired
  title description default deprecated readOnly writeOnly examples
  format contentEncoding contentMediaType contentSchema
  id definitions dependencies additionalItems $recursiveRef $recursiveAnchor
  discriminator xml externalDocs example nullable x-internal`
  .trim()
  .split(/\s+/)

// Not for readers: `$comment` must not be presented to them (JSON Schema Core, 8.3), `$vocabulary` is for meta-schemas,
// and where a document lies is said by its address.
const unseen = ['$comment', '$vocabulary', '$id', 'id', '$schema', '$recursiveAnchor']

const field = (schema: JsonObject, around: JsonObject = {}): Case =>
  model({ type: 'object', properties: { field: schema } }, around)
const named = { type: 'object', properties: { inside: { type: 'string' } } }
// Not as a literal: what has a property of this name looks like a promise.
const when = (...parts: JsonObject[]): JsonObject =>
  Object.fromEntries(['if', 'then', 'else'].slice(0, parts.length).map((key, at) => [key, parts[at] ?? {}]))
const toIt = { $ref: '#/components/schemas/Other' }

const rows: [keyword: string, page: Case, ...shown: string[]][] = [
  ['$ref', field(toIt, { Other: named }), 'inside'],
  ['$anchor', field({ $ref: '#here' }, { Other: { ...named, $anchor: 'here' } }), 'inside'],
  ['$dynamicAnchor', field({ $ref: '#here' }, { Other: { ...named, $dynamicAnchor: 'here' } }), 'inside'],
  ['$dynamicRef', field({ $dynamicRef: '#here' }, { Other: { ...named, $dynamicAnchor: 'here' } }), 'inside'],
  ['$recursiveRef', field({ $recursiveRef: '#/components/schemas/Other' }, { Other: named }), 'inside'],
  [
    '$defs',
    field({ $ref: '#/components/schemas/Other/$defs/Deep' }, { Other: { $defs: { Deep: named } } }),
    'inside',
  ],
  [
    'definitions',
    field(
      { $ref: '#/components/schemas/Other/definitions/Deep' },
      { Other: { definitions: { Deep: named } } },
    ),
    'inside',
  ],
  ['prefixItems', field({ prefixItems: [{ const: 'first' }] }), '[0]', 'Constant: first'],
  ['items', field({ type: 'array', items: named }), 'array', 'inside'],
  ['items', field({ prefixItems: [{}], items: false }), 'Further items: not allowed'],
  [
    'additionalItems',
    field({ items: [{ type: 'string' }], additionalItems: { const: 7 } }),
    '[…]',
    'Constant: 7',
  ],
  [
    'additionalItems',
    field({ items: [{ type: 'string' }], additionalItems: false }),
    'Further items: not allowed',
  ],
  ['unevaluatedItems', field({ type: 'array', unevaluatedItems: { const: 7 } }), '[…]', 'Constant: 7'],
  ['unevaluatedItems', field({ type: 'array', unevaluatedItems: false }), 'Further items: not allowed'],
  ['contains', field({ type: 'array', contains: { const: 'gold' } }), 'at least 1 item', 'Constant: gold'],
  ['minContains', field({ type: 'array', contains: {}, minContains: 3 }), 'at least 3 items'],
  ['maxContains', field({ type: 'array', contains: {}, maxContains: 4 }), '1 to 4 items'],
  ['properties', model(named), 'inside', 'string'],
  ['patternProperties', model({ patternProperties: { '^s-': { const: 1 } } }), '/^s-/', 'Constant: 1'],
  ['additionalProperties', model({ additionalProperties: { const: 1 } }), 'any other key', 'Constant: 1'],
  ['additionalProperties', model({ type: 'object', additionalProperties: false }), 'Other keys: not allowed'],
  ['unevaluatedProperties', model({ unevaluatedProperties: { const: 1 } }), 'any other key', 'Constant: 1'],
  [
    'unevaluatedProperties',
    model({ type: 'object', unevaluatedProperties: false }),
    'Other keys: not allowed',
  ],
  ['propertyNames', model({ propertyNames: { pattern: '^low$' } }), 'each key', 'Pattern: ^low$'],
  [
    'dependentSchemas',
    model({ dependentSchemas: { card: { properties: { cvc: {} } } } }),
    'with card',
    'cvc',
  ],
  [
    'dependentRequired',
    model({ type: 'object', dependentRequired: { card: ['cvc'] } }),
    'With card also: cvc',
  ],
  [
    'dependencies',
    model({ dependencies: { card: ['cvc'], cash: { properties: { coins: {} } } } }),
    'With card also: cvc',
    'with cash',
    'coins',
  ],
  ['if', model(when({ properties: { kind: { const: 'q1' } } }, {})), ' if ', 'kind', 'Constant: q1'],
  ['then', model(when({}, { required: ['zip'] })), ' then ', 'Requires: zip'],
  ['else', model(when({}, {}, { required: ['zip'] })), ' otherwise ', 'Requires: zip'],
  [
    'allOf',
    model({ allOf: [toIt, { properties: { more: {} } }, when({}, { required: ['x1'] })] }, { Other: named }),
    'inside',
    'more',
    'Requires: x1',
  ],
  [
    'allOf',
    model({ allOf: ['x1', 'x2'].map((name) => when({}, { required: [name] })) }),
    'Requires: x1',
    'Requires: x2',
  ],
  ['anyOf', model({ anyOf: [named, { title: 'Second', properties: { b: {} } }] }), 'Any of', 'Second', ' b '],
  ['oneOf', model({ oneOf: [named, { title: 'Second', properties: { b: {} } }] }), 'One of', 'Second', ' b '],
  ['not', field({ not: { type: 'integer' } }), 'Must not be: integer'],
  ['not', field({ not: { enum: ['root', 'admin'] } }), 'must not be', 'Allowed values: root admin'],
  ['type', field({ type: ['string', 'null'] }), 'string or null'],
  ['const', field({ const: 'only' }), 'Constant: only'],
  ['enum', field({ enum: ['a1', 'b2'] }), 'Allowed values: a1 b2'],
  ['multipleOf', field({ type: 'number', multipleOf: 0.25 }), 'Multiple of: 0.25'],
  ['maximum', field({ type: 'number', maximum: 9 }), '≤ 9'],
  ['exclusiveMaximum', field({ type: 'number', exclusiveMaximum: 9 }), '< 9'],
  ['minimum', field({ type: 'number', minimum: 9 }), '≥ 9'],
  ['exclusiveMinimum', field({ type: 'number', exclusiveMinimum: 9 }), '> 9'],
  ['exclusiveMinimum', field({ type: 'number', minimum: 9, exclusiveMinimum: true }), '> 9'],
  ['maxLength', field({ type: 'string', maxLength: 9 }), 'at most 9 characters'],
  ['minLength', field({ type: 'string', minLength: 9 }), 'at least 9 characters'],
  ['pattern', field({ type: 'string', pattern: '^a$' }), 'Pattern: ^a$'],
  ['maxItems', field({ type: 'array', maxItems: 9 }), 'at most 9 items'],
  ['minItems', field({ type: 'array', minItems: 9 }), 'at least 9 items'],
  ['uniqueItems', field({ type: 'array', uniqueItems: true }), 'unique'],
  ['maxProperties', field({ type: 'object', maxProperties: 9 }), 'at most 9 properties'],
  ['minProperties', field({ type: 'object', minProperties: 9 }), 'at least 9 properties'],
  ['required', model({ ...named, required: ['inside'] }), 'inside string required'],
  ['required', model({ ...named, required: ['elsewhere'] }), 'Requires: elsewhere'],
  ['title', field({ type: 'string', title: 'A fine name' }), 'A fine name'],
  ['description', field({ description: 'Said of it' }), 'Said of it'],
  ['default', field({ default: 'preset' }), 'Default: preset'],
  ['deprecated', field({ deprecated: true }), 'deprecated'],
  ['readOnly', field({ readOnly: true }), 'read-only'],
  ['writeOnly', field({ writeOnly: true }), 'write-only'],
  ['examples', field({ examples: ['one', 'two', 3, 4, 5, 'six'] }), 'Examples: one two 3 4 5 six'],
  ['example', field({ example: 'one' }), 'Example: one'],
  ['format', field({ type: 'string', format: 'color' }), 'string <color>'],
  ['format', field({ format: 'color' }), 'Format: color'],
  ['contentEncoding', field({ type: 'string', contentEncoding: 'base64' }), 'Encoding: base64'],
  ['contentMediaType', field({ type: 'string', contentMediaType: 'image/png' }), 'Content type: image/png'],
  ['contentSchema', field({ type: 'string', contentSchema: named }), 'decoded content', 'inside'],
  ['nullable', field({ type: 'string', nullable: true }), 'string or null'],
  [
    'discriminator',
    model(
      {
        oneOf: [toIt, { title: 'B', properties: { b: {} } }],
        discriminator: { propertyName: 'kind', mapping: { o: toIt.$ref } },
      },
      { Other: named },
    ),
    'by kind',
    'Other (o)',
  ],
  [
    'discriminator',
    model(
      { ...named, discriminator: { propertyName: 'kind', mapping: { cat: toIt.$ref } } },
      { Other: named },
    ),
    'Told apart by: kind',
    'Stands for: cat: Other',
  ],
  [
    'xml',
    field({
      type: 'array',
      xml: { name: 'n1', namespace: 'urn:x', prefix: 'p1', attribute: true, wrapped: true },
    }),
    'name n1',
    'namespace urn:x',
    'prefix p1',
    'attribute',
    'wrapped',
  ],
  [
    'externalDocs',
    field({ externalDocs: { url: 'https://x.test/more', description: 'Read on' } }),
    'Read on',
    'https://x.test/more',
  ],
  ['x-internal', field({ 'x-internal': true }), ' internal '],
]

describe('what a schema says', () => {
  it.each(rows)('is on its page: %s', async (_, page, ...shown) => {
    const words = await wordsOf(page)
    for (const text of shown) expect(words).toContain(text)
  })
  it('has a row for each keyword', () => {
    const known = new Set([...rows.map(([keyword]) => keyword), ...unseen])
    expect(keywords.filter((keyword) => !known.has(keyword))).toEqual([])
  })
  it('leaves out what is meant for who writes it', async () => {
    const words = await wordsOf(field({ type: 'string', $comment: 'Only for us' }), true)
    expect(words).not.toContain('Only for us')
  })
})
