import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { anyUpdate, crowded, deletion } from '../../../../../editing/documents/testing.ts'
import { seeded } from '../../../../../tests/support/seeded.ts'
import { FakeServer } from './fake-server.ts'
import { type Keep, memoryKeep } from './keep.ts'
import { mergesHere } from './merges-here.ts'
import { wholeOf } from './open-document.ts'
import { Refusal } from './server.ts'
import { DocumentSession } from './session.ts'
import { splitUpdate } from './split-update.ts'

let server: FakeServer
let keep: Keep
let sessions: DocumentSession[]

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer('one\ntwo\nthree\n')
  keep = memoryKeep()
  sessions = []
})
afterEach(() => {
  for (const session of sessions) session.close()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function open({ hears = true, at = keep } = {}) {
  const session = new DocumentSession({ id: server.id, path: 'a.md', server, keep: at, merger: mergesHere })
  sessions.push(session)
  await session.open()
  if (hears) server.listeners.add((taken) => session.hear(taken))
  return session
}

function type(session: DocumentSession, text: string, at = 0) {
  session.state.model?.apply([{ from: at, to: at, insert: text }], 'code')
}

const textOf = (session: DocumentSession) => (session.state.model ? wholeOf(session.state.model.text) : null)

describe('a document', () => {
  it('opens, sends what is typed together, and is saved', async () => {
    const session = await open()
    expect(textOf(session)).toBe('one\ntwo\nthree\n')
    for (const letter of 'zyx') type(session, letter)
    expect(session.state.status).toBe('saving')
    await pass(100)
    expect(server.calls).toEqual(['load', 'append 1'])
    expect(server.text).toBe('xyzone\ntwo\nthree\n')
    expect(session.state.status).toBe('saved')
    expect(await keep.waiting()).toEqual([])
  })

  it('sends the first key after a pause at once, and what follows it closely together', async () => {
    const session = await open()
    type(session, 'a')
    await pass(1)
    expect(server.text).toBe('aone\ntwo\nthree\n')
    type(session, 'b')
    type(session, 'c')
    await pass(10)
    expect(server.calls).toEqual(['load', 'append 1'])
    await pass(100)
    expect(server.calls).toEqual(['load', 'append 1', 'append 1'])
    expect(server.text).toBe('cbaone\ntwo\nthree\n')
  })

  it('shows what comes at once together, in the order of its numbers', async () => {
    const ada = await open()
    const ben = await open({ hears: false, at: memoryKeep() })
    for (const letter of 'zyx') {
      type(ada, letter)
      await pass(100)
    }
    const shown: string[] = []
    ben.state.model?.subscribe(() => shown.push(textOf(ben)?.split('\n')[0] ?? ''))
    for (const row of server.rows) ben.hear(row)
    expect(shown).toEqual(['zone'])
    await pass(20)
    expect(shown).toEqual(['zone', 'xyzone'])
  })

  it('shows what others write, once each, whatever way it comes', async () => {
    const ada = await open()
    const ben = await open({ at: memoryKeep() })
    type(ada, 'A')
    type(ben, 'B', 4)
    await pass(100)
    expect(textOf(ada)).toBe(server.text)
    expect(textOf(ben)).toBe(server.text)
    await ada.catchUp()
    expect(textOf(ada)).toBe(server.text)
  })

  it('asks for what the line did not tell', async () => {
    const ada = await open()
    const ben = await open({ at: memoryKeep() })
    let lost = 0
    server.told = (taken) => (lost++ === 0 ? null : taken)
    type(ada, 'first ')
    await pass(100)
    expect(textOf(ben)).not.toBe(server.text)
    type(ada, 'second ')
    await pass(1_000)
    expect(textOf(ben)).toBe(server.text)
  })

  it('asks every half minute though nothing seems missing, and when the line is back', async () => {
    const ada = await open({ hears: false })
    const ben = await open({ hears: false, at: memoryKeep() })
    type(ada, 'A')
    await pass(31_000)
    expect(textOf(ben)).toBe(server.text)
    type(ada, 'B')
    await pass(100)
    ben.lineIs(true)
    await pass(0)
    expect(textOf(ben)).toBe(server.text)
  })

  it('fetches an update that was too large to be told', async () => {
    const ada = await open()
    const ben = await open({ at: memoryKeep() })
    server.told = (taken) => ({ ...taken, update: null })
    type(ada, 'A')
    await pass(200)
    expect(textOf(ben)).toBe(server.text)
  })

  it('reads on from the document itself where single updates are not kept', async () => {
    const ada = await open()
    const ben = await open({ hears: false, at: memoryKeep() })
    const model = ben.state.model
    type(ada, 'A')
    await pass(100)
    server.faults = [new Refusal('reset', 'Only in the document itself.'), null]
    await ben.catchUp()
    expect(textOf(ben)).toBe(server.text)
    expect(ben.state.model).toBe(model)
  })

  it('leaves out what is no update', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const session = await open()
    server.write(new Uint8Array([9, 9, 9, 9, 255]))
    type(session, 'A')
    await pass(31_000)
    expect(textOf(session)).toBe('Aone\ntwo\nthree\n')
    expect(session.state.status).toBe('saved')
    expect(warn).toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('without an answer', () => {
  it('opens as this browser knew it, with what waits, and goes on where the others are', async () => {
    const known = await server.load(server.id)
    const before = await open()
    server.faults = ['offline']
    type(before, 'mine ')
    await before.finish()
    server.faults = []
    const ben = await open({ at: memoryKeep() })
    type(ben, 'theirs ', 4)
    await pass(100)
    server.faults = ['offline']
    Object.assign(server, { kept: async () => known })
    const session = await open()
    expect(textOf(session)).toBe('mine one\ntwo\nthree\n')
    expect(session.state.status).toBe('offline')
    type(session, 'still ')
    server.faults = []
    await pass(2_000)
    expect(session.state.status).toBe('saved')
    expect(textOf(session)).toBe('still mine one\ntheirs two\nthree\n')
    expect(server.text).toBe(textOf(session))
  })

  it('what is typed waits, and arrives once when the answer was lost', async () => {
    const session = await open()
    server.faults = ['lost answer', null]
    type(session, 'A')
    await pass(100)
    expect(session.state.status).toBe('offline')
    await pass(2_000)
    expect(session.state.status).toBe('saved')
    expect(server.rows).toHaveLength(1)
    expect(textOf(session)).toBe(server.text)
  })

  it('what is typed without a network is kept with what it goes onto before anybody tried to send it', async () => {
    const session = await open()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    // The answer that says so is still to come.
    server.append = () => new Promise(() => undefined)
    type(session, 'x')
    await pass(1)
    expect(session.state.status).toBe('offline')
    expect(await keep.waiting()).toEqual([server.id])
    expect(await keep.base(server.id)).toMatchObject({ path: 'a.md', text: 'one\ntwo\nthree\n' })
    onLine.mockRestore()
  })

  it('a day goes by, and all of it arrives in the end', async () => {
    const session = await open()
    const ben = await open({ at: memoryKeep() })
    server.faults = ['offline']
    for (let hour = 0; hour < 24; hour++) {
      type(session, `${hour} `)
      await pass(3_600_000)
    }
    expect(session.state.status).toBe('offline')
    expect(session.state.unsent).toBe(24)
    server.faults = []
    await session.retryNow()
    await ben.catchUp()
    expect(session.state.status).toBe('saved')
    expect(server.text).toBe(textOf(session))
    expect(textOf(ben)).toBe(textOf(session))
  })

  it('it outlives the page', async () => {
    const session = await open()
    server.faults = ['offline']
    type(session, 'typed on a plane ')
    await pass(1_000)
    session.close()
    server.faults = []
    const again = await open()
    expect(textOf(again)).toBe('typed on a plane one\ntwo\nthree\n')
    await pass(100)
    await again.catchUp()
    expect(server.text).toBe('typed on a plane one\ntwo\nthree\n')
    expect(await keep.waiting()).toEqual([])
  })

  it('two tabs send what either kept, once', async () => {
    const one = await open()
    server.faults = ['offline']
    type(one, 'A')
    await pass(200)
    server.faults = []
    const two = await open()
    await two.catchUp()
    await one.retryNow()
    expect(server.rows).toHaveLength(1)
    expect(textOf(one)).toBe(textOf(two))
  })

  it('opening goes on trying', async () => {
    server.faults = ['offline', 'offline', null]
    const session = await open()
    expect(session.state.status).toBe('loading')
    await pass(5_000)
    expect(textOf(session)).toBe('one\ntwo\nthree\n')
    expect(session.state.status).toBe('saved')
  })
})

describe('a document that was made anew', () => {
  it('shows its new text', async () => {
    const session = await open()
    server.reset('fresh\n')
    await session.catchUp()
    expect(textOf(session)).toBe('fresh\n')
    expect(session.state.status).toBe('saved')
  })

  it('takes what waited where it fits', async () => {
    const session = await open()
    server.faults = ['offline']
    type(session, 'ours\n')
    await pass(1_000)
    server.reset('one\ntwo\nthree, anew\n')
    server.faults = []
    await session.retryNow()
    await pass(1_000)
    expect(server.text).toBe('ours\none\ntwo\nthree, anew\n')
    expect(textOf(session)).toBe(server.text)
    expect(session.state.leftover).toBeNull()
    expect(await keep.waiting()).toEqual([])
  })

  it('offers what does not fit as text, also after the page was loaded again', async () => {
    const session = await open()
    server.faults = ['offline']
    type(session, 'OURS ', 4)
    await pass(1_000)
    session.close()
    server.reset('one\nTHEIRS\nthree\n')
    server.faults = []
    const again = await open()
    expect(textOf(again)).toBe('one\nTHEIRS\nthree\n')
    expect(again.state.leftover).toEqual({ path: 'a.md', text: 'one\nOURS two\nthree\n' })
    expect(await keep.waiting()).toEqual([server.id])
    await again.dropLeftover()
    expect(await keep.waiting()).toEqual([])
  })
})

describe('a refusal', () => {
  it('says why, keeps what was written, and can be tried again', async () => {
    const session = await open()
    server.faults = [new Refusal('denied', 'You may not change this file any more.')]
    type(session, 'A')
    await pass(100)
    expect(session.state).toMatchObject({ status: 'refused', unsent: 1 })
    expect(session.state.refusal).toBe('You may not change this file any more.')
    await pass(120_000)
    expect(server.calls.filter((call) => call.startsWith('append'))).toHaveLength(1)
    server.faults = []
    await session.retry()
    expect(session.state.status).toBe('saved')
    expect(server.text).toBe(textOf(session))
  })

  it('of a deleted document leaves the text here', async () => {
    const session = await open()
    server.deleted = true
    type(session, 'A')
    await pass(100)
    expect(session.state.status).toBe('gone')
    expect(textOf(session)).toBe('Aone\ntwo\nthree\n')
  })

  it('of a deleted document offers what was kept of it', async () => {
    const session = await open()
    server.faults = ['offline']
    type(session, 'A')
    await pass(1_000)
    session.close()
    server.faults = []
    server.deleted = true
    const again = await open()
    expect(again.state).toMatchObject({
      status: 'gone',
      leftover: { path: 'a.md', text: 'Aone\ntwo\nthree\n' },
    })
  })

  it('can be given up: the document is shown as the server has it', async () => {
    const session = await open()
    server.faults = [new Refusal('refused', 'No.')]
    type(session, 'A')
    await pass(100)
    server.faults = []
    await session.dropUnsent()
    expect(textOf(session)).toBe('one\ntwo\nthree\n')
    expect(session.state).toMatchObject({ status: 'saved', unsent: 0 })
  })
})

describe('what takes too much work to be put in place', () => {
  const crowd = async () => {
    const doc = new Y.Doc()
    Y.applyUpdateV2(doc, (await server.load(server.id)).snapshot)
    const [of] = doc.store.clients.keys()
    return crowded(8_000, { of: of ?? 0 })
  }
  beforeEach(() => {
    server = new FakeServer('a'.repeat(12_000))
  })

  it('closes the document, keeps what was written, and goes on with it once the document is set back', async () => {
    const session = await open()
    const hostile = await crowd()
    server.faults = ['offline']
    type(session, 'mine ')
    await pass(100)
    server.write(hostile, 'hostile')
    expect(session.state).toMatchObject({ status: 'refused', isBlocked: true, unsent: 1 })
    expect(session.state.refusal).toMatch(/too much work/)
    // Nothing more is put in place, whatever comes.
    const before = textOf(session)
    server.write(written('theirs'), 'next')
    await pass(60_000)
    expect(textOf(session)).toBe(before)
    server.faults = []
    server.reset('set back')
    await session.wasReset()
    await pass(200)
    expect(session.state).toMatchObject({ isBlocked: false, unsent: 0 })
    expect(session.state.leftover?.text ?? textOf(session)).toContain('mine ')
  })

  it('does not open, until the server has it otherwise', async () => {
    server.write(await crowd(), 'hostile')
    const session = await open()
    expect(session.state).toMatchObject({ status: 'refused', isBlocked: true, model: null })
    server.reset('set back')
    await session.wasReset()
    expect(textOf(session)).toBe('set back')
    server.faults = [new Refusal('blocked', 'It is closed.')]
    const other = await open({ at: memoryKeep() })
    expect(other.state).toMatchObject({ isBlocked: true, refusal: 'It is closed.' })
  })
})

describe('what somebody sends that no editor writes', () => {
  const windowOf = (update: Uint8Array | undefined) =>
    [...Y.parseUpdateMeta(update ?? new Uint8Array()).from.keys()][0] ?? 0

  it('deletes nothing that is typed after it', async () => {
    const [ada, ben] = [await open(), await open({ at: memoryKeep() })]
    type(ada, 'one ')
    await pass(100)
    server.write(deletion(windowOf(server.rows[0]?.update), 4, 2 ** 40))
    const { model } = ada.state
    for (const word of ['two ', 'three ']) type(ada, word)
    await pass(100)
    expect(server.text).toBe('three two one one\ntwo\nthree\n')
    for (const session of [ada, ben, await open({ at: memoryKeep() })])
      expect(textOf(session)).toBe(server.text)
    expect(ada.state.model).toBe(model)
  })

  it('nor what is typed while it is on its way, whichever is heard of first', async () => {
    for (const isLate of [false, true]) {
      server = new FakeServer('one\ntwo\nthree\n')
      const at = memoryKeep()
      const ada = await open({ at })
      type(ada, 'one ')
      await pass(100)
      server.told = (taken) => (isLate && taken.key === 'hostile' ? null : taken)
      type(ada, 'two ')
      if (isLate) ada.flush()
      server.write(deletion(windowOf(server.rows[0]?.update), 4, 2 ** 40), 'hostile')
      await pass(2_000)
      type(ada, 'three ')
      await pass(2_000)
      // What had come before it, it does delete.
      expect(textOf(ada)).toBe(`three ${isLate ? '' : 'two '}one one\ntwo\nthree\n`)
      expect(server.text).toBe(textOf(ada))
      expect(ada.state).toMatchObject({ status: 'saved', unsent: 0 })
    }
  })

  it('leaves every tab with one text, whatever comes when', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    for (let seed = 1; seed <= 25; seed++) {
      const next = seeded(seed)
      const random = (below: number) => Math.floor(next() * below)
      server = new FakeServer('one wörld two')
      server.told = (taken) => (random(4) === 0 ? null : taken)
      const tabs = [await open({ at: memoryKeep() }), await open({ at: memoryKeep() })]
      for (const tab of tabs) type(tab, '漢字')
      await pass(2_000)
      const clients = [5, 1_000, ...server.rows.map(({ update }) => windowOf(update))]
      for (let step = 0; step < 12; step++) {
        const tab = tabs[random(2)]
        if (random(3) === 0) server.write(anyUpdate(random, clients, ['a', '中', 'x中y']))
        else if (tab) type(tab, ['mine ', 'ö', '漢'][random(3)] ?? '', random(3))
        if (random(2) === 0) await pass(random(700))
      }
      server.told = (taken) => taken
      await pass(35_000)
      const texts = tabs.map((tab) => [textOf(tab), tab.state.status])
      expect(texts, `seed ${seed}`).toEqual(tabs.map(() => [server.text, 'saved']))
      for (const tab of tabs) tab.close()
    }
    vi.mocked(console.warn).mockRestore()
  })
})

describe('updates that come in another order', () => {
  it('are put in place in the order of their numbers', async () => {
    const ada = await open({ at: memoryKeep() })
    const ben = await open({ hears: false, at: memoryKeep() })
    type(ada, 'first ')
    await pass(100)
    type(ada, 'second ', 6)
    await pass(100)
    const [first, second] = server.rows
    if (!first || !second) throw new Error('nothing was sent')
    ben.hear(second)
    expect(textOf(ben)).toBe('one\ntwo\nthree\n')
    ben.hear(first)
    expect(textOf(ben)).toBe('first second one\ntwo\nthree\n')
  })

  it('two tabs of one person, of whom one goes on with what the other kept, lose nothing', async () => {
    const one = await open()
    server.faults = ['offline']
    type(one, 'kept ')
    await pass(1_000)
    server.faults = []
    const two = await open()
    const { model } = two.state
    type(two, '🐶 ', 5)
    type(one, 'more ', 5)
    await pass(1_000)
    await one.retryNow()
    await two.retryNow()
    await pass(31_000)
    for (const tab of [one, two]) expect(textOf(tab)).toBe(server.text)
    for (const text of ['kept ', '🐶 ', 'more ']) expect(server.text).toContain(text)
    expect(two.state.model).toBe(model)
  })
})

/** Of somebody who writes the first letters of a text. */
function written(text: string): Uint8Array {
  const doc = new Y.Doc()
  doc.getText('t').insert(0, text)
  return Y.encodeStateAsUpdate(doc)
}

describe('an update that is too large to send', () => {
  it('goes in pieces that are the same together', async () => {
    const session = await open()
    type(session, '🐶 text of 5 MB '.repeat(330_000), 4)
    await pass(100)
    await session.catchUp()
    expect(session.state.status).toBe('saved')
    expect(server.text === textOf(session)).toBe(true)
    session.state.model?.apply([{ from: 0, to: session.state.model.text.length, insert: '' }], 'form')
    session.state.model?.undo()
    await pass(100)
    await session.catchUp()
    expect(server.text === textOf(session)).toBe(true)
    expect(server.text.length).toBeGreaterThan(5_000_000)
  })

  it('goes in pieces where many places change at once, as many as the server takes', () => {
    const doc = new Y.Doc()
    const text = doc.getText('t')
    text.insert(0, 'name '.repeat(4_000))
    const before = Y.encodeStateAsUpdate(doc)
    const changes: Uint8Array[] = []
    doc.on('update', (update: Uint8Array) => changes.push(update))
    doc.transact(() => {
      for (let at = 3_999; at >= 0; at--) {
        text.delete(at * 5, 4)
        text.insert(at * 5, 'other')
      }
    })
    const pieces = splitUpdate(changes[0] ?? new Uint8Array(), 350_000)
    const other = new Y.Doc()
    for (const piece of [before, ...pieces]) Y.applyUpdate(other, piece)
    expect(other.getText('t').toString()).toBe(text.toString())
    for (const piece of pieces) {
      const { structs, ds } = Y.decodeUpdate(piece)
      const count = structs.length + [...ds.clients.values()].reduce((sum, { length }) => sum + length, 0)
      expect(count).toBeLessThanOrEqual(1_500)
    }
    expect(pieces).toHaveLength(6)
  })

  it('is split between letters, deletions among them', () => {
    const doc = new Y.Doc()
    const text = doc.getText('t')
    text.insert(0, '🐶'.repeat(500))
    text.delete(10, 20)
    text.insert(4, 'in the middle')
    const pieces = splitUpdate(Y.encodeStateAsUpdate(doc), 200)
    const other = new Y.Doc()
    for (const piece of pieces) Y.applyUpdate(other, piece)
    expect(other.getText('t').toString()).toBe(text.toString())
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(260)
  })
})
