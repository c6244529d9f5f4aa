import { describe, expect, test } from 'vitest'
import { snapshotText } from '../index.ts'
import { analyzeApi, analyzeFiles, api, getPets, nodeAt, refsIn } from '../testing.ts'
import type { JsonObject } from '../types.ts'
import { BUNDLE_BUDGET, MOST_BUNDLED } from './bundle.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: JsonObject) => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
})
const big = (length: number, parts: JsonObject = {}) => ({ description: 'x'.repeat(length), ...parts })

describe('what an operation refers to travels with it', () => {
  test('directly and indirectly, each schema once', () => {
    const schemas = { A: { properties: { b: ref('B'), again: ref('B') } }, B: { type: 'string' }, Unused: {} }
    const data = getPets(answer(ref('A')), { components: { schemas } })
    expect(data.__bundled__).toEqual({
      A: { properties: { b: { $ref: '#/__bundled__/B' }, again: { $ref: '#/__bundled__/B' } } },
      B: { type: 'string' },
    })
    expect(refsIn(data.responses)).toEqual(['#/__bundled__/A'])
  })

  test('cycles: to itself, and around', () => {
    const schemas = { A: { properties: { me: ref('A'), b: ref('B') } }, B: { items: ref('A') } }
    const data = getPets(answer(ref('A')), { components: { schemas } })
    expect(Object.keys(data.__bundled__ as JsonObject)).toEqual(['A', 'B'])
    expect(refsIn(data.__bundled__)).toEqual(['#/__bundled__/A', '#/__bundled__/B', '#/__bundled__/A'])
  })

  test('references that only refer to each other do not hang', () => {
    const data = getPets(answer(ref('A')), { components: { schemas: { A: ref('B'), B: ref('A') } } })
    expect(data.__bundled__).toEqual({ A: { $ref: '#/__bundled__/B' }, B: { $ref: '#/__bundled__/A' } })
  })

  test('keys need no decoding, whatever the schemas are called', () => {
    const schemas = { 'a/b~c d': { type: 'string' }, constructor: { type: 'number' } }
    const schema = { anyOf: [{ $ref: '#/components/schemas/a~1b~0c%20d' }, ref('constructor')] }
    const data = getPets(answer(schema), { components: { schemas } })
    const keys = Object.keys(data.__bundled__ as JsonObject)
    expect(keys).toEqual([expect.stringMatching(/^a_b_c_d-[0-9a-f]{8}$/), 'constructor'])
    expect(refsIn(data.responses)).toEqual(keys.map((key) => `#/__bundled__/${key}`))
  })

  test('a description beside a reference stays', () => {
    const data = getPets(answer({ ...ref('A'), description: 'mine' }), { components: { schemas: { A: {} } } })
    expect(data).toMatchObject({
      responses: [{ contents: [{ schema: { $ref: '#/__bundled__/A', description: 'mine' } }] }],
    })
  })

  test('a schema inside another place than components/schemas', () => {
    const schemas = { A: { properties: { deep: { type: 'string' } } } }
    const data = getPets(answer({ $ref: '#/components/schemas/A/properties/deep' }), {
      components: { schemas },
    })
    expect(Object.values(data.__bundled__ as JsonObject)).toEqual([{ type: 'string' }])
  })
})

describe('the budget', () => {
  test('is filled breadth first; what is beyond it keeps its URI', () => {
    const schemas = {
      Near: big(100, { properties: { far: ref('Far'), huge: ref('Huge') } }),
      Wide: big(BUNDLE_BUDGET - 2000),
      Far: big(5000),
      Huge: big(10),
    }
    const data = getPets(answer({ anyOf: [ref('Near'), ref('Wide')] }), { components: { schemas } })
    expect(Object.keys(data.__bundled__ as JsonObject)).toEqual(['Near', 'Wide', 'Huge'])
    expect(refsIn(data)).toEqual([
      '#/__bundled__/Near',
      '#/__bundled__/Wide',
      '/reference/api.yaml/components/schemas/Far',
      '#/__bundled__/Huge',
    ])
  })

  test('holds for what many references could drag in, and every URI it leaves is a node', () => {
    const names = Array.from({ length: 60 }, (_, at) => `S${at}`)
    const everything = Object.fromEntries(names.map((name) => [name, ref(name)]))
    const schemas = Object.fromEntries(names.map((name) => [name, big(4000, { properties: everything })]))
    const result = analyzeApi(
      api({ paths: { '/pets': { get: answer(ref('S0')) } }, components: { schemas } }),
    )
    const uris = new Set(result.nodes.map(({ uri }) => uri))
    for (const { data } of result.nodes) {
      expect(snapshotText(data).length).toBeLessThan(2 * BUNDLE_BUDGET)
      const bundled = Object.keys((data.__bundled__ as JsonObject | undefined) ?? {})
      for (const target of refsIn(data)) {
        expect(uris.has(target) || bundled.includes(target.replace('#/__bundled__/', ''))).toBe(true)
      }
    }
  })
})

test('a chain is bundled so far and no further, and goes on by URIs', () => {
  const chain = Object.fromEntries(
    Array.from({ length: MOST_BUNDLED + 5 }, (_, at) => [`S${at}`, ref(`S${at + 1}`)]),
  )
  const data = getPets(answer(ref('S0')), { components: { schemas: chain } })
  expect(Object.keys(data.__bundled__ as JsonObject)).toHaveLength(MOST_BUNDLED)
  expect(refsIn(data).at(-1)).toBe(`/reference/api.yaml/components/schemas/S${MOST_BUNDLED}`)
})

test('schemas of other files are bundled under a name of their own', () => {
  const result = analyzeFiles({
    'reference/api.yaml': JSON.stringify(
      api({ paths: { '/a': { get: answer({ $ref: '../models/pet.yaml' }) } } }),
    ),
    'models/pet.yaml': 'title: Pet\nproperties:\n  owner: {$ref: "./owner.v1.json#/$defs/Name"}',
    'models/owner.v1.json': '{"type": "object", "$defs": {"Name": {"type": "string"}}}',
  })
  const { __bundled__: bundled } = nodeAt(result, '/get').data
  expect(Object.keys(bundled as JsonObject)).toEqual([
    expect.stringMatching(/^pet-/),
    expect.stringMatching(/^Name-/),
  ])
  expect(refsIn(nodeAt(result, '/models/pet.yaml').data)[0]).toMatch(/^#\/__bundled__\/Name-/)
})
