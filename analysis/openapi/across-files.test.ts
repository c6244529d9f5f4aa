// References across files mean the same in every version of OpenAPI, and edges lead to what they name.
import { describe, expect, test } from 'vitest'
import { analyzeFiles, nodeAt } from '../testing.ts'
import type { JsonObject } from '../types.ts'

const schema = { $ref: '../models/pet.yaml' }
const head = { info: { title: 'Pets', version: '1' } }
const three = (openapi: string) => ({
  'reference/api.yaml': {
    openapi,
    ...head,
    paths: {
      '/pets': {
        $ref: 'parts/pets.yaml#/item',
        parameters: [{ $ref: 'parts/pets.yaml#/parameters/limit' }],
      },
    },
    components: { schemas: { Pet: schema, Inner: { $ref: '../models/pet.yaml#/properties/owner' } } },
  },
  'reference/parts/pets.yaml': {
    item: {
      post: {
        parameters: [{ $ref: '#/parameters/limit' }],
        requestBody: { $ref: '#/bodies/pet' },
        responses: {
          200: { $ref: './pets.yaml#/responses/pet' },
          404: { $ref: '/common/errors.yaml#/gone' },
        },
      },
    },
    parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
    bodies: { pet: { content: { 'application/json': { schema: { $ref: '../../models/pet.yaml' } } } } },
    responses: {
      pet: {
        description: 'ok',
        content: { 'application/json': { schema: { $ref: '../api.yaml#/components/schemas/Pet' } } },
      },
    },
  },
  'common/errors.yaml': { gone: { description: 'Gone' } },
})
const two = {
  'reference/api.yaml': {
    swagger: '2.0',
    ...head,
    paths: { '/pets': { $ref: 'parts/pets.yaml#/item' } },
    definitions: { Pet: schema, Inner: { $ref: '../models/pet.yaml#/properties/owner' } },
  },
  'reference/parts/pets.yaml': {
    item: {
      post: {
        parameters: [
          { $ref: '#/parameters/limit' },
          { name: 'body', in: 'body', schema: { $ref: '../../models/pet.yaml' } },
        ],
        responses: {
          200: { $ref: './pets.yaml#/responses/pet' },
          404: { $ref: '/common/errors.yaml#/gone' },
        },
      },
    },
    parameters: { limit: { name: 'limit', in: 'query', type: 'integer' } },
    responses: { pet: { description: 'ok', schema: { $ref: '../api.yaml#/definitions/Pet' } } },
  },
  'common/errors.yaml': { gone: { description: 'Gone' } },
}
const models = {
  'models/pet.yaml': {
    title: 'Pet',
    type: 'object',
    properties: { owner: { type: 'object', properties: { name: { $ref: 'name.json#' } } } },
  },
  'models/name.json': { type: 'string', maxLength: 9 },
}

const written = (files: Record<string, JsonObject>) =>
  analyzeFiles(
    Object.fromEntries(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)])),
  )

describe.each<[string, Record<string, JsonObject>, string]>([
  ['2.0', two, '/definitions/Pet'],
  ['3.0.3', three('3.0.3'), '/components/schemas/Pet'],
  ['3.1.0', three('3.1.0'), '/components/schemas/Pet'],
])('OpenAPI %s', (_, files, home) => {
  const result = written({ ...files, ...models })
  const operation = nodeAt(result, '/paths/~1pets/post')

  test('is put together from its files', () => {
    expect(result.diagnostics).toEqual([])
    expect(operation.data).toMatchObject({
      request: {
        query: [{ name: 'limit' }],
        body: { contents: [{ schema: { $ref: expect.stringMatching(/^#\/__bundled__\/pet-/) } }] },
      },
      responses: [
        { code: '200', contents: [{ schema: { $ref: '#/__bundled__/Pet' } }] },
        { code: '404', description: 'Gone' },
      ],
    })
    expect(JSON.stringify(operation.data.__bundled__)).toContain('"maxLength":9')
  })

  test('says by edges what it uses', () => {
    const used = result.edges.filter(({ type, from }) => type === 'ref' && from === operation.uri)
    expect(used.map(({ to }) => to).sort()).toEqual([
      '/common/errors.yaml',
      '/models/pet.yaml',
      `/reference/api.yaml${home}`,
      '/reference/parts/pets.yaml',
    ])
  })

  test('has models that stand in other files', () => {
    const inner = JSON.stringify(nodeAt(result, home.replace('Pet', 'Inner')).data)
    expect(inner).toContain('"name"')
    expect(nodeAt(result, home).data).toMatchObject({ __bundled__: expect.anything() })
  })
})
