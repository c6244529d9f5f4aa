// What an update names and is not there: nobody who types sends it, and it must not lie in wait for what others will type.
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { seeded } from '../../tests/support/seeded.ts'
import { applyWithin, DoesNotFit, Work } from './bounded.ts'
import { applyTo, documentOf, firstState, stateOf, textOf } from './state.ts'
import { anyUpdate, crowded, deletion, letters, poisoned } from './testing.ts'

/** Somebody who types: the document, and the updates of it. */
function writer(state: Uint8Array, client?: number) {
  const doc = documentOf(state, [])
  if (client !== undefined) doc.clientID = client
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array, origin: unknown) => origin !== 'heard' && updates.push(update))
  return { doc, text: doc.getText('t'), updates }
}

test('a deletion of what somebody will type deletes nothing of it, in any tab and any snapshot', () => {
  const state = firstState('# Hello ')
  const { doc, text, updates } = writer(state)
  text.insert(text.length, 'one ')
  const hostile = deletion(doc.clientID, 4, 2 ** 40)
  expect(hostile.length).toBeLessThanOrEqual(15)
  applyTo(doc, hostile, new Work(), 'heard')
  const [first] = updates.splice(0)
  if (!first) throw new Error('nothing was typed')
  const before = documentOf(state, [first, hostile])
  for (const word of ['two ', 'three ']) text.insert(text.length, word)
  const all = '# Hello one two three '
  expect(textOf(doc)).toBe(all)
  expect(textOf(documentOf(state, [first, hostile, ...updates]))).toBe(all)
  expect(textOf(documentOf(stateOf(before), updates))).toBe(all)
  // Nor in a snapshot of before this was so.
  const old = new Y.Doc()
  Y.applyUpdateV2(old, state)
  for (const update of [first, hostile]) Y.applyUpdate(old, update)
  expect(old.store.pendingDs).not.toBeNull()
  expect(textOf(documentOf(Y.encodeStateAsUpdateV2(old), updates))).toBe(all)
})

test('what waits is dropped, and costs nothing later', () => {
  const { state } = letters(10)
  const work = new Work()
  const waiting = Array.from({ length: 400 }, (_, n) => crowded(90, { of: 5, client: 1_000 + n }))
  const doc = documentOf(state, waiting, work)
  expect(doc.store.pendingStructs).toBeNull()
  expect(work.left).toBe(new Work().left)
  expect(stateOf(doc).length).toBe(state.length)
})

test('what Yjs could not open is no part of a state; one that is there already does not fit', () => {
  const state = firstState('# B')
  const doc = documentOf(state, poisoned())
  expect(textOf(documentOf(stateOf(doc), []))).toBe(textOf(doc))
  const old = new Y.Doc()
  for (const update of poisoned()) Y.applyUpdate(old, update)
  expect(() => documentOf(Y.encodeStateAsUpdateV2(old), [])).toThrow(DoesNotFit)
  expect(() => documentOf(Uint8Array.of(1, 2, 3), [])).toThrow(DoesNotFit)
})

test('whatever is sent, tabs, snapshots and who opens it later have one text, and keep what is typed', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const next = seeded(seed)
    const random = (below: number) => Math.floor(next() * below)
    const start = firstState('hello wörld 🐶')
    const { doc, text, updates } = writer(start, 6 + 2 * random(2))
    const clients = [5, 7, 9, 1_000, doc.clientID, ...doc.store.clients.keys()]
    const tab = documentOf(start, [])
    let snapshot = { state: start, seq: 0 }
    for (let step = 0; step < 8; step++) {
      const from = updates.length
      if (random(2)) text.insert(random(text.length + 1), ['mine', '漢字', '🐶'][random(3)] ?? '')
      else {
        const update = anyUpdate(random, clients)
        updates.push(update)
        applyTo(doc, update, new Work(), 'heard')
      }
      for (const update of updates.slice(from)) applyTo(tab, update, new Work())
      if (random(3) === 0)
        snapshot = {
          state: stateOf(documentOf(snapshot.state, updates.slice(snapshot.seq))),
          seq: updates.length,
        }
    }
    const texts = [
      doc,
      tab,
      documentOf(start, updates),
      documentOf(snapshot.state, updates.slice(snapshot.seq)),
    ]
    expect(new Set(texts.map(textOf)), `seed ${seed}`).toHaveLength(1)
    text.insert(0, 'after all of it ')
    const last = updates.at(-1)
    if (last) applyWithin(tab, last, new Work())
    expect(textOf(tab), `seed ${seed}`).toMatch(/^after all of it /)
  }
})
