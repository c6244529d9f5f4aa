import { expect, test } from 'vitest'
import { webhookLines } from './lines.ts'

const sender = { integrationId: 1, box: { ciphertext: 'one', key_id: 'key' }, client: '192.0.2.1' }

/** A database that answers when it is told to. */
function aDatabase({ refuses = '' } = {}) {
  const calls: string[][] = []
  const answers: (() => void)[] = []
  const lines = webhookLines((_integration, _box, _client, events) => {
    const ids = events.map(({ id, delivery }) => `${delivery}:${id}`)
    calls.push(ids)
    return new Promise((resolve, reject) => {
      answers.push(() =>
        events.some(({ id }) => id === refuses)
          ? reject(new Error('no'))
          : resolve({ is_current: true, wait: 0, taken: ids, ignored: null }),
      )
    })
  })
  const send = (...ids: string[]) =>
    lines(
      sender,
      ids.map((id) => ({ id, event: {} })),
    )
  /** Answers the oldest call and lets follow what follows from it. */
  const answer = async () => {
    answers.shift()?.()
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  return { calls, send, answer, lines }
}

test('what arrives while others are written goes with the next, each with its own events', async () => {
  const { calls, send, answer } = aDatabase()
  const first = send('a')
  const others = [send('b', 'b#1'), send('c')]
  expect(calls).toEqual([['0:a']])
  await answer()
  expect(calls).toEqual([['0:a'], ['0:b', '0:b#1', '1:c']])
  await answer()
  expect((await first).is_current).toBe(true)
  expect(await Promise.all(others)).toHaveLength(2)
  void send('d')
  expect(calls.at(-1)).toEqual(['0:d'])
})

test('what comes twice at once is asked twice', async () => {
  const { calls, send, answer } = aDatabase()
  void send('a')
  void send('b')
  void send('b')
  void send('c')
  await answer()
  await answer()
  expect(calls).toEqual([['0:a'], ['0:b', '1:c'], ['0:b']])
})

test('no more than fifty go together', async () => {
  const { calls, send, answer } = aDatabase()
  void send('a')
  for (let n = 0; n < 51; n++) void send(`${n}`)
  await answer()
  await answer()
  expect(calls.map((ids) => ids.length)).toEqual([1, 50, 1])
})

test('one that cannot be written fails alone', async () => {
  const { send, answer } = aDatabase({ refuses: 'bad' })
  const first = send('a')
  const bad = send('bad').catch((error: Error) => error.message)
  const good = send('good')
  for (let n = 0; n < 4; n++) await answer()
  expect(await bad).toBe('no')
  expect(await good).toMatchObject({ taken: ['0:good'] })
  await first
})

test('what another secret verified, or another client sent, is never taken for it', async () => {
  const { calls, lines } = aDatabase()
  const events = [{ id: 'a', event: {} }]
  void lines(sender, events)
  void lines({ ...sender, client: '192.0.2.2' }, events)
  void lines({ ...sender, box: { ...sender.box, ciphertext: 'other' } }, events)
  void lines({ ...sender, integrationId: 2 }, events)
  expect(calls).toHaveLength(4)
})
