import { createEncoder, toUint8Array, writeVarString, writeVarUint } from 'lib0/encoding'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BranchPresence } from './presence.ts'
import { toBase64 } from './wire.ts'

const members = new Map([
  [1, 'Ada Lovelace'],
  [2, 'Ben Franklin'],
])
let asked: number[][]
let all: BranchPresence[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  all = []
})
afterEach(() => {
  for (const presence of all) presence.close()
  vi.useRealTimers()
})

function somebody(userId: number): BranchPresence {
  const presence = new BranchPresence({
    userId,
    namesOf: async (ids) => {
      asked.push([...ids])
      return new Map([...members].filter(([id]) => ids.includes(id)))
    },
  })
  all.push(presence)
  return presence
}

/** A line on which each hears what the others tell. */
function lineOf(...people: BranchPresence[]) {
  const tell = (message: string, from?: BranchPresence) => {
    for (const presence of people) if (presence !== from) presence.hear(message)
  }
  for (const presence of people) presence.lineIs((message) => tell(message, presence))
  return tell
}

function message(...said: { client: number; clock?: number; state: unknown }[]): string {
  const encoder = createEncoder()
  writeVarUint(encoder, said.length)
  for (const { client, clock = 1, state } of said) {
    writeVarUint(encoder, client)
    writeVarUint(encoder, clock)
    writeVarString(encoder, JSON.stringify(state))
  }
  return toBase64(toUint8Array(encoder))
}

const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
const shown = (presence: BranchPresence) => presence.people.map(({ name }) => name)
const someone = (userId: unknown, more = {}) => ({ userId, documentId: 'a', ...more })

describe('who is where', () => {
  it('is told by themselves, and named by the server', async () => {
    const [ada, ben] = [somebody(1), somebody(2)]
    lineOf(ada, ben)
    ada.look('a')
    await pass()
    expect([shown(ada), shown(ben)]).toEqual([['Ben Franklin'], ['Ada Lovelace']])
    expect(ben.people[0]?.documentId).toBe('a')
    expect(asked).toEqual(expect.arrayContaining([[1], [2]]))
    ada.close()
    await pass()
    expect(shown(ben)).toEqual([])
  })

  it('is not what somebody says of their name, nor who is none', async () => {
    const ada = somebody(1)
    ada.hear(message({ client: 7, state: someone(2, { name: 'The owner' }) }))
    ada.hear(message({ client: 8, state: someone(99, { name: 'The owner' }) }))
    for (const odd of [null, 'x', {}, [], -1, 1.5, '2']) ada.hear(message({ client: 9, state: someone(odd) }))
    await pass()
    expect(shown(ada)).toEqual(['Ben Franklin', 'Somebody'])
  })

  it('is one window a message, and few of a person', async () => {
    const ada = somebody(1)
    ada.hear(message({ client: 7, state: someone(2) }, { client: 8, state: someone(2) }))
    ada.hear(message({ client: 9, state: someone(2, { path: ['x'.repeat(9_000)] }) }))
    await pass()
    expect(shown(ada)).toEqual([])
    for (let client = 10; client < 60; client++) ada.hear(message({ client, state: someone(3) }))
    ada.hear(message({ client: 7, state: someone(2) }))
    await pass()
    expect(ada.people.filter(({ userId }) => userId === 3)).toHaveLength(10)
    expect(shown(ada)).toContain('Ben Franklin')
    expect(asked.flat().length).toBeLessThan(5)
  })

  it('is not taken over by another, nor spoken for', async () => {
    const [ada, ben] = [somebody(1), somebody(2)]
    const tell = lineOf(ada, ben)
    ada.look('a')
    await pass()
    const [{ client } = { client: 0 }] = ben.people
    // In the name of somebody else: the window stays whose it is.
    tell(message({ client, clock: 500, state: someone(3) }))
    await pass()
    expect(shown(ben)).toEqual(['Ada Lovelace'])
    // As gone, or elsewhere: whoever has it says again where they are.
    for (const state of [null, someone(1, { documentId: 'elsewhere' })]) {
      tell(message({ client, clock: 1_000, state }))
      await pass()
      expect(ben.people.map(({ name, documentId }) => [name, documentId])).toEqual([['Ada Lovelace', 'a']])
    }
  })
})
