// What one client may not do to the others: flood, hoard, stuff, stall. And crowds, which are no attack.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Limits } from '../../stack/realtime/limits.ts'
import { connectionsAllowed } from '../support/limits.ts'
import { type Bare, type RealtimeWorld, startRealtime } from '../support/realtime.ts'

const PATIENCE = { timeout: 20_000 }
let world: RealtimeWorld
afterEach(() => world.close())

const joinFrame = (topic: string, ref = '1', more: object = {}) => ({
  topic: `realtime:${topic}`,
  event: 'phx_join',
  payload: { config: { broadcast: { ack: true, self: false }, private: false }, ...more },
  ref,
  join_ref: ref,
})

/** Sends Phoenix's heartbeat as a client does, only faster. */
function beating(bare: Bare): NodeJS.Timeout {
  const beat = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'beat' }
  return setInterval(() => bare.ws.readyState === bare.ws.OPEN && bare.send(beat), 40)
}

async function joined(bare: Bare, topic: string, more: object = {}): Promise<void> {
  bare.send(joinFrame(topic, '1', more))
  const { payload } = await bare.next(({ ref, event }) => ref === '1' && event === 'phx_reply')
  expect(payload.status).toBe('ok')
}

const say = (topic: string, ref: string, payload: unknown) => ({
  topic: `realtime:${topic}`,
  event: 'broadcast',
  payload: { type: 'broadcast', event: 'x', payload },
  ref,
  join_ref: '1',
})

describe('a frame that nobody foresaw', () => {
  test.each([{ toString: 1 }, ['track'], null, 7])(
    'a presence call %j is an error, and no more',
    async (event) => {
      world = await startRealtime()
      const bare = await world.socket()
      await joined(bare, 'a')
      bare.send({ topic: 'realtime:a', event: 'presence', payload: { event }, ref: '2', join_ref: '1' })
      expect((await bare.next(({ ref }) => ref === '2')).payload.status).toBe('error')
      bare.send(say('a', '3', { fine: true }))
      expect((await bare.next(({ ref }) => ref === '3')).payload.status).toBe('ok')
    },
  )

  test('a name has an end', async () => {
    world = await startRealtime()
    const bare = await world.socket()
    await joined(bare, 'x'.repeat(255))
    bare.send(joinFrame('x'.repeat(256), '2'))
    const { payload } = await bare.next(({ ref }) => ref === '2')
    expect(JSON.stringify(payload)).toContain('TopicNameTooLong')
    bare.send(joinFrame('a', '3', { config: { presence: { key: 'k'.repeat(256) } } }))
    expect(JSON.stringify(await bare.next(({ ref }) => ref === '3'))).toContain('PresenceKeyTooLong')
  })
})

describe('a client that asks for too much', () => {
  const start = async (limits: Partial<Limits>) => {
    world = await startRealtime(limits)
    return world.socket()
  }

  test('gets so many channels and no more', async () => {
    const bare = await start({ channelsPerConnection: 3 })
    for (let n = 1; n <= 4; n++) bare.send(joinFrame(`t${n}`, String(n)))
    expect((await bare.next(({ ref }) => ref === '3')).payload.status).toBe('ok')
    const { payload } = await bare.next(({ ref }) => ref === '4')
    expect(JSON.stringify(payload)).toMatch(/ChannelRateLimitReached|Too many channels/)
  })

  test('is not let in when the house is full', async () => {
    await start({ connections: 2 })
    await world.socket()
    await expect(world.socket()).rejects.toThrow(/429/)
  })

  test('is not let in when its own address has too many, and others are', async () => {
    const from = (address: string) =>
      new Promise<number>((resolve) => {
        const url = `${world.url.replace('http', 'ws')}/websocket?apikey=${world.anonKey}`
        const ws = new WebSocket(url, { headers: { 'x-forwarded-for': address } })
        opened.push(ws)
        ws.on('error', () => undefined)
        ws.once('open', () => resolve(101))
        ws.once('unexpected-response', (_req, res) => resolve(res.statusCode ?? 0))
      })
    const opened: WebSocket[] = []
    onTestFinished(() => {
      for (const ws of opened) ws.terminate()
    })
    await start({ connectionsPerClient: 2 })
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([
      101, 101, 429,
    ])
    expect(await from('192.0.2.2')).toBe(101)
    // Whoever has IPv6 has a network of 64 bits.
    expect([
      await from('2001:db8::1'),
      await from('2001:db8::2'),
      await from('2001:db8:0:0:ffff::3'),
    ]).toEqual([101, 101, 429])
    expect(await from('2001:db8:0:1::1')).toBe(101)
    opened[0]?.terminate()
    await expect.poll(() => from('192.0.2.1'), PATIENCE).toBe(101)
  })

  test('joins over so many connections as one user, whatever their addresses', async () => {
    const first = await start({ connectionsPerUser: 2 })
    const token = await world.token('11111111-1111-4111-8111-111111111111')
    const joins = async (bare: Bare, access_token: string, topic = 'a') => {
      bare.send({ ...joinFrame(topic, topic), payload: { config: {}, access_token } })
      const { payload } = await bare.next(({ ref }) => ref === topic)
      return payload.status === 'ok' ? 'ok' : JSON.stringify(payload.response)
    }
    const [second, third] = [await world.socket(), await world.socket()]
    expect([await joins(first, token), await joins(first, token, 'b'), await joins(second, token)]).toEqual([
      'ok',
      'ok',
      'ok',
    ])
    expect(await joins(third, token)).toContain('ConnectionRateLimitReached: Too many connections of yours')
    expect(await joins(third, await world.token(), 'c')).toBe('ok')
    second.ws.terminate()
    let tries = 0
    await expect.poll(() => joins(third, token, `again-${++tries}`), PATIENCE).toBe('ok')
  })

  test('is sent away when it has no channel for long, and others stay', async () => {
    const other = await start({ silenceMs: 1_500, idleMs: 2_000 })
    await joined(other, 'a')
    const idle = await world.socket()
    const beats = [beating(other), beating(idle)]
    expect(await idle.closed).toBe(1001)
    expect(other.ws.readyState).toBe(other.ws.OPEN)
    for (const beat of beats) clearInterval(beat)
  })

  test('is stopped when it floods, and others go on', async () => {
    const bare = await start({ framesPerConnection: { burst: 20, perSecond: 0 } })
    const other = await world.socket()
    await joined(bare, 'a')
    await joined(other, 'a')
    for (let n = 0; n < 50; n++) bare.send(say('a', String(n + 10), { n }))
    await bare.next(
      ({ event, payload }) => event === 'system' && /Too many messages/.test(String(payload.message)),
    )
    expect(other.heard.filter(({ event }) => event === 'broadcast').length).toBeLessThanOrEqual(20)
    other.send(say('a', '99', { fine: true }))
    expect((await other.next(({ ref }) => ref === '99')).payload.status).toBe('ok')
  })

  test('is read no further when it floods without a channel, however small its frames', async () => {
    const bare = await start({ framesPerConnection: { burst: 20, perSecond: 1 } })
    const flood = setInterval(() => {
      for (let n = 0; n < 1000 && bare.ws.readyState === bare.ws.OPEN; n++) bare.ws.send('[]')
    }, 1)
    expect(await bare.closed).toBe(1008)
    clearInterval(flood)
    await expect.poll(() => world.realtime.connections(), PATIENCE).toBe(0)
  })

  test('has one measure for all its connections, which a new one does not fill', async () => {
    const first = await start({ framesPerClient: { burst: 30, perSecond: 0 } })
    for (let n = 0; n < 40; n++) first.ws.send('[]')
    expect(await first.closed).toBe(1008)
    const second = await world.socket()
    second.ws.send('[]')
    expect(await second.closed).toBe(1008)
  })

  test('sends so many bytes and no more, even of a frame that never ends', async () => {
    const bare = await start({ bytesPerConnection: { burst: 200_000, perSecond: 0 } })
    await joined(bare, 'a')
    bare.send(say('a', '2', 'x'.repeat(100_000)))
    expect((await bare.next(({ ref }) => ref === '2')).payload.status).toBe('ok')
    bare.send(say('a', '3', 'x'.repeat(150_000)))
    expect(await bare.closed).toBe(1008)
  })

  test.each([
    ['in one frame', ''],
    ['in a frame that never ends', 'never'],
  ])('sends little before it has joined anything: %s', async (_what, ending) => {
    const bare = await start({ strangerBytes: 10_000 })
    bare.send({ topic: 'x'.repeat(5_000), event: 'x', ref: '1' })
    bare.send({ topic: 'y', event: 'x', ref: '2' })
    expect((await bare.next(({ ref }) => ref === '2')).payload.status).toBe('error')
    // What was asked with a name of thousands of characters is not repeated.
    expect(bare.heard.map(({ ref }) => ref)).toEqual(['2'])
    bare.ws.send('x'.repeat(50_000), { fin: ending === '' })
    expect(await bare.closed).toBe(1009)
  })

  test('joins so often and no more over all its connections', async () => {
    const first = await start({ joinsPerClient: { burst: 3, perSecond: 0 } })
    const second = await world.socket()
    const answers = []
    for (const [n, bare] of [first, second, first, second].entries()) {
      bare.send(joinFrame(`t${n}`, String(n)))
      answers.push((await bare.next(({ ref }) => ref === String(n))).payload.status)
    }
    expect(answers).toEqual(['ok', 'ok', 'ok', 'error'])
  })

  test("uses up nobody else's joins with those that cannot succeed, or without an account", async () => {
    const bare = await start({ joins: { burst: 2, perSecond: 0 } })
    const answerTo = async (topic: string, access_token?: string) => {
      bare.send(joinFrame(topic, topic, { config: { private: true }, ...(access_token && { access_token }) }))
      return JSON.stringify((await bare.next(({ ref }) => ref === topic)).payload)
    }
    for (const topic of ['a', 'b', 'c', 'd'])
      expect(await answerTo(topic, 'nonsense')).toContain('MalformedJWT')
    for (const topic of ['e', 'f']) expect(await answerTo(topic)).toContain('Unauthorized')
    expect(await answerTo('g')).toContain('ClientJoinRateLimitReached')
    expect(await answerTo('hall', await world.token())).toContain('ok')
  })

  test('cannot stuff the wire: large payloads are refused, larger frames end the connection', async () => {
    const bare = await start({ payloadBytes: 1_000, frameBytes: 10_000 })
    await joined(bare, 'a')
    bare.send(say('a', '2', 'x'.repeat(2_000)))
    expect((await bare.next(({ ref }) => ref === '2')).payload).toEqual({
      status: 'error',
      response: 'payload_size_exceeded',
    })
    bare.send(say('a', '3', 'x'.repeat(20_000)))
    expect(await bare.closed).toBe(1009)
  })

  test('that does not read is dropped, not waited for', async () => {
    const slow = await start({ waitingBytes: 200_000 })
    const fast = await world.socket()
    await joined(slow, 'a')
    await joined(fast, 'a')
    const before = process.memoryUsage().rss
    slow.ws.pause()
    const speaker = await world.socket()
    await joined(speaker, 'a')
    for (let n = 0; n < 150; n++) {
      speaker.send(say('a', String(n + 10), 'x'.repeat(100_000)))
      await speaker.next(({ ref }) => ref === String(n + 10))
    }
    await expect.poll(() => world.realtime.connections(), PATIENCE).toBe(2)
    expect(fast.heard.filter(({ event }) => event === 'broadcast')).toHaveLength(150)
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  })
})

describe('without the right key', () => {
  test.each(['', '?apikey=', '?apikey=wrong'])('nobody connects: %s', async (query) => {
    world = await startRealtime()
    const { WebSocket } = await import('ws')
    const ws = new WebSocket(`${world.url.replace('http', 'ws')}/websocket${query}`)
    const refused = await new Promise<number | undefined>((resolve) => {
      ws.once('unexpected-response', (_req, res) => resolve(res.statusCode))
      ws.once('error', () => undefined)
    })
    ws.terminate()
    expect(refused).toBe(401)
  })
})

describe('guessing', () => {
  test('the topics of other tenants finds none that opens', async () => {
    world = await startRealtime()
    const bare = await world.socket()
    const access_token = await world.token()
    const topics = [
      "room:' or true --",
      'room:%',
      `room:${randomUUID()}`,
      'room:',
      'HALL',
      'hall ',
      'realtime:hall',
    ]
    for (const [index, topic] of topics.entries()) {
      const config = { config: { private: true }, access_token }
      bare.send({ ...joinFrame(topic, `g${index}`), payload: config })
      const { payload } = await bare.next(({ ref }) => ref === `g${index}`)
      expect(payload.status, topic).toBe('error')
    }
  })
})

describe('a crowd', () => {
  test('of 1,000 on one private topic hears everything the database sends', async () => {
    world = await startRealtime()
    let heard = 0
    const members = 1_000
    for (let at = 0; at < members; at += 100) {
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const bare = await world.socket()
          await joined(bare, 'hall', { config: { private: true }, access_token: await world.token() })
          bare.ws.on('message', (data: Buffer) => {
            if (data.includes('"news"')) heard++
          })
        }),
      )
    }
    const rounds = 10
    for (let round = 1; round <= rounds; round++) {
      await world.db.query(`select realtime.send('{"n": 1}', 'news', 'hall', true)`)
      await expect.poll(() => heard, { ...PATIENCE, interval: 5 }).toBe(round * members)
    }
  })

  test('of 5,000 sockets comes and goes without leaving a trace', async () => {
    world = await startRealtime({ connectionsPerClient: 5_000 })
    const handles = () => readdirSync('/proc/self/fd').length
    const before = handles()
    // Each connection takes two handles here: the client's and the server's.
    const many = Math.min(5_000, connectionsAllowed())
    const sockets: Bare[] = []
    for (let at = 0; at < many; at += 250)
      sockets.push(
        ...(await Promise.all(Array.from({ length: Math.min(250, many - at) }, () => world.socket()))),
      )
    expect(world.realtime.connections()).toBe(many)
    for (const { ws } of sockets) ws.terminate()
    await expect.poll(() => world.realtime.connections(), PATIENCE).toBe(0)
    await expect.poll(handles, PATIENCE).toBeLessThanOrEqual(before + 10)
  })
})
