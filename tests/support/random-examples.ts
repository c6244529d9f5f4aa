// Descriptions of random schemas beside values that nearly fit them, for the tests.
import { seeded } from './seeded.ts'

type Value = unknown

const TEXTS = [
  '',
  'a',
  'abc',
  '2024-02-29',
  '2024-02-10',
  '2024-01-02T03:04:05Z',
  '2024-13-02T03:04:05Z',
  'a@b.co',
]
const MORE_TEXTS = [
  'https://example.com/a?b#c',
  'no uri',
  '127.0.0.1',
  '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'é😀',
]
const FORMATS = [
  'date',
  'date-time',
  'email',
  'uri',
  'uuid',
  'ipv4',
  'hostname',
  'int32',
  'byte',
  'regex',
  'odd',
  'time',
]
const NAMES = ['a', 'b', 'id', 'items']

/** A description with a few hundred of them, in schemas and in media types; the same for the same seed. */
export function randomDescription(version: string, seed: number): string {
  const random = seeded(seed)
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const often = (share: number) => random() < share
  const some = (entries: [string, Value][]) => Object.fromEntries(entries.filter(() => often(0.3)))

  // Often the same, for duplicates.
  const scalar = (): Value =>
    often(0.2) ? 'a' : one([...TEXTS, ...MORE_TEXTS, 0, 1, -2, 1.5, 3_000_000_000, true, false, null])

  const value = (depth: number): Value => {
    if (depth === 0 || often(0.5)) return scalar()
    if (often(0.5)) return Array.from({ length: below(3) }, () => value(depth - 1))
    return Object.fromEntries(NAMES.filter(() => often(0.5)).map((name) => [name, value(depth - 1)]))
  }

  const aside = () =>
    some([
      ['description', 'd'],
      ['title', often(0.05) ? 7 : 't'],
      ['nullable', often(0.1) ? 'yes' : often(0.8)],
      ['readOnly', often(0.7)],
      ['writeOnly', often(0.3)],
      ['x-note', one<Value>([1, { id: 'x' }, { $id: 'y' }, [{ items: {} }], { properties: { id: 'z' } }])],
    ])

  const ofType = (type: string, depth: number): Record<string, Value> => {
    if (type === 'string')
      return some([
        ['format', one(FORMATS)],
        ['pattern', one(['^a', '[', '\\\\d+', '^.$'])],
        ['minLength', one([0, 1, 3, -1])],
        ['maxLength', one([1, 3, 100])],
        ['enum', one<Value>([['a', 'abc'], ['a', 'a'], [], ['a', null]])],
      ])
    if (type === 'number' || type === 'integer')
      return some([
        ['format', one(FORMATS)],
        ['minimum', one<Value>([0, 1, '1'])],
        ['maximum', 1],
        ['exclusiveMinimum', one<Value>([0, true])],
        ['multipleOf', 2],
        ['enum', [1, 2]],
      ])
    if (type === 'array')
      return {
        items: schema(depth - 1),
        ...some([
          ['minItems', 1],
          ['maxItems', 1],
          ['uniqueItems', true],
        ]),
      }
    if (type !== 'object') return {}
    return {
      properties: Object.fromEntries(NAMES.filter(() => often(0.6)).map((name) => [name, schema(depth - 1)])),
      ...some([
        ['required', one<Value>([['a'], ['a', 'b'], [], ['id', 'id'], ['toString']])],
        ['additionalProperties', often(0.6) ? often(0.5) : schema(depth - 1)],
        ['minProperties', 1],
        ['maxProperties', 2],
      ]),
    }
  }

  const schema = (depth: number): Record<string, Value> => {
    const type = one(
      depth > 0
        ? ['string', 'integer', 'number', 'boolean', 'array', 'object', 'object']
        : ['string', 'integer'],
    )
    const combined = () => Array.from({ length: 1 + below(2) }, () => schema(depth - 1))
    return {
      ...(often(0.9) ? { type: often(0.05) ? [type, 'null'] : type } : {}),
      ...ofType(type, depth),
      ...aside(),
      ...(depth > 0 && often(0.2) ? { [one(['allOf', 'anyOf', 'oneOf'])]: combined() } : {}),
      ...(depth > 0 && often(0.05) ? { not: schema(depth - 1) } : {}),
      ...(often(0.1) ? { example: value(1) } : {}),
    }
  }

  const paths: Record<string, object> = {}
  const schemas: Record<string, object> = {}
  for (let number = 0; number < 60; number++) {
    const media = { schema: schema(3), example: value(3) }
    const several = {
      schema: schema(2),
      examples: { one: { value: value(2) }, two: { value: value(2) }, none: 7 },
    }
    const content = { 'application/json': media, 'text/plain': several }
    schemas[`S${number}`] = { ...schema(2), example: value(2), ...(often(0.3) ? { default: value(1) } : {}) }
    paths[`/${number}`] = {
      post: { requestBody: { content }, responses: { 200: { description: 'ok', content } } },
    }
  }
  return JSON.stringify({ openapi: version, info: {}, paths, components: { schemas } })
}
