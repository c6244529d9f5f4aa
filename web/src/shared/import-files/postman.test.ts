// What becomes of Postman collections, as people and strangers write them.
import { describe, expect, it } from 'vitest'
import { checkDescription } from '../../../../analysis/check.ts'
import { CollectionError, descriptionOf } from '../../../../analysis/convert/collection.ts'

import { mayBeCollection, pathOfDescription } from './postman.ts'

const schema = (version: string) =>
  `https://schema.getpostman.com/json/collection/v${version}/collection.json`
const collection = (version: string, item: unknown, more: object = {}) =>
  JSON.stringify({ info: { name: 'Pets', schema: schema(version) }, item, ...more })
/** As Postman exported version 1: it names no schema. */
const version1 = JSON.stringify({
  id: 'a1',
  name: 'Old',
  order: ['r1'],
  folders: [],
  timestamp: 1,
  requests: [{ id: 'r1', name: 'x', url: 'https://a.b/c', method: 'GET', headers: '' }],
})
const described = (text: string) => JSON.parse(descriptionOf('pets.json', text) ?? 'null')

const url = {
  raw: '{{base}}/pets/:id?limit=1',
  host: ['{{base}}'],
  path: ['pets', ':id'],
  query: [{ key: 'limit', value: '1' }],
}
const request = {
  name: 'Get a pet',
  request: { method: 'GET', url, header: [] },
  response: [
    {
      name: 'OK',
      code: 200,
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: '{"name":"Tom"}',
    },
  ],
}

describe('a collection', () => {
  it('of version 2.1 becomes a description that can be read, without its secrets', async () => {
    const more = {
      variable: [{ key: 'base', value: 'https://api.example.com' }],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: 'top-secret' }] },
    }
    const text =
      descriptionOf('pets.json', collection('2.1.0', [{ name: 'Pets', item: [request] }], more)) ?? ''
    expect(checkDescription(text, 'pets.json')).toMatchObject({ kind: 'openapi3.1', title: 'Pets' })
    expect(JSON.parse(text)).toMatchObject({
      servers: [{ url: 'https://api.example.com' }],
      paths: { '/pets/{id}': { get: { tags: ['Pets'], summary: 'Get a pet' } } },
      components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
    })
    expect(text).not.toContain('top-secret')
  })

  it('has examples of responses as OpenAPI writes them', async () => {
    const { paths } = described(collection('2.1.0', [request]))
    expect(paths['/pets/{id}'].get.responses['200'].content['application/json'].examples).toEqual({
      default: { value: { name: 'Tom' } },
    })
  })

  it('of version 2.0 is read too', async () => {
    const item = [{ name: 'Get', request: { method: 'GET', url: 'https://api.example.com/pets?limit=1' } }]
    const { paths } = described(
      collection('2.0.0', item, { auth: { type: 'basic', basic: { username: 'a' } } }),
    )
    expect(Object.keys(paths)).toEqual(['/pets'])
  })

  it.each([
    ['of version 1', version1, 'only Postman collections of version'],
    ['of a version that is to come', collection('3.0.0', []), 'only Postman collections of version'],
    ['with broken requests', collection('2.1.0', [{ name: 'x', request: null }]), 'is broken'],
    [
      'nested without end',
      collection('2.1.0', []).replace('[]', `${'[{"item":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`),
      'is broken',
    ],
  ])('%s is refused with a sentence', async (_, text, sentence) => {
    const convert = () => descriptionOf('pets.json', text)
    expect(convert).toThrow(CollectionError)
    expect(convert).toThrow(sentence)
  })

  it('may be of version 1, so that its sentence is said', async () => {
    expect(await mayBeCollection({ path: 'a.json', content: new Blob([version1]) })).toBe(true)
    const nested = JSON.stringify({ openapi: '3.1.0', 'x-old': JSON.parse(version1) })
    expect(await mayBeCollection({ path: 'a.json', content: new Blob([nested]) })).toBe(false)
    expect(descriptionOf('a.json', nested)).toBeNull()
  })

  it('is nothing else', async () => {
    for (const text of ['{}', '[]', '{"info":{"schema":7}}', 'no json', '{"openapi":"3.1.0","info":{}}'])
      expect(descriptionOf('a.json', text)).toBeNull()
    expect(await mayBeCollection({ path: 'a.json', content: new Blob(['{"openapi":"3.1.0"}']) })).toBe(false)
    expect(await mayBeCollection({ path: 'a.yaml', content: new Blob([schema('2.1.0')]) })).toBe(false)
  })
})

it('the description stands beside its collection, under a name that is free', () => {
  expect(pathOfDescription('a/Pets.postman_collection.json', new Set())).toBe('a/Pets.openapi.json')
  expect(pathOfDescription('Pets.json', new Set(['Pets.openapi.json']))).toBe('Pets-2.openapi.json')
})
