// Every kind of schema with every kind of example, in every place: ours beside Spectral's own walk.
import { Document, Spectral } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
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

it.each(['3.0.0', '3.1.0'])('finds in examples of OpenAPI %s what Spectral finds', async (version) => {
  const content = described(version)
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
  const lines = (
    list: { code: string | number; path: (string | number)[]; message: string; range: object }[],
  ) => list.map(({ code, path, message, range }) => JSON.stringify([code, path, message, range])).sort()
  expect(theirs.length).toBeGreaterThan(300)
  expect(lines(found)).toEqual(lines(theirs))
})
