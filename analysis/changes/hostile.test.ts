import { describe, expect, it } from 'vitest'
import { api } from '../testing.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { compareDescriptions } from './index.ts'

// What must end: each of these pairs would take for ever, or overflow the stack, if it were walked as it unfolds.
function compare(before: JsonObject | string, after: JsonObject | string) {
  const file = (path: string, value: JsonObject | string) => ({
    path,
    content: typeof value === 'string' ? value : JSON.stringify(value),
  })
  return compareDescriptions(file('old.yaml', before), file('new.yaml', after))
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** An API whose only operation takes and gives the schema A0. */
function around(schemas: JsonObject): JsonObject {
  const content = { 'application/json': { schema: ref('A0') } }
  const post = { requestBody: { content }, responses: { 200: { description: '', content } } }
  return api({ paths: { '/a': { post } }, components: { schemas } })
}

function numbered(count: number, schema: (index: number) => JsonValue): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, schema(index)]))
}

describe('hostile descriptions', () => {
  it('with references that fan out cost what they say, not what they stand for', () => {
    const fan = (type: string) =>
      around({
        ...numbered(60, (index) => ({
          properties: { left: ref(`A${index + 1}`), right: ref(`A${index + 1}`) },
        })),
        A60: { type },
      })
    expect(compare(fan('string'), fan('integer')).counts).toEqual({ major: 2, minor: 0, patch: 0 })
  })

  it('with very long chains of references are followed to their end', () => {
    const chain = (type: string) =>
      around({
        ...numbered(5_000, (index) => ({ properties: { next: ref(`A${index + 1}`) } })),
        A5000: { type },
      })
    const { counts, changes } = compare(chain('string'), chain('integer'))
    expect(counts.major).toBe(2)
    expect(changes[0]?.message.length).toBeLessThan(600)
  })

  it('with schemas that are nothing but themselves describe nothing', () => {
    expect(
      compare(around({ A0: ref('A0') }), around({ A0: { ...ref('A0'), type: 'string' } })).changes,
    ).toEqual([])
  })

  it('with cycles are compared once', () => {
    const cycle = (type: string) =>
      around({
        A0: { properties: { self: ref('A0'), other: ref('B') } },
        B: { allOf: [ref('A0'), { properties: { x: { type } } }] },
      })
    expect(compare(cycle('string'), cycle('integer')).counts.major).toBe(2)
  })

  it('with huge lists of values name the first ones and count the others', () => {
    const values = (first: number) =>
      around({ A0: { enum: Array.from({ length: 20_000 }, (_, n) => n + first) } })
    const { changes } = compare(values(0), values(20_000))
    expect(changes.length).toBe(4 * 51)
    expect(changes[50]?.before).toBe('“and 19950 more”')
  })

  it('with many alternatives are paired without comparing each with each', () => {
    const many = (title: string) =>
      around({
        A0: { oneOf: Array.from({ length: 30_000 }, (_, n) => ({ title: `${title}${n}`, minLength: 1 })) },
      })
    const { changes, truncated } = compare(many('a'), many('b'))
    expect(changes.length).toBe(20_000)
    expect(truncated).toBe(true)
  })

  it('with keys of the prototype compare what is written', () => {
    const before = around({
      A0: JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
    })
    const after = around({
      A0: { properties: { constructor: { type: 'integer' }, toString: { type: 'string' } } },
    })
    expect(compare(before, after).changes.map(({ rule }) => rule)).toEqual([
      'new-optional-request-property',
      'request-property-type-changed',
      'response-optional-property-added',
      'response-property-type-changed',
    ])
    expect(Object.prototype).not.toHaveProperty('type')
  })

  it('with patterns that no engine could run are compared as text', () => {
    const pattern = (end: string) =>
      around({ A0: { type: 'string', pattern: `${'(a+)+'.repeat(5_000)}${end}` } })
    expect(compare(pattern('a'), pattern('b')).counts).toEqual({ major: 0, minor: 1, patch: 1 })
  })

  it('with values of any other shape describe nothing, or as much as can be read', () => {
    const odd: JsonValue[] = [
      null,
      1,
      'x',
      true,
      [],
      [null, [], 1],
      {},
      { a: 1 },
      { $ref: 3 },
      { $ref: '#/nowhere' },
    ]
    const keywords = [
      'type',
      'enum',
      'required',
      'properties',
      'allOf',
      'oneOf',
      'items',
      'discriminator',
      'pattern',
      'default',
      'x-sunset',
      'not',
      'maximum',
      'prefixItems',
      'dependentRequired',
      'additionalProperties',
    ]
    const parts = [
      'parameters',
      'requestBody',
      'responses',
      'security',
      'tags',
      'callbacks',
      'deprecated',
      'operationId',
    ]
    for (const [index, value] of odd.entries()) {
      const other = odd[(index + 1) % odd.length] ?? null
      for (const keyword of keywords) {
        expect(() =>
          compare(around({ A0: { [keyword]: value } }), around({ A0: { [keyword]: other } })),
        ).not.toThrow()
      }
      for (const part of parts) {
        const paths = (is: JsonValue) =>
          api({ paths: { '/a': { get: { [part]: is } } }, webhooks: is, servers: is })
        expect(() => compare(paths(value), paths(other))).not.toThrow()
      }
      const top = (is: JsonValue) => api({ paths: is, components: is, security: is })
      expect(() => compare(top(value), top(other))).not.toThrow()
    }
  })
})

it('gives the same bytes for the same input', () => {
  const [before, after] = [
    around({ A0: { properties: { a: {}, b: {} } } }),
    around({ A0: { required: ['b', 'a'] } }),
  ]
  expect(JSON.stringify(compare(before, after))).toBe(JSON.stringify(compare(before, after)))
})
