// Clients that ask for large answers and do not read them, beside others who do.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { UnreadAnswers, unread } from '../../stack/http/unread.ts'
import { alterRoleHere } from '../support/database.ts'
import { type RestStack, startRest } from '../support/rest.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

describe('the answers of REST', () => {
  const LONG = 30_000_000

  let rest: RestStack
  beforeAll(async () => {
    rest = await startRest(`
      create function public.long(length int) returns text language sql stable as 'select repeat(''x'', length)';
      create table public.notes (id int, words text);
      create function public.note() returns text language sql volatile as
        'insert into public.notes values (1) returning repeat(''x'', ${LONG})';
      grant insert, select on public.notes to anon;
      ${alterRoleHere('anon', "set statement_timeout = '1min'")}`)
  })
  afterAll(() => rest.close())

  const opened: IncomingMessage[] = []
  afterEach(async () => {
    for (const answer of opened.splice(0)) answer.destroy()
    await vi.waitFor(() => expect(unread.bytes).toBe(0), PATIENCE)
  })

  const of = (address: string) => ({ 'x-forwarded-for': address })
  const ask = (length: number, address: string) =>
    rest.ask(`/rpc/long?length=${length}`, { headers: of(address) })

  /** Asks for a long answer and reads nothing of it. */
  async function leave(address: string): Promise<IncomingMessage> {
    const headers = { ...of(address), authorization: `Bearer ${rest.anonKey}` }
    const req = request(`${rest.url}/rest/v1/rpc/long?length=${LONG}`, { headers, agent: false })
    req.end()
    const [answer] = (await once(req, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    opened.push(answer)
    return answer
  }

  it('that a client lets lie keep it, and nobody else, from more; who reads slowly gets all', async () => {
    const lying = [await leave('192.0.2.1'), await leave('192.0.2.1')]
    // Less what the buffers of the connections take.
    await vi.waitFor(() => expect(unread.bytes).toBeGreaterThan(1.5 * LONG), PATIENCE)
    const refused = await ask(LONG, '192.0.2.1')
    expect([refused.status, refused.json.code]).toEqual([503, 'PGRSTX04'])
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await ask(1000, '192.0.2.1')).text).toHaveLength(1002)
    expect((await ask(LONG, '192.0.2.2')).text).toHaveLength(LONG + 2)

    for (const answer of lying) {
      let bytes = 0
      for await (const chunk of answer) bytes += chunk.length
      expect(bytes).toBe(LONG + 2)
    }
    expect((await ask(LONG, '192.0.2.1')).status).toBe(200)
  })

  it('to a change are never refused: what was changed is changed', async () => {
    await leave('192.0.2.1')
    await leave('192.0.2.1')
    const changed = rest.ask('/rpc/note', { method: 'POST', body: {}, headers: of('192.0.2.1') })
    await expect(changed).rejects.toThrow()
    expect((await rest.ask('/notes?select=id')).json).toEqual([{ id: 1 }])
  })
})

describe('the answers of all clients', () => {
  let server: Server
  let answers: Map<string, ServerResponse>
  let port: number
  beforeAll(async () => {
    server = createServer((req, res) => answers.set(String(req.headers['x-id']), res))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** A request of a client, with the answer that the server is about to send. */
  async function asked(id: string, address: string): Promise<ServerResponse> {
    const req = request({ port, headers: { 'x-id': id, 'x-forwarded-for': address }, agent: false })
    req.on('error', () => undefined)
    req.end()
    return vi.waitFor(() => {
      const res = answers.get(id)
      if (!res) throw new Error('not asked yet')
      return res
    }, PATIENCE)
  }

  it('have a bound: who lets most lie loses what has waited longest', async () => {
    answers = new Map()
    const bounded = new UnreadAnswers({ small: 5, ofSite: 60, ofAll: 100, still: 0 })
    const [first, second] = [await asked('1', '192.0.2.1'), await asked('2', '192.0.2.1')]
    expect([bounded.hold(first, 30), bounded.hold(second, 30)]).toEqual([true, true])
    const other = await asked('3', '192.0.2.2')
    expect(bounded.hold(other, 40)).toBe(true)
    const third = await asked('4', '192.0.2.3')
    expect(bounded.hold(third, 30)).toBe(true)
    expect([first, second, other, third].map(({ destroyed }) => destroyed)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(bounded.bytes).toBe(100)
    // The one with most may have no more of all; something small everybody may.
    const [fourth, fifth] = [await asked('5', '192.0.2.2'), await asked('6', '192.0.2.2')]
    expect([bounded.hold(fourth, 10), bounded.hold(fifth, 5)]).toEqual([false, true])
  })

  it('have a bound that ends nobody who reads, however much that is and however many read nothing', async () => {
    answers = new Map()
    const bounded = new UnreadAnswers({ small: 5, ofSite: 60, ofAll: 100, still: 60_000 })
    const reading = await asked('reading', '192.0.2.1')
    const lying = await asked('lying', '2001:db8:1:1::1')
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      expect([bounded.hold(reading, 60), bounded.hold(lying, 30)]).toEqual([true, true])
      vi.advanceTimersByTime(60_000)
      bounded.shrink(reading, 55)
      expect(bounded.hold(await asked('next', '192.0.2.3'), 30)).toBe(true)
    } finally {
      vi.useRealTimers()
    }
    expect([reading.destroyed, lying.destroyed]).toEqual([false, true])
  })

  it('have one bound for all networks of a site', async () => {
    answers = new Map()
    const bounded = new UnreadAnswers({ small: 5, ofSite: 60, ofAll: 1000 })
    expect(bounded.hold(await asked('1', '2001:db8:1:1::1'), 50)).toBe(true)
    expect(bounded.hold(await asked('2', '2001:db8:1:2::1'), 50)).toBe(false)
    expect(bounded.hold(await asked('3', '2001:db8:2::1'), 50)).toBe(true)
  })

  it('are not counted for a client that has left before the answer was there', async () => {
    answers = new Map()
    const bounded = new UnreadAnswers()
    const res = await asked('gone', '192.0.2.1')
    const closed = once(res, 'close')
    res.req.socket.destroy()
    await closed
    expect(bounded.hold(res, 1000)).toBe(true)
    expect(bounded.bytes).toBe(0)
  })

  it('are counted until they are sent, once however often they are begun, and as large as they become', async () => {
    answers = new Map()
    const bounded = new UnreadAnswers()
    const res = await asked('1', '192.0.2.1')
    bounded.hold(res, 1000)
    bounded.hold(res, 500)
    expect(bounded.bytes).toBe(500)
    bounded.shrink(res, 100)
    expect(bounded.bytes).toBe(100)
    res.end('x')
    await vi.waitFor(() => expect(bounded.bytes).toBe(0), PATIENCE)
  })
})
