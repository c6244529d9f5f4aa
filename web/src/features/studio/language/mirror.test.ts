import { describe, expect, it, vi } from 'vitest'
import type { DocumentStore } from '../documents/store.ts'
import type { StudioFile } from '../model.ts'
import { memoryModel } from '../testing.tsx'
import { applyPlan } from './apply-plan.ts'
import { Mirror } from './mirror.ts'
import { languageWith } from './testing.ts'

const file = (id: string, path: string, more: Partial<StudioFile> = {}): StudioFile => ({
  ...{ id, path, kind: 'text', hash: null, published_path: null, size: 10, eol: 'lf', bom: false },
  ...{
    epoch: 1,
    seq: 1,
    changed: false,
    base_moved: false,
    moved_hash: null,
    updated_at: '',
    updated_by: null,
    deleted_at: null,
  },
  ...more,
})

/** A store whose documents are open as told. */
function storeWith(models: Record<string, ReturnType<typeof memoryModel>['model']>) {
  const listeners = new Set<() => void>()
  const store = {
    get sessions() {
      return Object.entries(models).map(([id, model]) => ({ id, state: { model, status: 'saved' } }))
    },
    session: (id: string) => (models[id] ? { state: { model: models[id], status: 'saved' } } : undefined),
    subscribe: (listen: () => void) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    use: () => () => undefined,
  }
  const tell = () => {
    for (const listen of listeners) listen()
  }
  return { store: store as unknown as DocumentStore, tell }
}

const text = 'openapi: 3.0.0\ninfo: {title: x, version: "1"}\npaths: {}\n'
const everything = { text: 'title', matchCase: true, wholeWord: false }

describe('the texts of the worker', () => {
  it('are those that are read, and those that are open as they are typed', async () => {
    const client = languageWith({})
    const { model } = memoryModel(text)
    const models: Record<string, typeof model> = {}
    const { store, tell } = storeWith(models)
    const read = vi.fn(async () => text)
    const mirror = new Mirror({ client, store, read })
    mirror.setFiles([file('1', 'a.yaml'), file('2', 'logo.png', { kind: 'binary' })])
    await vi.waitFor(() => expect(client.has('a.yaml')).toBe(true), 15_000)
    expect(await client.ask('search', everything)).toMatchObject({ count: 1 })
    models[1] = model
    tell()
    model.apply([{ from: 0, to: 0, insert: '# title\n' }], 'code')
    expect(await client.ask('search', everything)).toMatchObject({ count: 2 })
    mirror.setFiles([file('1', 'b.yaml')])
    expect((await client.ask('search', everything)).files.map(({ path }) => path)).toEqual(['b.yaml'])
    mirror.setFiles([file('1', 'b.yaml', { deleted_at: 'now' })])
    expect(await client.ask('search', everything)).toMatchObject({ count: 0 })
    mirror.close()
    client.stop()
  })
})

describe('a plan', () => {
  const change = {
    change: { from: 0, to: 7, insert: 'swagger' },
    before: 'openapi',
    line: 1,
    was: '',
    is: '',
  }

  it('is made as a whole', async () => {
    const { model } = memoryModel(text)
    const plan = { files: [{ path: 'a.yaml', length: text.length, changes: [change] }] }
    await applyPlan(storeWith({ 1: model }).store, [{ id: '1', path: 'a.yaml' }], plan)
    expect(model.text.slice(0, 7)).toBe('swagger')
  })

  it.each([
    ['the text has changed', { ...change, before: 'OpenApi' }, 'a.yaml', 'has changed since'],
    ['a file is gone', change, 'b.yaml', 'is not there any more'],
  ])('is not made where %s', async (_what, wrong, path, reason) => {
    const { model } = memoryModel(text)
    const plan = { files: [{ path, length: text.length, changes: [wrong] }] }
    const applied = applyPlan(storeWith({ 1: model }).store, [{ id: '1', path: 'a.yaml' }], plan)
    await expect(applied).rejects.toThrow(reason)
    expect(model.text.slice(0, model.text.length)).toBe(text)
  })
})
