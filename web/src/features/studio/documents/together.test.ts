// Several people in one description at the same moment: what comes about is what all of them meant.
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { Description } from '../../../../../editing/description.ts'
import { isEqual } from '../../../../../editing/merge/equal.ts'
import { mergeTexts } from '../../../../../editing/merge/texts.ts'
import type { Edit, Format } from '../../../../../editing/types.ts'
import { parsed } from '../../../../../tests/support/editing/model.ts'
import { randomEdit } from '../../../../../tests/support/editing/random-edits.ts'
import { generated, handMade } from '../../../../../tests/support/editing/texts.ts'
import { seeded } from '../../../../../tests/support/seeded.ts'
import { FakeServer } from './fake-server.ts'
import { type Keep, memoryKeep } from './keep.ts'
import { mergesHere } from './merges-here.ts'
import { wholeOf } from './open-document.ts'
import { DocumentSession } from './session.ts'

let server: FakeServer
let sessions: DocumentSession[]

beforeEach(() => {
  vi.useFakeTimers()
  sessions = []
})
afterEach(() => {
  for (const session of sessions) session.close()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function open(path = 'api.yaml', keep: Keep = memoryKeep()) {
  const session = new DocumentSession({ id: server.id, path, server, keep, merger: mergesHere })
  sessions.push(session)
  await session.open()
  server.listeners.add((taken) => session.hear(taken))
  return session
}

const textOf = (session: DocumentSession) => (session.state.model ? wholeOf(session.state.model.text) : '')

function write(session: DocumentSession, edit: Edit, format: Format = 'yaml'): boolean {
  const { model } = session.state
  if (!model) throw new Error('It is not open.')
  const edited = new Description(model.text, format).edit(edit)
  if ('refused' in edited) return false
  model.apply(edited.changes, 'form')
  return edited.changes.length > 0
}

const base = `openapi: 3.1.0
info:
  title: Todos
  version: "1"
paths:
  /todos:
    get:
      summary: List
      tags:
        - a
`
const get = ['paths', '/todos', 'get']

describe('two in one operation', () => {
  beforeEach(() => {
    server = new FakeServer(base)
  })

  it('both add the same name: what they agree on stands once, what they do not is asked of who came last', async () => {
    const [ada, ben] = [await open(), await open()]
    const add = (value: unknown): Edit => ({ type: 'add', path: get, key: 'responses', value })
    write(ada, add({ 200: { description: 'Done' }, 400: { description: 'Bad' } }))
    write(ben, add({ 200: { description: 'OK' }, 404: { description: 'Gone' } }))
    await pass(5_000)
    expect(textOf(ada)).toBe(server.text)
    expect(textOf(ben)).toBe(server.text)
    expect(parsed(server.text, 'yaml')).toHaveProperty('paths./todos.get.responses', {
      200: { description: 'OK' },
      400: { description: 'Bad' },
      404: { description: 'Gone' },
    })
    expect(ada.state.disputes).toEqual([])
    expect(ben.state.disputes).toMatchObject([
      { path: [...get, 'responses', '200', 'description'], ours: 'OK', theirs: 'Done' },
    ])
    ben.settle(ben.state.disputes[0]?.id ?? '')
    expect(ben.state.disputes).toEqual([])
  })

  it('undo takes back what one did oneself, and leaves the other', async () => {
    const [ada, ben] = [await open(), await open()]
    write(ada, { type: 'set', path: [...get, 'summary'], value: 'List all of them' })
    write(ben, { type: 'add', path: get, key: 'description', value: 'Newest first' })
    await pass(5_000)
    ben.state.model?.undo()
    await pass(5_000)
    expect(parsed(textOf(ada), 'yaml')).toHaveProperty('paths./todos.get.summary', 'List all of them')
    expect(textOf(ada)).not.toContain('Newest')
    ben.state.model?.redo()
    ada.state.model?.undo()
    await pass(5_000)
    expect(textOf(ben)).toBe(server.text)
    expect(parsed(server.text, 'yaml')).toHaveProperty('paths./todos.get', {
      summary: 'List',
      tags: ['a'],
      description: 'Newest first',
    })
  })

  it('who was away for a day, and closed the page, is asked about what both changed', async () => {
    const keep = memoryKeep()
    const ada = await open()
    const away = await open('api.yaml', keep)
    server.listeners.clear()
    server.listeners.add((taken) => ada.hear(taken))
    server.faults = ['offline']
    write(away, { type: 'set', path: ['info', 'title'], value: 'From the plane' })
    write(away, { type: 'add', path: get, key: 'responses', value: { 200: { description: 'OK' } } })
    await pass(24 * 3_600_000)
    away.close()
    server.faults = []
    write(ada, { type: 'set', path: ['info', 'title'], value: 'From the office' })
    write(ada, { type: 'add', path: get, key: 'responses', value: { 201: { description: 'Made' } } })
    await pass(1_000)
    await pass(40_000)
    const back = await open('api.yaml', keep)
    back.lineIs(true)
    await pass(5_000)
    expect(textOf(back)).toBe(server.text)
    expect(textOf(ada)).toBe(server.text)
    expect(parsed(server.text, 'yaml')).toMatchObject({
      info: { title: 'From the plane' },
      paths: {
        '/todos': { get: { responses: { 200: { description: 'OK' }, 201: { description: 'Made' } } } },
      },
    })
    expect(back.state.disputes).toMatchObject([
      { path: ['info', 'title'], base: 'Todos', ours: 'From the plane', theirs: 'From the office' },
    ])
    // It is asked again until it is decided.
    back.close()
    const again = await open('api.yaml', keep)
    expect(again.state.disputes).toHaveLength(1)
  })

  it('who was away twice is not asked about their own words', async () => {
    const keep = memoryKeep()
    const summarize = (session: DocumentSession, value: string) =>
      write(session, { type: 'set', path: [...get, 'summary'], value })
    const first = await open('api.yaml', keep)
    server.faults = ['offline']
    summarize(first, 'List in the air')
    await pass(60_000)
    first.close()
    server.faults = []
    // The page is loaded again, and all is sent.
    const second = await open('api.yaml', keep)
    second.lineIs(true)
    await pass(1_000)
    expect(second.state.status).toBe('saved')
    // The page ends with the words, before anybody knows that they could not be sent.
    server.faults = ['offline']
    summarize(second, 'List in the air, once more')
    second.close()
    await pass(0)
    server.faults = []
    const third = await open('api.yaml', keep)
    third.lineIs(true)
    await pass(10_000)
    expect(third.state).toMatchObject({ status: 'saved', disputes: [] })
    expect(parsed(server.text, 'yaml')).toMatchObject({
      paths: { '/todos': { get: { summary: 'List in the air, once more' } } },
    })
  })
})

const samples = [...handMade().filter(({ name }) => !name.includes('CR')), ...[2, 3, 6, 11].map(generated)]

test.each(samples)(
  'pairs of edits of $name at one moment end alike everywhere, and lose nothing',
  async ({ text, format }) => {
    const random = seeded(7)
    for (let pair = 0; pair < 12; pair++) {
      server = new FakeServer(text)
      const both = [await open(`api.${format}`), await open(`api.${format}`)]
      for (const session of both) {
        // One edit each, or two or three.
        for (let count = 0; count <= pair % 3; )
          if (write(session, randomEdit(random, parsed(textOf(session), format)), format)) count++
      }
      const wrote = both.map(textOf)
      await pass(6_000)
      // Who sends second sees both.
      const merged = mergeTexts(format, text, wrote[1] ?? '', wrote[0] ?? '')
      // What is packed and unpacked on the way takes its own time, whatever the clock says.
      await vi.waitFor(() => {
        for (const session of both) expect(textOf(session)).toBe(server.text)
        if (merged.by === 'values')
          expect(isEqual(parsed(server.text, format), parsed(merged.text, format)), server.text).toBe(true)
        else expect(() => parsed(server.text, format)).not.toThrow()
        expect(both.flatMap(({ state }) => state.disputes).map(({ path }) => path)).toEqual(
          merged.conflicts.map(({ path }) => path),
        )
      }, 15_000)
      for (const session of both) session.close()
    }
  },
)

test.each(samples.filter(({ name }) => !name.includes('CR')))(
  'three at $name at one moment end alike, in a text that parses',
  async ({ text, format }) => {
    const random = seeded(11)
    for (let round = 0; round < 5; round++) {
      server = new FakeServer(text)
      const all = [await open(`api.${format}`), await open(`api.${format}`), await open(`api.${format}`)]
      for (const session of all) while (!write(session, randomEdit(random, parsed(text, format)), format));
      await pass(10_000)
      for (const session of all) expect(textOf(session)).toBe(server.text)
      expect(() => parsed(server.text, format), server.text).not.toThrow()
      for (const session of all) session.close()
    }
  },
)
