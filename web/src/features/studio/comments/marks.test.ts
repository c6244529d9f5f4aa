// Where a comment stands stays with what it is about, whatever is written around it.
import { describe, expect, it } from 'vitest'
import { Description } from '../../../../../editing/description.ts'
import type { Edit, Path } from '../../../../../editing/types.ts'
import { wholeOf } from '../documents/open-document.ts'
import type { YTextModel } from '../documents/ytext-model.ts'
import { memoryModel, peerOf } from '../testing.tsx'
import { finder, isStale, keep, targetAt } from './marks.ts'
import type { Target, Thread } from './model.ts'

const yaml = `openapi: 3.1.0
info:
  title: Pets # what it is called
  version: 1.0.0
paths:
  /pets:
    get:
      summary: All the pets there are
      parameters:
        - name: limit
          in: query
          schema: { type: integer }
        - name: after
          in: query
          schema: { type: string }
      responses:
        "200":
          description: A page of pets
    post:
      summary: One more pet
  /owners:
    get:
      summary: Everybody who has one
components:
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string }
        kind: { type: string }
    Owner:
      type: object
      properties:
        name: { type: string }
`

interface World {
  id: string
  model: YTextModel
  description: Description
}

function world(text = yaml): World & { peer: YTextModel } {
  const { model, doc } = memoryModel(text)
  const description = new Description(model.text, 'yaml')
  model.subscribe((changes) => description.changed(changes, model.text))
  return { id: 'a', model, description, peer: peerOf(doc) }
}

function thread(at: World, target: Target, epoch = 1): Thread {
  return { id: 1, document_id: at.id, anchor: JSON.parse(JSON.stringify(keep(at, epoch, target))) } as Thread
}

const anchorOf = (of: Thread) => of.anchor as Record<string, unknown>
const part = (...path: Path): Target => ({ kind: 'part', path })
function words(at: World, text: string): Target {
  const from = wholeOf(at.model.text).indexOf(text)
  return { kind: 'range', range: { from, to: from + text.length } }
}
const found = (at: World, of: Thread, epoch = 1) => {
  const place = finder(at, epoch)(of)
  return (
    place && {
      path: place.path,
      text: at.model.text.slice(place.range.from, place.range.to),
      kept: place.kept,
    }
  )
}
function edit(at: World, change: Edit): void {
  const edited = at.description.edit(change)
  if ('refused' in edited) throw new Error(edited.reason)
  at.model.apply(edited.changes, 'form')
}

describe('a part', () => {
  it('keeps its comments under another name, and another position', () => {
    const at = world()
    const [pet, after] = [
      thread(at, part('components', 'schemas', 'Pet')),
      thread(at, part('paths', '/pets', 'get', 'parameters', 1)),
    ]
    edit(at, { type: 'rename', path: ['components', 'schemas', 'Pet'], key: 'Animal' })
    edit(at, {
      type: 'insert',
      path: ['paths', '/pets', 'get', 'parameters'],
      index: 0,
      value: { name: 'first', in: 'query' },
    })
    edit(at, { type: 'rename', path: ['paths', '/pets'], key: '/animals' })
    expect(found(at, pet)?.path).toEqual(['components', 'schemas', 'Animal'])
    expect(found(at, after)?.path).toEqual(['paths', '/animals', 'get', 'parameters', 2])
  })

  it('is found where its list was put in another order', () => {
    const at = world()
    const after = thread(at, part('paths', '/pets', 'get', 'parameters', 1))
    edit(at, { type: 'move', path: ['paths', '/pets', 'get', 'parameters', 1], index: 0 })
    expect(found(at, after)?.path).toEqual(['paths', '/pets', 'get', 'parameters', 0])
  })

  it('has gone when it is deleted, not to its neighbour, and is back when that is undone', () => {
    const at = world()
    const limit = thread(at, part('paths', '/pets', 'get', 'parameters', 0))
    const get = thread(at, part('paths', '/pets', 'get'))
    edit(at, { type: 'delete', path: ['paths', '/pets', 'get', 'parameters', 0] })
    expect(found(at, limit)).toBeNull()
    edit(at, { type: 'delete', path: ['paths', '/pets', 'get'] })
    expect(found(at, get)).toBeNull()
    at.model.undo()
    at.model.undo()
    expect(found(at, get)?.path).toEqual(['paths', '/pets', 'get'])
    expect(found(at, limit)?.path).toEqual(['paths', '/pets', 'get', 'parameters', 0])
  })

  it('is found in another text by its path, by what tells it from its neighbours, or by what it says', () => {
    const at = world()
    const [limit, owner, summary] = [
      thread(at, part('paths', '/pets', 'get', 'parameters', 0)),
      thread(at, part('components', 'schemas', 'Owner')),
      thread(at, part('paths', '/owners', 'get', 'summary')),
    ]
    const pulled = world(
      yaml
        .replace(
          '        - name: limit',
          '        - name: before\n          in: query\n        - name: limit',
        )
        .replace(
          '    Owner:\n      type: object',
          '    Owner:\n      description: Who has one\n      type: object',
        )
        .replace('/owners:', '/people:'),
    )
    expect(found(pulled, limit, 2)).toMatchObject({
      path: ['paths', '/pets', 'get', 'parameters', 1],
      kept: 'same',
    })
    expect(found(pulled, owner, 2)).toMatchObject({
      path: ['components', 'schemas', 'Owner'],
      kept: 'changed',
    })
    expect(found(pulled, summary, 2)).toMatchObject({
      path: ['paths', '/people', 'get', 'summary'],
      text: 'Everybody who has one',
    })
  })

  it('says when where it is now is worth keeping', () => {
    const at = world()
    const pet = thread(at, part('components', 'schemas', 'Pet'))
    const stale = (epoch = 1) => {
      const place = finder(at, epoch)(pet)
      return place && isStale(pet, at, epoch, place)
    }
    expect(stale()).toBe(false)
    expect(stale(2)).toBe(true)
    edit(at, { type: 'rename', path: ['components', 'schemas', 'Pet'], key: 'Animal' })
    expect(stale()).toBe(true)
    const place = finder(at, 1)(pet)
    expect(place && targetAt(pet, place)).toEqual(part('components', 'schemas', 'Animal'))
  })
})

describe('a stretch', () => {
  it('stays with its words, and has gone with them', () => {
    const at = world()
    const title = thread(at, words(at, 'what it is called'))
    at.peer.apply([{ from: 0, to: 0, insert: '# A file\n' }], 'code')
    expect(found(at, title)).toMatchObject({ text: 'what it is called', kept: 'same' })
    const from = wholeOf(at.model.text).indexOf('it is called')
    at.peer.apply([{ from, to: from, insert: 'all of ' }], 'code')
    expect(found(at, title)).toMatchObject({ text: 'what all of it is called', kept: 'changed' })
    const whole = wholeOf(at.model.text)
    const cut = whole.indexOf(' # what all')
    at.model.apply([{ from: cut, to: whole.indexOf('\n', cut), insert: '' }], 'code')
    expect(found(at, title)?.kept).toBe('around')
    edit(at, { type: 'delete', path: ['info'] })
    expect(found(at, title)).toBeNull()
  })

  it('is found among others that are alike by what stands around it', () => {
    const at = world()
    const from = wholeOf(at.model.text).lastIndexOf('{ type: string }')
    const last = thread(at, { kind: 'range', range: { from, to: from + 16 } })
    const pulled = world(yaml.replace('    Owner:', '    Person:'))
    const place = finder(pulled, 2)(last)
    expect(place?.range.from).toBe(wholeOf(pulled.model.text).lastIndexOf('{ type: string }'))
  })

  it('is nowhere in a text that has nothing of it', () => {
    const at = world()
    const title = thread(at, words(at, 'what it is called'))
    expect(found(world('openapi: 3.1.0\npaths: {}\n'), title, 2)).toBeNull()
  })
})

it('lost threads are searched for as long as nobody waits for it', () => {
  const at = world()
  const title = thread(at, words(at, 'what it is called'))
  const pulled = world(yaml.replace('info:', 'info-was:'))
  expect(finder(pulled, 2)(title)).not.toBeNull()
  expect(finder(pulled, 2, yaml.length)(title)).toBeNull()
})

it('threads about the greatest parts are searched for as long as that, too', () => {
  const at = world()
  const of = thread(at, words(at, 'All the pets there are'))
  const anchor = { ...anchorOf(of), path: ['paths'], names: [null] }
  const lost = { ...of, document_id: 'other', anchor } as Thread
  const part = at.description.range(['paths'])
  const paths = (part?.to ?? 0) - (part?.from ?? 0)
  const find = finder(at, 2, 2 * paths)
  expect([find(lost), find(lost), find(lost)].map((place) => place?.kept)).toEqual(['same', 'same', 'around'])
})

it.each([
  { length: -5 },
  { offset: 0.5 },
  { at: -1 },
  { at: 0.5 },
  { text: 'x'.repeat(401) },
  { after: 'x'.repeat(41) },
])('what no Studio writes is no anchor: %j', (odd) => {
  const at = world()
  const of = thread(at, words(at, 'All the pets there are'))
  expect(found(at, { ...of, anchor: { ...anchorOf(of), ...odd } } as Thread)).toBeNull()
})

it.each([null, {}, [], { kind: 'part', path: null }, { kind: 'range', path: [{}], names: [] }, 'x'])(
  'what is no anchor is nowhere: %j',
  (anchor) => {
    const at = world()
    expect(finder(at, 1)({ id: 1, document_id: 'a', anchor } as Thread)).toBeNull()
  },
)

/** Park and Miller's: the same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

it.each([1, 2, 3, 4, 5])('whatever two write around it, its words stay its words (seed %i)', (seed) => {
  const at = world()
  const next = numbers(seed * 7919)
  const quotes = ['what it is called', 'All the pets there are', 'A page of pets', 'Everybody who has one']
  const threads = quotes.map((quote) => ({ quote, thread: thread(at, words(at, quote)) }))
  const writers = [at.model, at.peer]
  for (let n = 0; n < 300; n++) {
    const writer = writers[next(2)] as YTextModel
    const whole = wholeOf(writer.text)
    const kept = quotes.map((quote) => ({
      from: whole.indexOf(quote),
      to: whole.indexOf(quote) + quote.length,
    }))
    const from = next(whole.length)
    const to = Math.min(whole.length, from + next(12))
    // The words themselves are left alone: all else may change.
    if (
      kept.some((range) => from < range.to && range.from < to) ||
      kept.some((range) => from > range.from && from < range.to)
    )
      continue
    writer.apply([{ from, to, insert: ['', 'x', '\n', '  - y: 1\n', ' # z', '"'][next(6)] ?? '' }], 'code')
    if (n % 50 === 0) at.model.undo()
  }
  const whole = wholeOf(at.model.text)
  for (const { quote, thread: of } of threads) {
    const place = finder(at, 1)(of)
    expect(place?.range.from).toBe(whole.indexOf(quote))
    expect(place && at.model.text.slice(place.range.from, place.range.to)).toBe(quote)
  }
})
