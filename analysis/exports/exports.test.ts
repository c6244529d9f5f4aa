// Files as people export them: nothing refers to another file any more, and what refers to itself ends.
import { describe, expect, test } from 'vitest'
import { Branch } from '../files/branch.ts'
import { parseText } from '../parse/parse-text.ts'
import { refsIn } from '../testing.ts'
import type { JsonObject } from '../types.ts'
import { type ExportForm, exportFile } from './index.ts'

const textOf = (files: Record<string, string | object>, path: string, form: ExportForm) => {
  const given = Object.entries(files).map(([name, content]) => ({
    path: name,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }))
  return exportFile(new Branch(given), path, form)
}
const exported = (
  files: Record<string, string | object>,
  kind: ExportForm['kind'],
  path = 'reference/api.json',
) => JSON.parse(textOf(files, path, { kind, format: 'json' })) as JsonObject

const ok = (schema: object) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } })
const api = (operation: object, parts: object = {}, openapi = '3.1.0') => ({
  openapi,
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: operation } },
  ...parts,
})

describe('the other notation', () => {
  const yaml = '# A comment\nopenapi: 3.1.0\ninfo: {title: Pets, version: "1"}\nx-most: 9223372036854775807\n'

  test('keeps what was written, whichever it was', () => {
    const json = textOf({ 'a.yaml': yaml }, 'a.yaml', { kind: 'original', format: 'json' })
    expect(json).toContain('"x-most": 9223372036854775807')
    expect(textOf({ 'a.json': json }, 'a.json', { kind: 'original', format: 'yaml' })).toBe(
      "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: '1'\nx-most: 9223372036854775807\n",
    )
  })

  test('says where a file is broken, and that an article has none', () => {
    expect(() => textOf({ 'a.json': '{"a":' }, 'a.json', { kind: 'original', format: 'yaml' })).toThrow(
      'not valid JSON',
    )
    expect(() => textOf({ 'a.md': '# A' }, 'a.md', { kind: 'original', format: 'json' })).toThrow(
      'neither JSON nor YAML',
    )
    expect(() => exported({ 'a.json': '{"any": 1}' }, 'bundled', 'a.json')).toThrow(
      'Only OpenAPI descriptions',
    )
  })
})

describe('a bundled file', () => {
  test('has what it referred to among its components, each once, under names that are free', () => {
    const files = {
      'reference/api.json': api(
        {
          parameters: [{ $ref: '../common/parts.yaml#/components/parameters/Limit' }],
          responses: {
            ...ok({ $ref: '../models/pet.json' }),
            404: { $ref: '../common/parts.yaml#/components/responses/404' },
          },
        },
        { components: { schemas: { pet: { type: 'string' }, Own: { $ref: '../models/pet.json' } } } },
      ),
      'models/pet.json': {
        type: 'object',
        properties: {
          owner: { $ref: './owner.yaml', description: 'Whose it is.' },
          same: { $ref: '../reference/api.json#/components/schemas/Own' },
        },
      },
      'models/owner.yaml': 'type: object\nproperties:\n  pets: {type: array, items: {$ref: pet.json}}\n',
      'common/parts.yaml':
        'components:\n  parameters:\n    Limit: {name: limit, in: query, schema: {$ref: "#/components/schemas/Count"}}\n' +
        '  responses:\n    "404": {description: Gone}\n  schemas:\n    Count: {type: integer}\n',
    }
    const bundled = exported(files, 'bundled')
    expect(bundled).toMatchObject({
      paths: {
        '/pets': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Limit' }],
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/pet_2' } } } },
              404: { $ref: '#/components/responses/404' },
            },
          },
        },
      },
      components: {
        schemas: {
          pet: { type: 'string' },
          Own: { $ref: '#/components/schemas/pet_2' },
          pet_2: {
            properties: {
              owner: { $ref: '#/components/schemas/owner', description: 'Whose it is.' },
              same: { $ref: '#/components/schemas/Own' },
            },
          },
          owner: { properties: { pets: { items: { $ref: '#/components/schemas/pet_2' } } } },
          Count: { type: 'integer' },
        },
        parameters: { Limit: { schema: { $ref: '#/components/schemas/Count' } } },
        responses: { 404: { description: 'Gone' } },
      },
    })
    expect(refsIn(bundled).filter((ref) => !ref.startsWith('#/'))).toEqual([])
  })

  test.each([
    ['3.0.3', { get: { summary: 'Pets' } }],
    ['3.1.0', { $ref: '#/components/pathItems/pets' }],
  ])('of OpenAPI %s has a path of another file where the version keeps it', (version, pathItem) => {
    const bundled = exported(
      {
        'reference/api.json': { openapi: version, info: {}, paths: { '/pets': { $ref: './pets.yaml' } } },
        'reference/pets.yaml': 'get: {summary: Pets}\n',
      },
      'bundled',
    )
    expect(bundled.paths).toEqual({ '/pets': pathItem })
  })

  test('of OpenAPI 2.0 and of a model keeps schemas where those have them', () => {
    const files = {
      'reference/api.json': {
        swagger: '2.0',
        info: {},
        paths: { '/pets': { get: { responses: { 200: { schema: { $ref: 'pet.json' } } } } } },
      },
      'reference/pet.json': { type: 'object', properties: { tag: { $ref: 'tag.json' } } },
      'reference/tag.json': { type: 'string' },
    }
    expect(exported(files, 'bundled').definitions).toEqual({
      pet: { type: 'object', properties: { tag: { $ref: '#/definitions/tag' } } },
      tag: { type: 'string' },
    })
    expect(exported(files, 'bundled', 'reference/pet.json')).toEqual({
      type: 'object',
      properties: { tag: { $ref: '#/$defs/tag' } },
      $defs: { tag: { type: 'string' } },
    })
  })

  test('leaves examples, names and what leads nowhere as they are, and moves the addresses of a discriminator', () => {
    const schema = {
      oneOf: [{ $ref: 'dog.json' }],
      discriminator: { propertyName: 'kind', mapping: { dog: 'dog.json', cat: 'Cat', gone: 'gone.json' } },
      properties: { $ref: { type: 'string' }, example: { $ref: 'dog.json' } },
      example: { $ref: 'dog.json' },
      not: { $ref: 'https://example.com/x.json' },
      items: { $ref: '../../../etc/passwd' },
    }
    const bundled = exported(
      { 'reference/api.json': api({ responses: ok(schema) }), 'reference/dog.json': { type: 'object' } },
      'bundled',
    )
    expect(JSON.stringify(bundled)).toContain(
      JSON.stringify({
        ...schema,
        oneOf: [{ $ref: '#/components/schemas/dog' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { dog: '#/components/schemas/dog', cat: 'Cat', gone: 'gone.json' },
        },
        properties: { $ref: { type: 'string' }, example: { $ref: '#/components/schemas/dog' } },
      }),
    )
  })
})

describe('a dereferenced file', () => {
  test('has no references but those of what contains itself, which lead into it', () => {
    const files = {
      'reference/api.json': api({ responses: ok({ $ref: '../models/node.json' }) }),
      'models/node.json': {
        type: 'object',
        properties: { name: { $ref: 'name.json', description: 'Of the node.' }, next: { $ref: 'node.json' } },
      },
      'models/name.json': { type: 'string', description: 'Any.' },
    }
    const whole = exported(files, 'dereferenced')
    expect(whole.paths).toMatchObject({
      '/pets': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: {
                      name: { type: 'string', description: 'Of the node.' },
                      next: { $ref: '#/components/schemas/node' },
                    },
                  },
                },
              },
            },
          },
        },
      },
    })
    expect(new Set(refsIn(whole))).toEqual(new Set(['#/components/schemas/node']))
    expect(whole.components).toHaveProperty('schemas.node')
  })

  test('means both where keywords stand beside a reference in 3.1, and words alone before', () => {
    const schema = { $ref: '#/components/schemas/A', maxLength: 3, title: 'B' }
    const parts = { components: { schemas: { A: { type: 'string', maxLength: 9 } } } }
    const found = (version: string) =>
      exported({ 'reference/api.json': api({ responses: ok(schema) }, parts, version) }, 'dereferenced')
    expect(JSON.stringify(found('3.1.0'))).toContain(
      '{"maxLength":3,"title":"B","allOf":[{"type":"string","maxLength":9}]}',
    )
    expect(JSON.stringify(found('3.0.0'))).toContain('{"type":"string","maxLength":9,"title":"B"}')
  })

  test.each([
    ['itself', { A: { $ref: '#/components/schemas/A' } }],
    ['each other', { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }],
    ['what they are in', { A: { properties: { a: { $ref: '#/components/schemas' } } } }],
    ['the whole file', { A: { properties: { a: { $ref: '#' } } } }],
  ])('ends where schemas lead to %s', (_, schemas) => {
    const files = {
      'reference/api.json': api(
        { responses: ok({ $ref: '#/components/schemas/A' }) },
        { components: { schemas } },
      ),
    }
    expect(refsIn(exported(files, 'dereferenced')).length).toBeGreaterThan(0)
  })

  test('that would grow beyond all bounds is refused, bundled it is not', () => {
    const names = Array.from({ length: 40 }, (_, index) => `S${index}`)
    const schemas = Object.fromEntries(
      names.map((name, index) => {
        const ref = { $ref: `#/components/schemas/S${index + 1}` }
        return [name, index === 39 ? { type: 'string' } : { properties: { a: ref, b: ref, c: ref } }]
      }),
    )
    const files = {
      'reference/api.json': api(
        { responses: ok({ $ref: '#/components/schemas/S0' }) },
        { components: { schemas } },
      ),
    }
    expect(() => exported(files, 'dereferenced')).toThrow('would be larger than')
    expect(refsIn(exported(files, 'bundled'))).toHaveLength(118)
  })

  test('of a chain of three hundred schemas keeps references where it gets deep', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `S${index}`,
        index === 299 ? {} : { items: { $ref: `#/components/schemas/S${index + 1}` } },
      ]),
    )
    const files = {
      'reference/api.json': api(
        { responses: ok({ $ref: '#/components/schemas/S0' }) },
        { components: { schemas } },
      ),
    }
    expect(refsIn(exported(files, 'dereferenced')).length).toBeGreaterThan(0)
  })
})

test('files that include each other without a place of their own end', () => {
  const files = {
    'reference/api.json': { openapi: '3.0.0', info: {}, paths: { '/a': { $ref: './a.json' } } },
    'reference/a.json': { $ref: './b.json' },
    'reference/b.json': { $ref: './a.json' },
  }
  expect(JSON.stringify(exported(files, 'bundled').paths)).toContain('"$ref"')
})

test('aliases of YAML are bounded where they are written out', () => {
  const list = (name: string, of: string) => `${name}: &${name} [${Array(40).fill(of).join(', ')}]\n`
  const yaml = list('a', `"${'x'.repeat(2000)}"`) + list('b', '*a') + list('c', '*b')
  expect(() => parseText(yaml, 'a.yaml')).not.toThrow()
  expect(() => textOf({ 'a.yaml': yaml }, 'a.yaml', { kind: 'original', format: 'json' })).toThrow(
    'would be larger than',
  )
})
