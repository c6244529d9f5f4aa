import { describe, expect, it, vi } from 'vitest'
import { LanguageClient, Unanswered } from './client.ts'
import type { Planned } from './protocol.ts'
import { inlineWorker, languageWith, textOf } from './testing.ts'

const API = `openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      sumary: All
      responses:
        "200":
          description: OK
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
components:
  schemas:
    Pet:
      type: object
      properties:
        toy: {$ref: ../models/toy.yaml}
    Lonely: {}
`
const FILES = {
  'reference/api.yaml': API,
  'models/toy.yaml': 'type: object\nproperties: {name: {type: string}}\n',
  'docs/a.md': 'See [Pet](../reference/api.yaml/components/schemas/Pet).\n',
}

/** How long a busy machine may take to read the files. */
const PATIENCE = 15_000
const at = (text: string, part: string) => text.indexOf(part) + 1
const made = (plan: Planned) => {
  if ('refused' in plan) throw new Error(plan.refused)
  return plan.files.map(({ path, changes }) => [path, changes.map(({ line, is }) => `${line}: ${is}`)])
}

describe('the language service', () => {
  it('says what is wrong, and hears of changes without the whole text', async () => {
    const client = languageWith(FILES)
    await vi.waitFor(() => expect(client.problemsOf('reference/api.yaml')).toHaveLength(2), PATIENCE)
    expect(client.problemsOf('reference/api.yaml')).toMatchObject([
      { code: 'unknown-key', line: 6, column: 7, fixes: [{ title: 'Rename to summary' }, {}, {}] },
      { code: 'unused-component', line: 17 },
    ])
    const from = API.indexOf('sumary')
    const text = API.replace('sumary', 'summary')
    client.change('reference/api.yaml', [{ from: from + 2, to: from + 2, insert: 'm' }], textOf(text))
    await vi.waitFor(
      () =>
        expect(client.problemsOf('reference/api.yaml').map(({ code }) => code)).toEqual(['unused-component']),
      PATIENCE,
    )
    client.close('models/toy.yaml')
    await vi.waitFor(
      () =>
        expect(client.problemsOf('reference/api.yaml').map(({ message }) => message)).toContain(
          'There is no file “models/toy.yaml”.',
        ),
      PATIENCE,
    )
    client.stop()
  })

  it('answers where things are', async () => {
    const client = languageWith(FILES)
    const path = 'reference/api.yaml'
    const offset = at(API, "schemas/Pet'")
    const place = await client.ask('definition', { path, offset })
    expect(API.slice(place?.range.from, place?.range.to)).toBe('Pet')
    const subject = await client.ask('subject', { path, offset })
    if (!subject) throw new Error('There is no subject.')
    const uses = await client.ask('uses', { subject })
    expect(uses.map(({ path, hits }) => [path, hits.map(({ line }) => line)])).toEqual([
      ['reference/api.yaml', [10]],
      ['docs/a.md', [1]],
    ])
    expect(made(await client.ask('rename', { subject, to: 'Animal' }))).toEqual([
      [
        'reference/api.yaml',
        [
          expect.stringContaining(
            "10: content: {application/json: {schema: {$ref: '#/components/schemas/Animal'",
          ),
          '13: Animal:',
        ],
      ],
      ['docs/a.md', ['1: See [Pet](../reference/api.yaml/components/schemas/Animal).']],
    ])
    const moves = [{ from: 'models/toy.yaml', to: 'toy.yaml' }]
    expect(made(await client.ask('move', { moves }))).toEqual([
      ['reference/api.yaml', ['16: toy: {$ref: ../toy.yaml}']],
    ])
    client.stop()
  })

  it.each([
    ['any case', { text: 'pet', matchCase: false, wholeWord: false }, 6],
    ['this case', { text: 'pet', matchCase: true, wholeWord: false }, 1],
    ['whole words', { text: 'pet', matchCase: false, wholeWord: true }, 4],
    ['signs without a meaning', { text: '.*', matchCase: false, wholeWord: false }, 0],
    ['nothing', { text: '', matchCase: false, wholeWord: false }, 0],
  ])('finds in all files: %s', async (_what, query, count) => {
    const client = languageWith(FILES)
    expect(await client.ask('search', query)).toMatchObject({ count, more: false })
    client.stop()
  })

  it('finds in a file of megabytes, also where one slice of it ends and the next begins', async () => {
    const line = 'description: nothing of the kind\n'
    const filler = (length: number) => line.repeat(Math.ceil(length / line.length)).slice(0, length - 1)
    const large = `${filler(999_998)}\nneedle\n${filler(1_500_000)}\nlast: needle\n`
    const client = languageWith({ 'large.yaml': large })
    const query = { text: 'needle', matchCase: true, wholeWord: true }
    const { files, count } = await client.ask('search', query)
    expect(count).toBe(2)
    expect(files[0]?.hits.map(({ range }) => range.from)).toEqual([
      large.indexOf('needle'),
      large.lastIndexOf('needle'),
    ])
    expect(large.indexOf('needle')).toBeLessThan(1_000_000)
    expect(large.indexOf('needle') + 'needle'.length).toBeGreaterThan(1_000_000)
    client.stop()
  })

  it('renames a path with its parameters, wherever it is referred to', async () => {
    const api = `openapi: 3.0.3
paths:
  /pets/{id}:
    parameters:
      - {in: path, name: id, required: true, schema: {type: string}}
`
    const other = `openapi: 3.0.3
paths:
  /all:
    get:
      responses:
        "200":
          description: OK
          links:
            one: {operationRef: '../reference/api.yaml#/paths/~1pets~1{id}/get'}
  /same: {$ref: '../reference/api.yaml#/paths/~1pets~1%7Bid%7D'}
`
    const client = languageWith({ 'reference/api.yaml': api, 'reference/b.yaml': other })
    const [path, named] = ['reference/api.yaml', ['paths', '/pets/{id}', 'parameters', 0, 'name']]
    const subject = await client.ask('subjectOf', { path, at: ['paths', '/pets/{id}'] })
    if (!subject) throw new Error('It has no name.')
    const more = { path, edits: [{ type: 'set' as const, path: named, value: 'key' }] }
    const plan = await client.ask('rename', { subject, to: '/animals/{key}', more })
    expect(Object.fromEntries(made(plan))).toEqual({
      'reference/api.yaml': [
        '3: /animals/{key}:',
        '5: - {in: path, name: key, required: true, schema: {type: string}}',
      ],
      'reference/b.yaml': [
        expect.stringMatching(/^9: one: .*~1animals~1/),
        expect.stringMatching(/^10: \/same: .*~1animals~1/),
      ],
    })
    client.stop()
  })

  it('renames a tag where it is declared, used and grouped', async () => {
    const api = `openapi: 3.0.3
tags: [{name: pets}, {name: toys}]
x-tagGroups: [{name: pets, tags: [toys, pets]}]
paths:
  /pets: {get: {tags: [pets], responses: {}}}
`
    const path = 'reference/api.yaml'
    const client = languageWith({ [path]: api })
    const subject = await client.ask('subjectOf', { path, at: ['tags', 0, 'name'] })
    expect(subject).toMatchObject({ type: 'tag', name: 'pets' })
    if (!subject) return
    expect(made(await client.ask('rename', { subject, to: 'animals' }))).toEqual([
      [
        path,
        [
          '2: tags: [{name: animals}, {name: toys}]',
          '3: x-tagGroups: [{name: pets, tags: [toys, animals]}]',
          '5: /pets: {get: {tags: [animals], responses: {}}}',
        ],
      ],
    ])
    client.stop()
  })

  it('replaces in all files, shown first', async () => {
    const client = languageWith(FILES)
    const plan = await client.ask('replace', {
      text: 'object',
      matchCase: true,
      wholeWord: true,
      by: 'string',
    })
    expect(made(plan)).toEqual([
      ['models/toy.yaml', ['1: type: string']],
      ['reference/api.yaml', ['14: type: string']],
    ])
    client.stop()
  })

  it.each([
    ['a.json', '{"b":1,\n"c":[1,2]}', '{\n  "b": 1,\n  "c": [\n    1,\n    2\n  ]\n}\n'],
    [
      'a.yaml',
      'a:   1  \nb: |\n  kept  \n  too  \nc: "x"   # said',
      'a: 1\nb: |\n  kept  \n  too  \nc: "x"   # said\n',
    ],
  ])('puts %s in order', async (path, text, expected) => {
    const client = languageWith({ [path]: text })
    const answer = await client.ask('format', { path })
    if ('refused' in answer) throw new Error(answer.refused)
    let [at, after] = [0, '']
    for (const { change } of answer.files[0]?.changes ?? []) {
      const { from, to, insert } = change
      after += text.slice(at, from) + insert
      at = to
    }
    expect(after + text.slice(at)).toBe(expected)
    client.stop()
  })

  it('cuts a part out for the preview, with what it refers to', async () => {
    const client = languageWith(FILES)
    const ask = { path: 'reference/api.yaml', offset: at(API, 'sumary'), at: null }
    const slice = await client.ask('slice', ask)
    if (!('files' in slice)) throw new Error(slice.reason)
    expect(slice.uri).toBe('/reference/api.yaml/paths/~1pets/get')
    expect(slice.files.map(({ path }) => path)).toEqual(['models/toy.yaml', 'reference/api.yaml'])
    expect(Object.keys(JSON.parse(slice.files[1]?.text ?? '').components.schemas)).toEqual(['Pet'])
    client.stop()
  })

  it('takes a question back', async () => {
    const client = languageWith(FILES)
    const abort = new AbortController()
    const asked = client.ask('search', { text: 'a', matchCase: false, wholeWord: false }, abort.signal)
    abort.abort()
    await expect(asked).rejects.toThrow(Unanswered)
    client.stop()
  })

  it('begins anew when it breaks down, and says so; again and again it is left alone', async () => {
    const workers: ReturnType<typeof inlineWorker>[] = []
    const client = new LanguageClient(() => {
      const worker = inlineWorker()
      workers.push(worker)
      return worker
    })
    client.open('a.yaml', textOf('openapi: 3.0.0\n'))
    const asked = client.ask('search', { text: 'a', matchCase: false, wholeWord: false })
    workers[0]?.crash()
    await expect(asked).rejects.toThrow('broke down')
    expect(client.state).toBe('restarted')
    expect(await client.ask('search', { text: 'openapi', matchCase: false, wholeWord: false })).toMatchObject(
      { count: 1 },
    )
    for (let crash = 1; crash <= 3; crash++) workers.at(-1)?.crash()
    expect(client.state).toBe('down')
    await expect(client.ask('hover', { path: 'a.yaml', offset: 0 })).rejects.toThrow('not running')
    client.restart()
    expect(await client.ask('search', { text: 'openapi', matchCase: false, wholeWord: false })).toMatchObject(
      { count: 1 },
    )
    client.stop()
  })
})
