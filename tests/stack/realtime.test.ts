// What the contract suite cannot show from outside: both ways to write frames, tokens that change and end, order and
// loss of what the database sends, and who keeps what when connections come and go.
import { randomUUID } from 'node:crypto'
import type { RealtimeChannel } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RealtimeWorld, startRealtime } from '../support/realtime.ts'

const PATIENCE = { timeout: 15_000 }
let world: RealtimeWorld
beforeAll(async () => {
  world = await startRealtime()
})
afterAll(() => world.close())

/** The first state a subscription comes to, and all states after it. */
async function subscribe(channel: RealtimeChannel): Promise<{ first: string; states: string[] }> {
  const states: string[] = []
  const first = await new Promise<string>((resolve) =>
    channel.subscribe((status) => {
      states.push(status)
      resolve(status)
    }),
  )
  return { first, states }
}

const send = (text: string, topic = 'hall') =>
  world.db.query(`select realtime.send(jsonb_build_object('text', $1::text), 'news', $2, true)`, [
    text,
    topic,
  ])

/** A private channel of somebody new that collects what the database tells. */
async function listener(topic = 'hall', sub: string = randomUUID()) {
  const heard: string[] = []
  const channel = (await world.client(await world.token(sub))).channel(topic, { config: { private: true } })
  channel.on('broadcast', { event: 'news' }, ({ payload }) => heard.push(payload.text))
  const { first, states } = await subscribe(channel)
  return { heard, channel, first, states, sub }
}

const join = (topic: string, version: 1 | 2, more: object = {}) => {
  const payload = {
    config: { broadcast: { self: true, ack: true }, presence: { key: '' }, private: false },
    ...more,
  }
  return version === 1
    ? { topic: `realtime:${topic}`, event: 'phx_join', payload, ref: '1', join_ref: '1' }
    : ['1', '1', `realtime:${topic}`, 'phx_join', payload]
}

describe('frames', () => {
  test('of both versions are understood, and each hears the other', async () => {
    const topic = randomUUID()
    const one = await world.socket('&vsn=1.0.0')
    const two = await world.socket('&vsn=2.0.0')
    one.send(join(topic, 1))
    two.send(join(topic, 2))
    const joined = (frame: { event: string; ref: string | null }) =>
      frame.event === 'phx_reply' && frame.ref === '1'
    expect((await one.next(joined)).payload.status).toBe('ok')
    expect((await two.next(joined)).payload.status).toBe('ok')
    const hello = { type: 'broadcast', event: 'hi', payload: { a: 1 } }
    one.send({ topic: `realtime:${topic}`, event: 'broadcast', payload: hello, ref: '2', join_ref: '1' })
    const heard = await two.next(({ event }) => event === 'broadcast')
    expect(heard.payload).toMatchObject(hello)
    two.send(['1', '3', `realtime:${topic}`, 'broadcast', { ...hello, payload: { a: 2 } }])
    const back = await one.next(
      ({ event, payload }) => event === 'broadcast' && (payload.payload as { a: number }).a === 2,
    )
    expect(back.payload.event).toBe('hi')
  })

  test('of a heartbeat are answered', async () => {
    const bare = await world.socket()
    bare.send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '9' })
    expect((await bare.next(({ ref }) => ref === '9')).payload.status).toBe('ok')
  })

  test.each(['{', '[]', 'null', '[1,2,3,4,5]', '{"topic":1}', '[null,null,"realtime:x",null,{}]'])(
    'that make no sense are passed over: %s',
    async (text) => {
      const bare = await world.socket(text.startsWith('[') ? '&vsn=2.0.0' : '')
      bare.send(text)
      const beat = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'beat' }
      bare.send(text.startsWith('[') ? [null, 'beat', beat.topic, beat.event, {}] : beat)
      expect((await bare.next(({ ref }) => ref === 'beat')).payload.status).toBe('ok')
      expect(bare.heard).toHaveLength(1)
    },
  )

  test('of a broadcast are passed on as they are, an event or none', async () => {
    const topic = randomUUID()
    const bare = await world.socket('&vsn=2.0.0')
    bare.send(join(topic, 2))
    await bare.next(({ ref }) => ref === '1')
    bare.send(['1', '2', `realtime:${topic}`, 'broadcast', { odd: true }])
    expect((await bare.next(({ event }) => event === 'broadcast')).payload).toEqual({ odd: true })
    bare.send(['1', '3', `realtime:${topic}`, 'broadcast', 'text'])
    expect((await bare.next(({ ref }) => ref === '3')).payload.status).toBe('error')
  })

  test('of an unknown topic are refused', async () => {
    const bare = await world.socket()
    bare.send({ topic: 'realtime:never-joined', event: 'broadcast', payload: {}, ref: '4' })
    expect((await bare.next(({ ref }) => ref === '4')).payload).toMatchObject({
      status: 'error',
      response: { reason: 'unmatched topic' },
    })
  })
})

describe('what the database sends', () => {
  test('arrives once it is committed, in the order of the commits, and never when rolled back', async () => {
    const { heard } = await listener()
    await world.db.query('begin')
    await send('rolled back')
    await world.db.query('rollback')
    await world.db.query('begin')
    await send('a')
    await send('b')
    await world.db.query('commit')
    await send('c')
    await expect.poll(() => heard, PATIENCE).toEqual(['a', 'b', 'c'])
  })

  test('survives a lost connection of the listener', async () => {
    const { heard } = await listener()
    await send('before')
    await expect.poll(() => heard, PATIENCE).toEqual(['before'])
    await world.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark-realtime-feed' and datname = current_database()`,
    )
    for (const text of ['1', '2', '3']) await send(text)
    await expect.poll(() => heard, PATIENCE).toEqual(['before', '1', '2', '3'])
  })

  test('does not break the transaction that cannot send it', async () => {
    await world.db.query('begin')
    await world.db.query('create table public.kept (id int)')
    await world.db.query(`select realtime.send(null, null, null, true)`)
    await world.db.query('commit')
    const { rows } = await world.db.query(`select to_regclass('public.kept') is not null as kept`)
    expect(rows[0].kept).toBe(true)
  })
})

describe('access to a private channel', () => {
  test('is refused with a reason, for other tenants and for visitors', async () => {
    const stranger = await listener(`room:${randomUUID()}`)
    expect(stranger.first).toBe('CHANNEL_ERROR')
    const visitor = (await world.client()).channel('hall', { config: { private: true } })
    expect((await subscribe(visitor)).first).toBe('CHANNEL_ERROR')
  })

  test('does not come by the public channel of the same name', async () => {
    const heard: unknown[] = []
    const { heard: meant } = await listener()
    const open = (await world.client(await world.token())).channel('hall')
    open.on('broadcast', { event: '*' }, (message) => heard.push(message))
    await subscribe(open)
    await send('secret')
    await expect.poll(() => meant, PATIENCE).toEqual(['secret'])
    expect(heard).toEqual([])
  })

  test('ends when the policies change their mind, as soon as the database speaks', async () => {
    const ada = await listener()
    const bob = await listener()
    await world.db.query('insert into public.banned values ($1)', [ada.sub])
    await send('after the ban')
    await expect.poll(() => ada.states, PATIENCE).toContain('CLOSED')
    await send('later')
    await expect.poll(() => bob.heard, PATIENCE).toContain('later')
    expect(ada.heard).not.toContain('later')
    expect(bob.states).toEqual(['SUBSCRIBED'])
  })

  test('ends at once for the person that the database names', async () => {
    const ada = await listener()
    await world.db.query('insert into public.banned values ($1)', [ada.sub])
    await world.db.query(
      `select realtime.send(jsonb_build_object('sub', $1::text), 'access', 'nobody', true)`,
      [ada.sub],
    )
    await expect.poll(() => ada.states, PATIENCE).toContain('CLOSED')
  })

  test('ends with the token, unless a fresh one comes in time', async () => {
    const sub = randomUUID()
    const short = (await world.client(await world.token(sub, 4))).channel('hall', {
      config: { private: true },
    })
    const { first, states } = await subscribe(short)
    expect(first).toBe('SUBSCRIBED')
    await expect.poll(() => states, PATIENCE).toContain('CLOSED')
    const bare = await world.socket()
    const payload = { config: { private: true }, access_token: await world.token(sub, 10) }
    bare.send({ topic: 'realtime:hall', event: 'phx_join', payload, ref: '1', join_ref: '1' })
    await bare.next(({ ref }) => ref === '1')
    const fresh = { access_token: await world.token(sub) }
    bare.send({ topic: 'realtime:hall', event: 'access_token', payload: fresh, ref: '2', join_ref: '1' })
    await send('still here')
    expect((await bare.next(({ event }) => event === 'broadcast')).payload.event).toBe('news')
  })

  test('ends when the token changes to somebody who may not', async () => {
    const sub = randomUUID()
    const bare = await world.socket()
    const payload = { config: { private: true }, access_token: await world.token(sub) }
    bare.send({ topic: `realtime:room:${sub}`, event: 'phx_join', payload, ref: '1', join_ref: '1' })
    expect((await bare.next(({ ref }) => ref === '1')).payload.status).toBe('ok')
    const other = { access_token: await world.token() }
    bare.send({
      topic: `realtime:room:${sub}`,
      event: 'access_token',
      payload: other,
      ref: '2',
      join_ref: '1',
    })
    await bare.next(({ event }) => event === 'phx_close')
  })

  test('lets read without letting write', async () => {
    const { heard, channel } = await listener()
    const other = await listener()
    await channel.send({ type: 'broadcast', event: 'news', payload: { text: 'forged' } })
    await send('real')
    await expect.poll(() => other.heard, PATIENCE).toEqual(['real'])
    expect(heard).toEqual(['real'])
  })
})

describe('presence', () => {
  test('forgets who lost the connection', async () => {
    const topic = randomUUID()
    const watcher = (await world.client()).channel(topic, { config: { presence: { key: 'watcher' } } })
    watcher.on('presence', { event: 'sync' }, () => undefined)
    await subscribe(watcher)
    const bare = await world.socket()
    const config = { config: { presence: { key: 'guest', enabled: true }, broadcast: {}, private: false } }
    bare.send({ topic: `realtime:${topic}`, event: 'phx_join', payload: config, ref: '1', join_ref: '1' })
    await bare.next(({ ref }) => ref === '1')
    const track = { type: 'presence', event: 'track', payload: { at: 1 } }
    bare.send({ topic: `realtime:${topic}`, event: 'presence', payload: track, ref: '2', join_ref: '1' })
    await expect.poll(() => Object.keys(watcher.presenceState()), PATIENCE).toEqual(['guest'])
    bare.ws.terminate()
    await expect.poll(() => Object.keys(watcher.presenceState()), PATIENCE).toEqual([])
  })
})
