// Joining, token by token and word by word: what is refused, in upstream's words, and what happens to what was there.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Bare, type Frame, type RealtimeWorld, startRealtime } from '../support/realtime.ts'

let world: RealtimeWorld
beforeAll(async () => {
  world = await startRealtime({ joinsPerConnection: { burst: 5, perSecond: 0 } })
})
afterAll(() => world.close())

let refs = 0

async function join(bare: Bare, topic: string, payload: object): Promise<{ ref: string; reply: Frame }> {
  const ref = `j${++refs}`
  bare.send([ref, ref, topic, 'phx_join', payload])
  return { ref, reply: await bare.next((frame) => frame.ref === ref && frame.event === 'phx_reply') }
}

const open = () => world.socket('&vsn=2.0.0')
const reason = ({ payload }: Frame) => (payload.response as { reason?: string }).reason
const now = () => Math.floor(Date.now() / 1000)

describe('a token', () => {
  test.each<[what: string, token: () => Promise<string>, reason: RegExp]>([
    ['that is none', async () => 'nonsense', /^MalformedJWT: The token provided is not a valid JWT$/],
    [
      'of somebody else',
      () => world.signed({ role: 'authenticated', exp: now() + 60 }, 'another secret of thirty-two bytes'),
      /^JwtSignatureError: Failed to validate JWT signature$/,
    ],
    [
      'that has run out',
      () => world.signed({ role: 'authenticated', exp: now() - 60 }),
      /^InvalidJWTToken: Token has expired 6\d seconds ago$/,
    ],
    [
      'that never runs out',
      () => world.signed({ role: 'authenticated' }),
      /^InvalidJWTToken: Fields `role` and `exp` are required in JWT$/,
    ],
    [
      'of a role that is none of the API',
      () => world.signed({ role: 'supabase_admin', exp: now() + 60 }),
      /^InvalidJWTToken: Fields `role` and `exp` are required in JWT$/,
    ],
  ])('%s opens nothing', async (_what, token, expected) => {
    const { reply } = await join(await open(), `realtime:${randomUUID()}`, { access_token: await token() })
    expect(reply.payload.status).toBe('error')
    expect(reason(reply)).toMatch(expected)
  })

  test('that may not read is told so', async () => {
    const topic = `room:${randomUUID()}`
    const payload = { config: { private: true }, access_token: await world.token() }
    const { reply } = await join(await open(), `realtime:${topic}`, payload)
    expect(reason(reply)).toBe(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    )
  })

  test('that is an API key of the newer kind stands for the key of the connection', async () => {
    const bare = await open()
    const topic = `realtime:${randomUUID()}`
    const { ref, reply } = await join(bare, topic, { access_token: 'sb_publishable_x' })
    expect(reply.payload.status).toBe('ok')
    for (const access_token of ['sb_publishable_y', null, '']) {
      bare.send([ref, null, topic, 'access_token', { access_token }])
    }
    const { payload } = await bare.next(({ event }) => event === 'system')
    expect(payload).toMatchObject({ status: 'error', message: 'The token provided is not a valid JWT' })
    await bare.next(({ event }) => event === 'phx_close')
  })

  test('of the service reads every topic', async () => {
    const payload = { config: { private: true }, access_token: world.serviceKey }
    const { reply } = await join(await open(), `realtime:${randomUUID()}`, payload)
    expect(reply.payload.status).toBe('ok')
  })
})

describe('a join', () => {
  test.each([
    ['realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
    ['elsewhere', {}, 'unmatched topic'],
    [
      'realtime:t',
      { config: { postgres_changes: [{ event: '*', schema: 'public' }] } },
      'PostgresChangesNotSupported: This Realtime has no postgres_changes; broadcast from the database with realtime.send() or realtime.broadcast_changes()',
    ],
  ])('of %s is refused', async (topic, payload, expected) => {
    const { reply } = await join(await open(), topic, payload)
    expect(reply.payload.status).toBe('error')
    expect(reason(reply)).toBe(expected)
  })

  test('with odd settings takes none of them', async () => {
    for (const config of [null, 7, [], { broadcast: 'x', presence: [], private: 'no' }]) {
      const { reply } = await join(await open(), `realtime:${randomUUID()}`, { config })
      expect(reply.payload).toEqual({ status: 'ok', response: { postgres_changes: [] } })
    }
  })

  test('again ends the channel that was there', async () => {
    const bare = await open()
    const topic = `realtime:${randomUUID()}`
    const { ref } = await join(bare, topic, { config: { broadcast: { self: true } } })
    await join(bare, topic, { config: { broadcast: { self: true } } })
    await bare.next((frame) => frame.event === 'phx_close' && frame.ref === ref)
    bare.send([null, null, topic, 'broadcast', { type: 'broadcast', event: 'once', payload: {} }])
    bare.send([null, 'beat', 'phoenix', 'heartbeat', {}])
    await bare.next((frame) => frame.ref === 'beat')
    expect(bare.heard.filter(({ event }) => event === 'broadcast')).toHaveLength(1)
  })

  test('too often is refused', async () => {
    const bare = await open()
    for (let n = 0; n < 5; n++) await join(bare, `realtime:${randomUUID()}`, {})
    const { reply } = await join(bare, `realtime:${randomUUID()}`, {})
    expect(reason(reply)).toBe('ClientJoinRateLimitReached: Too many joins per second')
  })

  test('ends with leaving', async () => {
    const bare = await open()
    const topic = `realtime:${randomUUID()}`
    const { ref } = await join(bare, topic, {})
    bare.send([ref, 'bye', topic, 'phx_leave', {}])
    expect((await bare.next((frame) => frame.ref === 'bye')).payload.status).toBe('ok')
    await bare.next((frame) => frame.event === 'phx_close')
    bare.send([ref, 'late', topic, 'broadcast', {}])
    expect(reason(await bare.next((frame) => frame.ref === 'late'))).toBe('unmatched topic')
  })

  test('can ask to be told when the database is heard', async () => {
    const bare = await open()
    await join(bare, 'realtime:told', { config: { broadcast: { replication_ready: true } } })
    const { payload } = await bare.next(({ event }) => event === 'system')
    expect(payload).toEqual({
      extension: 'system',
      status: 'ok',
      message: 'Replication connection established',
      channel: 'told',
    })
  })
})

describe('presence', () => {
  test('that is told too often ends its channel', async () => {
    const bare = await open()
    const topic = `realtime:${randomUUID()}`
    const { ref } = await join(bare, topic, { config: { presence: { key: 'k', enabled: true } } })
    for (let n = 0; n < 6; n++)
      bare.send([ref, `p${n}`, topic, 'presence', { event: 'track', payload: { n } }])
    const { payload } = await bare.next(({ event }) => event === 'system')
    expect(payload.message).toBe('Client presence rate limit exceeded')
    await bare.next(({ event }) => event === 'phx_close')
  })

  test('that is tracked makes the channel hear it, and the same again is told to nobody', async () => {
    const bare = await open()
    const topic = `realtime:${randomUUID()}`
    const { ref } = await join(bare, topic, { config: { presence: { key: 7 } } })
    const call = async (event: string, more: object, n: string) => {
      bare.send([ref, n, topic, 'presence', { event, ...more }])
      return (await bare.next((frame) => frame.ref === n)).payload
    }
    expect(await call('track', { payload: 'text' }, 'a')).toEqual({
      status: 'error',
      response: { reason: 'Presence track payload must be a map' },
    })
    expect(await call('track', { payload: { at: 1 } }, 'b')).toEqual({ status: 'ok', response: {} })
    const { payload } = await bare.next(({ event }) => event === 'presence_state')
    expect(payload).toMatchObject({ 7: { metas: [{ at: 1 }] } })
    await call('track', { payload: { at: 1 } }, 'c')
    await call('untrack', {}, 'd')
    const differences = () => bare.heard.filter(({ event }) => event === 'presence_diff')
    await expect.poll(differences).toHaveLength(1)
    expect(differences()[0]?.payload).toMatchObject({ joins: {}, leaves: { 7: { metas: [{ at: 1 }] } } })
  })

  test('is not told by who may not write', async () => {
    const payload = {
      config: { private: true, presence: { key: 'k', enabled: true } },
      access_token: await world.token(),
    }
    const bare = await open()
    const { ref } = await join(bare, 'realtime:hall', payload)
    bare.send([ref, 'p', 'realtime:hall', 'presence', { event: 'track', payload: {} }])
    const reply = await bare.next((frame) => frame.ref === 'p')
    expect(reply.payload).toEqual({ status: 'error', response: {} })
  })
})

describe('a peer', () => {
  test('that sends no heartbeat is dropped, though it answers pings', async () => {
    const strict = await startRealtime({ silenceMs: 100 })
    const ws = new WebSocket(`${strict.url.replace('http', 'ws')}/websocket?apikey=${strict.anonKey}`)
    const code = await new Promise((resolve) => ws.once('close', resolve))
    expect(code).toBe(1006)
    await strict.close()
  })
})
