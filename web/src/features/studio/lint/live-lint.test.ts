// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest'
import { languageWith, textOf } from '../language/testing.ts'
import { LintWork } from './lint-work.ts'
import { Linter, type LintWorkerLike } from './linter.ts'
import { LiveLint } from './live-lint.ts'
import type { FromLint } from './protocol.ts'

const PATH = 'reference/api.yaml'
const API = `openapi: 3.0.3
info: {title: Pets, version: "1", contact: {}}
tags: [{name: pets}]
paths:
  /pets:
    get:
      summary: All
      tags: [pets]
      responses: {"200": {description: OK}}
`
const RULES = `rules:
  ids:
    message: Each operation has an operationId.
    given: $.paths[*][*]
    severity: error
    then: {field: operationId, function: truthy}
  casing:
    given: $.paths[*][*].operationId
    severity: info
    then: {function: casing, functionOptions: {type: camel}}
`

/** Workers answer when they come to it. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

/** The lint worker, here. `silent`: it never answers. */
function worker(silent = false): LintWorkerLike {
  const made: LintWorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => {
      if (!silent) void work.receive(structuredClone(message))
    },
    terminate: () => undefined,
  }
  const work = new LintWork((data) => made.onmessage?.({ data } as MessageEvent<FromLint>))
  return made
}

let stop: () => void = () => undefined
afterEach(() => stop())

function linted(files: Record<string, string>, linter = new Linter(() => worker())) {
  const client = languageWith(files)
  const onGivenUp = vi.fn()
  const live = new LiveLint({ client, linter, onGivenUp })
  stop = () => {
    live.stop()
    client.stop()
  }
  live.setFront(PATH)
  const said = (path = PATH) => client.problemsOf(path).map(({ code, line }) => `${code} ${line}`)
  const write = (text: string, from: number, to: number, insert: string) => {
    const now = text.slice(0, from) + insert + text.slice(to)
    client.change(PATH, [{ from, to, insert }], textOf(now))
    return now
  }
  return { client, live, onGivenUp, said, write }
}

it('finds what the style guides and the ruleset of the working copy say, while it is typed', async () => {
  const { client, live, said, write } = linted({ [PATH]: API, '.spectral.yaml': 'rules: {ids: warn}' })
  live.setGuides([{ path: '.spectral.yaml', files: { '.spectral.yaml': RULES }, isOwn: false }])
  await eventually(() => expect(said()).toEqual(['ids 6']))
  expect(client.problemsOf(PATH)).toMatchObject([
    { severity: 'warning', message: 'Each operation has an operationId.' },
  ])
  const at = API.indexOf('summary')
  write(API, at, at, 'operationId: All Pets\n      ')
  await eventually(() => expect(said()).toEqual(['casing 7']))
  const [problem] = client.problemsOf(PATH)
  expect(problem?.fixes).toEqual([
    {
      title: 'Change to allPets',
      edits: [{ type: 'set', path: ['paths', '/pets', 'get', 'operationId'], value: 'allPets' }],
    },
  ])
  // Its own ruleset is one of the files.
  client.open('.spectral.yaml', textOf('rules: {casing: off}'))
  await eventually(() => expect(said()).toEqual([]))
})

it('takes what Spectral recommends where nothing else holds, and says nothing twice', async () => {
  const text = API.replace('tags: [pets]', 'tags: [toys]')
  const { said } = linted({ [PATH]: text })
  // Each comes from a worker of its own.
  await eventually(() =>
    expect(said()).toEqual(expect.arrayContaining(['operation-operationId 6', 'undefined-tag 8'])),
  )
  expect(said()).not.toContain('operation-tag-defined 8')
})

it('looks of a large file at the part that has changed, and keeps what it found in others', async () => {
  const more = Array.from(
    { length: 3_000 },
    (_, index) => `  /p${index}: {get: {operationId: p_${index}, responses: {}}}\n`,
  )
  const large = `${API}${more.join('')}components: {schemas: {}}\n`.replaceAll(
    'responses: {}}',
    'responses: {"200": {description: OK}}}',
  )
  expect(large.length).toBeGreaterThan(200_000)
  const { live, said, write } = linted({ [PATH]: large })
  live.setGuides([{ path: 'a.yaml', files: { 'a.yaml': RULES }, isOwn: false }])
  live.setFront(PATH, large.indexOf('summary'))
  await eventually(() => expect(said()).toEqual(['ids 6']))
  const at = large.indexOf('p_7,')
  const now = write(large, at, at + 3, 'q_7')
  await eventually(() => expect(said()).toEqual(['ids 6', 'casing 17']))
  write(now, at, at + 3, 'q7')
  await eventually(() => expect(said()).toEqual(['ids 6']))
})

it('ends rules that take for ever, and leaves them alone when they do so again', async () => {
  const start = vi.fn(() => worker(true))
  const { live, onGivenUp, write, client } = linted({ [PATH]: API }, new Linter(start, 1))
  live.setGuides([{ path: 'a.yaml', files: { 'a.yaml': RULES }, isOwn: false }])
  await eventually(() => expect(start).toHaveBeenCalledTimes(1))
  expect(onGivenUp).not.toHaveBeenCalled()
  write(API, API.length, API.length, '# typed\n')
  await eventually(() => expect(onGivenUp).toHaveBeenCalled())
  expect(start).toHaveBeenCalledTimes(2)
  expect(client.problemsOf(PATH)).toEqual([])
})

it('goes on after rules and texts that no reader can hold', async () => {
  const said: FromLint[] = []
  const work = new LintWork((message) => said.push(message))
  const rules = (text: string) => [{ path: 'a.yaml', files: { 'a.yaml': text }, isOwn: false }]
  const linted = (id: number, text: string) =>
    work.receive({ type: 'lint', id, linted: { path: PATH, text, isPart: false, others: {} } })
  await work.receive({ type: 'guides', guides: rules(`rules: ${'['.repeat(100_000)}`) })
  await linted(1, API)
  await work.receive({ type: 'guides', guides: rules(RULES) })
  await linted(2, `{"openapi": "3.0.3", "a": ${'['.repeat(60_000)}${']'.repeat(60_000)}}`)
  await linted(3, API)
  expect(said).toMatchObject([
    { id: 1, found: [] },
    { id: 2, failed: expect.any(String) },
    { id: 3, found: [{ code: 'ids' }] },
  ])
})
