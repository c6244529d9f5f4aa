// Every kind of schema with every kind of example, in every place: ours beside Spectral's own walk.
import { Document, Spectral } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { randomDescription } from '../../tests/support/random-examples.ts'
import { lintText, readRuleset } from '../index.ts'

const values = [1, 1.5, 'a', true, null, ['a'], { a: 1 }, { a: 'b', b: 2 }]
const schemas: object[] = [
  ...['string', 'integer', 'number', 'boolean', 'array', 'object', 'null', 'odd', 7, ['string', 'null']].map(
    (type) => ({ type }),
  ),
  { type: 'string', nullable: true },
  { type: 'string', nullable: 'yes' },
  { type: 'string', title: 7 },
  { type: 'integer', readOnly: 'x', description: [] },
  { type: 'string', format: 'date' },
  { type: 'string', minLength: 2 },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'string', enum: ['a', 'a'] },
  { type: 'string', enum: [] },
  { type: 'integer', enum: [1, null, 'a'] },
  { enum: [1, {}] },
  { type: 'string', $id: 'https://example.com/one' },
  { type: 'string', id: 'two' },
  {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'integer', readOnly: true }, b: { type: 'integer', writeOnly: true } },
  },
  { $ref: '#/components/schemas/Shared' },
  { type: 'object', properties: { a: { $ref: '#/components/schemas/Shared' } } },
]

function described(version: string): string {
  const Shared = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string', example: 1 }, b: { $ref: '#/components/schemas/Shared' } },
  }
  const components: Record<string, object> = { Shared }
  const paths: Record<string, object> = {}
  for (const [index, schema] of schemas.entries()) {
    for (const [number, value] of values.entries()) {
      const name = `S${index}V${number}`
      components[name] = { ...schema, ...(number % 2 ? { example: value } : { default: value }) }
      const content = {
        'application/json': { schema, example: value },
        'text/plain': { schema, examples: { one: { value }, two: value } },
      }
      paths[`/${name}`] = {
        post: {
          parameters: [{ name: 'q', in: 'query', schema, example: value }],
          requestBody: { content },
          responses: {
            200: { description: 'ok', content, headers: { H: { schema, example: value } } },
            201: { $ref: '#/components/responses/R' },
          },
        },
      }
    }
  }
  const R = {
    description: 'r',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Shared' }, example: {} } },
  }
  return JSON.stringify({
    openapi: version,
    info: {},
    paths,
    components: { schemas: components, responses: { R } },
  })
}

const RULES = ['oas3-valid-media-example', 'oas3-valid-schema-example']

interface Found {
  code: string | number
  path: (string | number)[]
  message: string
  range: object
}

/** What the example rules find in a text: ours, and Spectral's own. */
async function sideBySide(content: string): Promise<{ ours: string[]; theirs: string[] }> {
  const text = `extends: [[spectral:oas, off]]\nrules: { ${RULES.map((rule) => `${rule}: true`).join(', ')} }\n`
  const files = { read: (path: string) => (path === 'r.yaml' ? text : undefined) }
  const found = await lintText({ path: 'a.json', content }, readRuleset('r.yaml', files), files)
  const spectral = new Spectral()
  const base: object = oas
  spectral.setRuleset({
    extends: [[base, 'off']],
    rules: Object.fromEntries(RULES.map((rule) => [rule, true])),
  } as never)
  const theirs = await spectral.run(new Document(content, parsers.Json, '/a.json'))
  const lines = (list: Found[]) =>
    list.map(({ code, path, message, range }) => JSON.stringify([code, path, message, range])).sort()
  return { ours: lines(found), theirs: lines(theirs) }
}

it.each(['3.0.0', '3.1.0'])('finds in examples of OpenAPI %s what Spectral finds', async (version) => {
  const { ours, theirs } = await sideBySide(described(version))
  expect(theirs.length).toBeGreaterThan(300)
  expect(ours).toEqual(theirs)
})

const odd = [
  ['{"type": "array", "uniqueItems": true, "items": {"type": "string"}}', '["a", "a"]'],
  ['{"type": "array", "uniqueItems": true, "items": {"type": "integer", "nullable": true}}', '[1, 2, 1]'],
  ['{"type": "string", "__proto__": {"nullable": true}}', 'null'],
  ['{"type": "string", "__proto__": {"allOf": {}}}', '"a"'],
  ['{"type": "string", "x-note": {"__proto__": {"$id": "a"}}}', '"a"'],
  ['{"type": "object", "properties": {"__proto__": {"type": "string"}}}', '{"a": 1}'],
  ['{"type": "object", "additionalProperties": false}', '{"__proto__": {"x": 1}}'],
  [
    '{"type": "array", "not": {"uniqueItems": true, "items": {"type": "string"}}}',
    '["__proto__", "__proto__"]',
  ],
  ['{"type": "string", "nullable": true, "not": {"enum": [1e400]}}', 'null'],
  ['{"enum": [1e400, null, "a"]}', '"a"'],
]

it.each(['3.0.0', '3.1.0'])('finds in odd examples of OpenAPI %s what Spectral finds', async (version) => {
  const paths = odd.map(
    ([schema, example], number) =>
      `"/${number}": {"post": {"requestBody": {"content": {"a/b": {"schema": ${schema}, "example": ${example}}}}, "responses": {}}}`,
  )
  const schemas = odd.map(
    ([schema, example], number) => `"S${number}": {"example": ${example}, ${schema?.slice(1)}`,
  )
  const { ours, theirs } = await sideBySide(
    `{"openapi": "${version}", "info": {}, "paths": {${paths.join()}}, "components": {"schemas": {${schemas.join()}}}}`,
  )
  expect(theirs.length).toBeGreaterThan(8)
  expect(ours).toEqual(theirs)
})

it.each([
  ['3.0.0', 1],
  ['3.1.0', 2],
] as const)('finds in random examples of OpenAPI %s what Spectral finds, seed %s', async (version, seed) => {
  const { ours, theirs } = await sideBySide(randomDescription(version, seed))
  expect(theirs.length).toBeGreaterThan(100)
  expect(ours).toEqual(theirs)
})
