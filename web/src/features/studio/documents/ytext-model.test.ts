import { describe, expect, it } from 'vitest'
import type { Change } from '../../../../../editing/types.ts'
import { memoryModel, peerOf } from '../testing.tsx'
import { wholeOf } from './open-document.ts'

const told = (model: ReturnType<typeof memoryModel>['model']) => {
  const log: { changes: readonly Change[]; origin: string }[] = []
  model.subscribe((changes, origin) => log.push({ changes, origin }))
  return log
}

describe('a text', () => {
  it('takes several changes that count in the text before, and tells of them', () => {
    const { model } = memoryModel('one\ntwo\nthree')
    const log = told(model)
    model.apply(
      [
        { from: 0, to: 3, insert: '1' },
        { from: 8, to: 13, insert: '3\n4' },
      ],
      'form',
    )
    expect(wholeOf(model.text)).toBe('1\ntwo\n3\n4')
    expect(log.map(({ origin }) => origin)).toEqual(['form'])
  })

  it('keeps a carriage return as a letter', () => {
    const { model, doc } = memoryModel('a\r\nb\n')
    model.apply([{ from: 1, to: 1, insert: 'x\r\n' }], 'code')
    expect(wholeOf(model.text)).toBe('ax\r\n\r\nb\n')
    expect(doc.getText('t').toString()).toBe('ax\r\n\r\nb\n')
  })

  it('writes only what differs of a replacement, and no half of a letter', () => {
    const { model, doc } = memoryModel('name: "🐶 dog"')
    const log = told(model)
    model.apply([{ from: 0, to: 14, insert: 'name: "🐱 dog"' }], 'form')
    expect(log[0]?.changes).toEqual([{ from: 7, to: 9, insert: '🐱' }])
    expect(doc.getText('t').toString()).toBe('name: "🐱 dog"')
  })

  it('says nothing where nothing changes', () => {
    const { model } = memoryModel('same')
    const log = told(model)
    model.apply([{ from: 0, to: 4, insert: 'same' }], 'form')
    expect(log).toEqual([])
    expect(model.canUndo).toBe(false)
  })

  it('stays equal to its letters whatever two people write', () => {
    const { model, doc } = memoryModel('0123456789\n'.repeat(20))
    const other = peerOf(doc)
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % (most + 1)
    }
    for (let round = 0; round < 400; round++) {
      const writer = round % 2 ? model : other
      const from = random(writer.text.length)
      const to = Math.min(writer.text.length, from + random(4))
      writer.apply([{ from, to, insert: random(2) ? 'ab\n🐶'.slice(0, random(3)) : '' }], 'code')
    }
    expect(wholeOf(model.text)).toBe(doc.getText('t').toString())
    expect(wholeOf(other.text)).toBe(wholeOf(model.text))
  })
})

describe('undo', () => {
  it('takes back one’s own form edit as one step, and leaves what another wrote', () => {
    const { model, doc } = memoryModel('a\nmid\nb\n')
    const other = peerOf(doc)
    model.apply(
      [
        { from: 0, to: 1, insert: 'A' },
        { from: 6, to: 7, insert: 'B' },
      ],
      'form',
    )
    model.apply([{ from: 8, to: 8, insert: 'typed' }], 'code')
    other.apply([{ from: 4, to: 4, insert: '# theirs\n' }], 'code')
    model.undo()
    expect(wholeOf(model.text)).toBe('A\nmi# theirs\nd\nB\n')
    model.undo()
    expect(wholeOf(model.text)).toBe('a\nmi# theirs\nd\nb\n')
    model.redo()
    expect(wholeOf(model.text)).toBe('A\nmi# theirs\nd\nB\n')
    expect(other.canUndo).toBe(true)
  })

  it('knows nothing of a repair', () => {
    const { model } = memoryModel('a')
    model.apply([{ from: 1, to: 1, insert: 'b' }], 'repair')
    expect(model.canUndo).toBe(false)
  })
})

describe('a mark', () => {
  it('stays with its place, here and at somebody else’s', () => {
    const { model, doc } = memoryModel('hello world')
    const other = peerOf(doc)
    const mark = model.mark(6)
    other.apply([{ from: 0, to: 5, insert: 'good morning' }], 'code')
    expect(model.find(mark)).toBe(13)
    expect(other.find(JSON.parse(JSON.stringify(mark)))).toBe(13)
  })

  it.each([null, 7, 'x', {}, { item: { client: 1, clock: 99 } }, { type: null, tname: 'other' }])(
    'that is none is nowhere: %j',
    (mark) => {
      expect(memoryModel('text').model.find(mark)).toBeNull()
    },
  )
})
