// Whether an answer is what the description says, by its status, type and schema.
import { describe, expect, it } from 'vitest'
import type { Operation, SchemaLike } from '../../model/types.ts'
import { checkSchema } from './check.ts'
import { describedAnswer } from './described.ts'

const bundle = {
  Pet: {
    type: 'object',
    required: ['id', 'password'],
    properties: {
      id: { type: 'integer' },
      password: { type: 'string', writeOnly: true },
      born: { type: ['string', 'null'], format: 'date' },
      parent: { $ref: '#/__bundled__/Pet' },
    },
    additionalProperties: false,
  },
}
const pets: SchemaLike = { type: 'array', items: { $ref: '#/__bundled__/Pet' } }
const check = (value: unknown, schema = pets) => checkSchema({ schema, bundle, text: JSON.stringify(value) })

describe('a schema', () => {
  it('holds for what it describes; what only requests carry is not missed', () => {
    expect(
      check([
        { id: 1, born: null },
        { id: 2, born: '2020-01-31', parent: { id: 1 } },
      ]),
    ).toEqual({ problems: [] })
  })

  it('names the places where it does not', () => {
    const result = check([{ id: 1 }, { id: 'two', parent: { id: 3, color: 'blue' } }])
    const found = 'problems' in result ? result.problems : []
    expect(found.map(({ at }) => at)).toEqual(expect.arrayContaining(['#/1/id', '#/1/parent/color']))
  })

  it.each([
    ['http://json-schema.org/draft-07/schema#', true],
    ['https://json-schema.org/draft/2020-12/schema', false],
  ])('is read by its dialect: %s', ($schema, isEmpty) => {
    // In draft 7 nothing holds beside a reference.
    const result = check({ id: 1 }, { $schema, $ref: '#/__bundled__/Pet', minProperties: 5 })
    expect('problems' in result && result.problems.length === 0).toBe(isEmpty)
  })

  it('that refers to another page is not held against the answer', () => {
    expect(check({}, { $ref: '/other.yaml/components/schemas/Pet' })).toHaveProperty('unchecked')
  })

  it('is not met by what is no JSON', () => {
    expect(checkSchema({ schema: true, bundle, text: '<html>' })).toEqual({
      problems: [{ at: '#', message: 'This is not JSON.' }],
    })
  })
})

describe('an answer', () => {
  const operation: Operation = {
    method: 'get',
    path: '/pets',
    responses: [
      { code: '200', contents: [{ mediaType: 'application/json' }, { mediaType: 'image/*' }] },
      { code: '4XX', contents: [{ mediaType: 'application/problem+json' }] },
      { code: '204' },
    ],
  }
  const found = (status: number, type = '', isEmpty = false) => {
    const { response, content, problems } = describedAnswer(
      operation,
      status,
      type ? [['Content-Type', type]] : [],
      isEmpty,
    )
    return [response?.code, content?.mediaType, problems.length]
  }
  it('is one of those described', () => {
    expect(found(200, 'Application/JSON; charset=utf-8')).toEqual(['200', 'application/json', 0])
    expect(found(200, 'image/png')).toEqual(['200', 'image/*', 0])
    expect(found(404, 'application/problem+json')).toEqual(['4XX', 'application/problem+json', 0])
    expect(found(204, '', true)).toEqual(['204', undefined, 0])
  })
  it.each([
    ['application/problem+json', 'application/problem+json'],
    ['application/vnd.acme.v2+json', 'application/*+json'],
    ['application/cbor', 'application/*'],
    ['text/plain', '*/*'],
  ])('is read by what fits its type best: %s', (type, expected) => {
    const of = ['*/*', 'application/*', 'application/*+json', 'application/problem+json; charset=utf-8']
    const contents = of.map((mediaType) => ({ mediaType }))
    const { content, problems } = describedAnswer(
      { ...operation, responses: [{ code: 'default', contents }] },
      418,
      [['content-type', type]],
      false,
    )
    expect([content?.mediaType.split(';')[0], problems]).toEqual([expected, []])
  })
  it('is compared with what is described even where it calls itself otherwise', () => {
    expect(found(404, 'application/json')).toEqual(['4XX', 'application/problem+json', 1])
    expect(found(200, 'application/json-seq')).toEqual(['200', undefined, 1])
  })
  it('without a body differs where one is described, and could come', () => {
    expect(found(200, 'application/json', true)).toEqual(['200', undefined, 1])
    expect(describedAnswer(operation, 404, [], true).problems).toEqual([
      'The answer has no body; application/problem+json is described for 4XX.',
    ])
    const everything = { ...operation, responses: [{ code: 'default', contents: [{ mediaType: '*/*' }] }] }
    for (const status of [204, 205, 304])
      expect(describedAnswer(everything, status, [], true).problems).toEqual([])
    expect(describedAnswer({ ...everything, method: 'HEAD' }, 200, [], true).problems).toEqual([])
  })
  it('or is not, and that is said', () => {
    expect(found(500)).toEqual([undefined, undefined, 1])
    expect(found(200, 'text/html')).toEqual(['200', undefined, 1])
    expect(found(200)).toEqual(['200', undefined, 1])
  })
})
