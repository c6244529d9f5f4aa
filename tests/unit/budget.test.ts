// A cancellation is for the request that it was asked for, and for no later one on the same connection.
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { withinBudget } from '../../stack/sql/budget.ts'

afterEach(() => vi.useRealTimers())

it('gives a connection back when Postgres has read every cancellation', async () => {
  const postgres = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(postgres, 'listening')
  const { port } = postgres.address() as AddressInfo
  const client = { host: '127.0.0.1', port, processID: 1, secretKey: 2 }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const work = Promise.withResolvers<void>()
  let isBack = false
  const run = withinBudget(client, { ms: 1, waiting: undefined }, () => work.promise)
    .catch(() => undefined)
    .then(() => (isBack = true))
  const asked = async (ms: number) => {
    const connected = once(postgres, 'connection')
    vi.advanceTimersByTime(ms)
    const [socket] = (await connected) as [Socket]
    socket.resume()
    await once(socket, 'end')
    return socket
  }
  const [first, second] = [await asked(1), await asked(1_000)]
  work.reject(new Error('cancelled'))
  // It reads the later one first: the earlier one is still on its way to whatever runs then.
  const closed = once(second, 'close')
  second.end()
  await closed
  // Whoever is told after it was closed has heard of that, too.
  const later = connect(port, '127.0.0.1')
  const [met] = (await once(postgres, 'connection')) as [Socket]
  met.end()
  later.end()
  await once(later.resume(), 'close')
  expect(isBack).toBe(false)
  first.end()
  await run
  postgres.close()
})

it('listens once for a client that many statements of a request work for, and cancels them all', async () => {
  let cancels = 0
  const postgres = createServer((socket) => {
    socket.once('data', () => {
      cancels++
      socket.end()
    })
  }).listen(0, '127.0.0.1')
  await once(postgres, 'listening')
  const { port } = postgres.address() as AddressInfo
  const waiting = Object.assign(new EventEmitter(), { destroyed: false })
  const work = Promise.withResolvers<void>()
  const all = Array.from({ length: 20 }, (_, processID) =>
    withinBudget(
      { host: '127.0.0.1', port, processID, secretKey: 2 },
      { ms: undefined, waiting },
      () => work.promise,
    ),
  )
  expect(waiting.listenerCount('close')).toBe(1)
  waiting.emit('close')
  await vi.waitFor(() => expect(cancels).toBe(20))
  work.resolve()
  await Promise.all(all)
  postgres.close()
})
