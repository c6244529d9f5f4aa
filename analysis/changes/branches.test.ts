import { describe, expect, it } from 'vitest'
import { analyze, Branch } from '../index.ts'
import { api } from '../testing.ts'
import type { BranchFile, JsonObject } from '../types.ts'
import { compareBranches } from './index.ts'
import { file, object, operation, request, response, text } from './testing.ts'

const list = (changes: { node: string; rule: string; uri: string; semver: string }[]) =>
  changes.map(({ uri, rule, semver }) => `${semver} ${uri} ${rule}`)

/** An API that answers with this reference. */
const answering = ($ref: string, parts: JsonObject = {}) => ({ ...response({ $ref }), ...parts })
const named = (Pet: JsonObject) => ({ components: { schemas: { Pet } } })

describe('two states of a branch', () => {
  const pet = (id: JsonObject) => file('models/pet.json', object({ id }))
  const before = [
    file('reference/pets.json', answering('../models/pet.json')),
    pet(text),
    file('models/alone.json', object({ id: text })),
    file('models/old.json', object({})),
    file('docs/a.md', 'a'),
    file('docs/b.md', 'b'),
    file('docs/same.md', 'same'),
  ]
  const after = [
    file('reference/pets.json', answering('../models/pet.json')),
    pet({ type: 'integer' }),
    file('models/alone.json', object({ id: { type: 'integer' } })),
    file('docs/a.md', 'A'),
    file('docs/c.md', 'c'),
    file('docs/same.md', 'same'),
  ]
  const result = compareBranches(before, after)

  it('differ in APIs, models and articles, each named by its node', () => {
    expect(list(result.changes)).toEqual([
      'major /models/alone.json model-property-type-changed',
      'major /reference/pets.json/paths/~1pets/post response-property-type-changed',
      'major /models/old.json model-removed',
      'patch /docs/a.md article-changed',
      'patch /docs/b.md article-removed',
      'minor /docs/c.md article-added',
    ])
    expect(result).toMatchObject({
      level: 'major',
      semver: 'major',
      counts: { major: 3, minor: 0, patch: 3 },
    })
  })

  it('say of a model that an API uses what it means for the operations, on its own page', () => {
    expect(list(result.modelChanges)).toEqual(['major /models/pet.json model-property-type-changed'])
    expect(result.modelChanges[0]?.place).toMatchObject({ file: 'models/pet.json', line: 4 })
  })

  it('that are equal have no changes', () => {
    expect(compareBranches(after, after.toReversed())).toEqual({
      level: null,
      semver: null,
      counts: { major: 0, minor: 0, patch: 0 },
      changes: [],
      modelChanges: [],
      truncated: false,
    })
  })

  it('are nodes of the analysis of the later one, but for what is gone', () => {
    const uris = new Set(analyze(after).nodes.map(({ uri }) => uri))
    const gone = result.changes.filter(({ uri }) => !uris.has(uri)).map(({ uri }) => uri)
    expect(gone).toEqual(['/models/old.json', '/docs/b.md'])
  })
})

describe('a model of an API', () => {
  const [from, to] = [object({ id: text }), object({ id: text }, { required: ['id'] })]
  const changes = (use: (schema: JsonObject) => JsonObject) => {
    const file_ = (schema: JsonObject) => [
      file('a.json', { ...use({ $ref: '#/components/schemas/Pet' }), ...named(schema) }),
    ]
    return compareBranches(file_(from), file_(to))
  }

  it('that is sent breaks by what becomes required', () => {
    const { changes: found, modelChanges } = changes(request)
    expect(list(found)).toEqual(['major /a.json/paths/~1pets/post request-property-became-required'])
    expect(list(modelChanges)).toEqual([
      'major /a.json/components/schemas/Pet model-property-became-required',
    ])
  })

  it('that is received does not', () => {
    const { semver, modelChanges } = changes(response)
    expect(semver).toBe('patch')
    expect(list(modelChanges)).toEqual([
      'patch /a.json/components/schemas/Pet model-property-became-required',
    ])
  })

  it('that nobody uses breaks nobody', () => {
    const { level, modelChanges } = changes(() => response(object({})))
    expect(level).toBe(null)
    expect(list(modelChanges)).toEqual([
      'patch /a.json/components/schemas/Pet model-property-became-required',
    ])
  })

  it('does not repeat what changed in the models that it refers to', () => {
    const owner = { Owner: object({ pet: { $ref: '#/components/schemas/Pet' } }) }
    const state = (Pet: JsonObject) => [
      file('a.json', {
        ...request({ $ref: '#/components/schemas/Owner' }),
        components: { schemas: { ...owner, Pet } },
      }),
    ]
    const { modelChanges } = compareBranches(state(from), state(to))
    expect(modelChanges.map(({ uri }) => uri)).toEqual(['/a.json/components/schemas/Pet'])
  })
})

describe('files that come, go and move', () => {
  const pets = (id?: string) => ({
    ...operation({ responses: {} }),
    ...(id === undefined ? {} : { 'x-stoplight': { id } }),
  })

  it('are added and removed', () => {
    expect(list(compareBranches([file('a.json', pets())], [file('b.json', pets())]).changes)).toEqual([
      'major /a.json api-removed',
      'minor /b.json api-added',
    ])
  })

  it('are one API where it carries an id', () => {
    const moved = { ...pets('abc'), paths: { '/dogs': { get: { responses: {} } } } }
    expect(list(compareBranches([file('a.json', pets('abc'))], [file('b/c.json', moved)]).changes)).toEqual([
      'major /a.json/paths/~1pets/post api-path-removed-without-deprecation',
      'minor /b/c.json/paths/~1dogs/get endpoint-added',
    ])
  })

  it('are neither when one state cannot be read', () => {
    const [whole, torn] = ['A', '['].map((title) => [file('docs/a.md', `---\ntitle: ${title}\n---\n`)])
    expect(compareBranches(whole ?? [], torn ?? []).changes).toEqual([])
    expect(compareBranches(torn ?? [], whole ?? []).changes).toEqual([])
    const broken = [file('a.json', '{')]
    expect(compareBranches([file('a.json', pets())], broken).changes).toEqual([])
    expect(compareBranches(broken, [file('a.json', pets())]).changes).toEqual([])
  })

  it('that become something else are one gone and one come', () => {
    const { changes } = compareBranches([file('a.json', pets())], [file('a.json', object({}))])
    expect(list(changes)).toEqual(['major /a.json api-removed', 'minor /a.json model-added'])
  })

  it('count as gone when the configuration leaves them out', () => {
    const config = file('.stoplight.json', { exclude: ['a.json'] })
    expect(list(compareBranches([file('a.json', pets())], [file('a.json', pets()), config]).changes)).toEqual(
      ['major /a.json api-removed'],
    )
  })

  it('are a feature by what they add, not by what they say', () => {
    const state = (tags: string[], paths = {}) => [
      file(
        'a.json',
        api({ paths: { ...(operation({ tags, responses: {} }).paths as JsonObject), ...paths } }),
      ),
    ]
    expect(compareBranches(state([]), state(['new'])).semver).toBe('patch')
    expect(compareBranches(state([]), state([], { '/new': { get: {} } })).semver).toBe('minor')
  })

  it('show a renamed parameter on the page that there is now', () => {
    const at = (path: string, summary: string) =>
      api({ paths: { [path]: { get: { summary, operationId: summary, responses: {} } } } })
    const { changes } = compareBranches(
      [file('a.json', at('/pets/{id}', 'one'))],
      [file('a.json', at('/pets/{petId}', 'two'))],
    )
    expect(changes.map(({ uri, operation }) => [uri, operation?.path])).toContainEqual([
      '/a.json/paths/~1pets~1{petId}/get',
      '/pets/{id}',
    ])
  })
})

describe('what is the same on both sides', () => {
  const lazily = (path: string, value: JsonObject, hash: string, reads: string[]): BranchFile => {
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    return {
      path,
      hash,
      size: bytes.length,
      read: () => {
        reads.push(path)
        return bytes
      },
    }
  }
  const state = (max: number, reads: string[]) => [
    lazily('reference/a.json', answering('../models/m.json'), 'a', reads),
    lazily('reference/b.json', response(object({})), 'b', reads),
    lazily('models/m.json', object({ n: { type: 'integer', maximum: max } }), `m${max}`, reads),
    lazily('models/far.json', object({}), 'far', reads),
  ]

  it('is not even read, unless it refers to what differs', () => {
    const [old, now]: [string[], string[]] = [[], []]
    const { changes } = compareBranches(state(5, old), state(9, now))
    expect(list(changes)).toEqual([
      'major /reference/a.json/paths/~1pets/post response-property-max-increased',
    ])
    expect([...new Set(old)].sort()).toEqual(['models/m.json', 'reference/a.json'])
  })

  it('differs by way of files that are no documentation', () => {
    const by = (type: string) => [
      lazily('reference/a.json', answering('../vendor/x.json#/m'), 'a', []),
      lazily('vendor/x.json', { m: { $ref: 'y.json' } }, 'x', []),
      lazily('vendor/y.json', { type }, type, []),
    ]
    expect(list(compareBranches(by('string'), by('integer')).changes)).toEqual([
      'major /reference/a.json/paths/~1pets/post response-body-type-changed',
    ])
  })

  it('refers by the name of a file as by its path', () => {
    const named = (max: number) => [
      lazily('reference/a.json', answering('https://x.io/m'), 'a', []),
      lazily('models/m.json', { $id: 'https://x.io/m', type: 'integer', maximum: max }, `m${max}`, []),
    ]
    expect(list(compareBranches(named(5), named(9)).changes)).toEqual([
      'major /reference/a.json/paths/~1pets/post response-body-max-increased',
    ])
  })

  it('is not read again for a comparison after an analysis', () => {
    const reads: string[] = []
    const branch = new Branch(state(9, reads))
    expect(analyze(branch).counts).toMatchObject({ api: 2, schema: 2 })
    const before = reads.length
    compareBranches(branch, branch)
    expect(reads.length).toBe(before)
  })
})
