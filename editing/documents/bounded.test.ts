import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyWithin, DoesNotFit, mostItems, mostSteps, Work } from './bounded.ts'
import { documentOf, firstState, textOf } from './state.ts'
import { crowded, letters } from './testing.ts'

const steps = (work: Work, most = mostSteps) => most - work.left

/** What somebody writes who has a document and does not hear of others meanwhile. */
function written(state: Uint8Array, write: (text: Y.Text) => void): Uint8Array {
  const doc = documentOf(state, [])
  const before = Y.encodeStateVector(doc)
  write(doc.getText('t'))
  return Y.encodeStateAsUpdate(doc, before)
}

test('what takes n² steps is stopped, and counted as Yjs makes them', () => {
  const { state, author } = letters()
  const few = new Work()
  const doc = documentOf(state, [crowded(300, { of: author })], few)
  expect(steps(few)).toBeGreaterThan(40_000)
  // Counting changes nothing: it is put in place as without.
  const plain = new Y.Doc()
  Y.applyUpdateV2(plain, state)
  Y.applyUpdate(plain, crowded(300, { of: author }))
  expect(textOf(doc)).toBe(textOf(plain))
  expect(() => documentOf(state, [crowded(5_000, { of: author })])).toThrow(DoesNotFit)
  // Nor in pieces that are each small enough.
  const pieces = Array.from({ length: 50 }, (_, n) => crowded(100, { of: author, clock: n * 100 }))
  expect(() => documentOf(state, pieces)).toThrow(DoesNotFit)
})

test('editors may write what they like: together, apart, and for a day', () => {
  const state = firstState('paths:\n'.repeat(2_000))
  const together = new Work()
  const doc = documentOf(state, [], together)
  const others = documentOf(state, [])
  for (let n = 0; n < 3_000; n++) {
    others.getText('t').insert((n * 7919) % 10_000, 'key')
    if (n % 3 === 0) others.getText('t').delete((n * 104729) % 10_000, 2)
  }
  applyWithin(doc, Y.encodeStateAsUpdate(others), together)
  expect(steps(together)).toBeLessThan(100_000)
  const apart = new Work()
  const backwards = (letter: string) =>
    written(state, (text) => {
      for (let n = 0; n < 300; n++) text.insert(7, letter)
    })
  const forwards = (word: string) =>
    written(state, (text) => {
      for (let n = 0; n < 3_000; n++) text.insert(7 + n, word[n % word.length] ?? '')
    })
  documentOf(state, [backwards('a'), backwards('b'), forwards('words'), forwards('other')], apart)
  expect(steps(apart)).toBeLessThan(mostSteps / 4)
})

test('what is no text does not fit, nor too many pieces of it', () => {
  const { state } = letters(10)
  for (const write of [
    (text: Y.Text) => text.insertEmbed(2, { a: 1 }),
    (text: Y.Text) => text.format(1, 3, { bold: true }),
    (text: Y.Text) => text.setAttribute('a', 'b'),
    (text: Y.Text) => text.doc?.getText('other').insert(0, 'x'),
  ])
    expect(() => documentOf(state, [written(state, write)])).toThrow('no text')
  const many = new Y.Doc()
  many.transact(() => {
    for (let n = 0; n < 2_000; n++) many.getText('t').insert(0, 'x')
  })
  const counted = new Work()
  documentOf(Y.encodeStateAsUpdateV2(many), [], counted)
  expect(counted.left).toBe(mostSteps)
  expect(mostItems).toBeGreaterThan(2_000)
})

test('what is cut into pieces from its end is counted', () => {
  const { doc, author } = letters(400_000)
  const work = new Work()
  const deleted = (from: number) => {
    const bytes = [0, 1]
    const number = (value: number) => {
      for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
      bytes.push(value)
    }
    for (const value of [author, 1_000]) number(value)
    for (let n = 0; n < 1_000; n++) for (const value of [from + n * 2, 1]) number(value)
    return Uint8Array.from(bytes)
  }
  expect(() => {
    for (let part = 199; part >= 0; part--) applyWithin(doc, deleted(part * 2_000), work)
  }).toThrow(DoesNotFit)
})

test('a session gets its steps back with time', () => {
  const work = new Work(100, true)
  const before = Date.now
  try {
    const start = before()
    Date.now = () => start
    expect(() => {
      work.spend(60)
      work.spend(60)
    }).toThrow(DoesNotFit)
    Date.now = () => start + 1_000
    work.spend(60)
    expect(work.left).toBeGreaterThan(0)
  } finally {
    Date.now = before
  }
})
