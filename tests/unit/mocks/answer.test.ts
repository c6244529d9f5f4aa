// Answers of mocked operations, whatever description and request bring.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Asked } from './support/answers.ts'

interface Case {
  request: object
  sent?: object
  bundle?: object
  expected: object
}

const ok = [
  { code: '200', contents: [{ mediaType: 'application/json', examples: [{ key: 'x', value: 1 }] }] },
]
const answered = { kind: 'answer', status: 200 }
const ids = { name: 'x-ids', style: 'simple', schema: { type: 'array', items: { type: 'integer' } } }
const json = { 'content-type': 'application/json' }
const inBody = (schema: object) => ({ body: { contents: [{ mediaType: 'application/json', schema }] } })
const tree = { $ref: '#/__bundled__/T' }

// Forty pairs of alternatives in one another.
const pairs = Object.fromEntries(
  Array.from({ length: 41 }, (_, at) => {
    const next = { $ref: `#/__bundled__/V${at + 1}` }
    return [`V${at}`, { anyOf: ['string', 'integer'].map((type) => ({ allOf: [next, { type }] })) }]
  }),
)
const twice = { properties: { a: tree }, required: ['b'] }
const alternatives = Array.from({ length: 30 }, (_, at) => ({
  properties: { [`of${at}`]: { type: 'array', items: tree } },
  required: [`of${at}`],
  additionalProperties: false,
}))

const cases: Record<string, Case> = {
  'answers where an optional list of a header is not sent': {
    request: { headers: [ids] },
    expected: answered,
  },
  'answers where a path is not encoded': {
    request: { path: [{ name: 'id', style: 'simple', schema: {} }] },
    sent: { path: '/a/%zz' },
    expected: answered,
  },
  'answers where a value lacks the mark of its style': {
    request: { path: [{ name: 'id', style: 'matrix', schema: {} }] },
    expected: answered,
  },
  'answers where the type of a body is odd': {
    request: inBody({}),
    sent: { headers: { 'content-type': '/' }, body: 'x' },
    expected: answered,
  },
  'goes on to check what can be read': {
    request: { headers: [ids], query: [{ name: 'page', style: 'form', schema: { type: 'integer' } }] },
    sent: { query: { page: 'x' } },
    expected: { kind: 'invalid', errors: [{ field: 'query.page' }] },
  },
  'holds nothing against schemas that multiply without end': {
    request: { query: [{ name: 'q', style: 'form', schema: { $ref: '#/__bundled__/V0' } }] },
    sent: { query: { q: 'abc' } },
    bundle: pairs,
    expected: answered,
  },
  'holds nothing against schemas that multiply with each level of a value': {
    request: inBody(tree),
    sent: { headers: json, body: `${'{"a":'.repeat(24)}1${'}'.repeat(24)}` },
    bundle: { T: { anyOf: [twice, { ...twice, required: ['c'] }] } },
    expected: answered,
  },
  'checks a tree of many alternatives, each with a name of its own': {
    request: inBody(tree),
    sent: { headers: json, body: '{"of1":[{"x":[]}]}' },
    bundle: { T: { oneOf: alternatives } },
    expected: { kind: 'invalid' },
  },
  'takes what such a tree allows': {
    request: inBody(tree),
    sent: { headers: json, body: '{"of1":[{"of2":[]}]}' },
    bundle: { T: { oneOf: alternatives } },
    expected: answered,
  },
}

let answers: Record<string, unknown>
let polluted: boolean

beforeAll(() => {
  const asked: Asked[] = Object.values(cases).map(({ request, sent, bundle = {} }) => ({
    operation: JSON.stringify({
      method: 'get',
      path: '/a/{id}',
      responses: ok,
      request,
      __bundled__: bundle,
    }),
    request: { path: '/a/1', query: {}, headers: {}, body: '', ...sent },
    wanted: { dynamic: false },
  }))
  asked.push(withPrototype())
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'support/answers.ts')], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
  })
  const result: { answers: unknown[]; polluted: boolean } = JSON.parse(stdout)
  answers = Object.fromEntries(Object.keys(cases).map((name, at) => [name, result.answers[at]]))
  polluted = result.polluted
})

function withPrototype(): Asked {
  const bundle = { B: JSON.parse('{"type":"object","default":{"__proto__":{"polluted":"X"}}}') }
  const contents = [{ mediaType: 'application/json', schema: { $ref: '#/__bundled__/B' } }]
  const responses = [{ code: '200', contents }]
  return {
    operation: JSON.stringify({ method: 'get', path: '/a', responses, request: {}, __bundled__: bundle }),
    request: { path: '/a', query: {}, headers: {}, body: '' },
    wanted: { dynamic: true },
  }
}

it.each(Object.entries(cases))('%s', (name, { expected }) => {
  expect(answers[name]).toMatchObject(expected)
})

it('takes no prototype from a description', () => {
  expect(polluted).toBe(false)
})
