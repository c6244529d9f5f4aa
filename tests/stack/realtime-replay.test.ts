// Hearing again what the database said before one joined, and what policies say of broadcast and presence apart.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bare, type Frame, type RealtimeWorld, startRealtime } from '../support/realtime.ts'

const PATIENCE = { timeout: 15_000 }
let world: RealtimeWorld
beforeAll(async () => {
  world = await startRealtime({ payloadBytes: 1_000 })
  await world.db.query(`
    create table public.quiet (topic text primary key);
    grant select on public.quiet to authenticated;
    create policy lobby on realtime.messages for select to authenticated using (
      realtime.topic() like 'lobby:%' and (
        extension = 'presence' or not exists (select from public.quiet q where q.topic = realtime.topic())));
    create policy watch on realtime.messages for select to authenticated using (
      realtime.topic() = 'told' and private is false);`)
})
afterAll(() => world.close())

const send = (topic: string, payload: object, isPrivate = true) =>
  world.db.query('select realtime.send($1, $2, $3, $4)', [payload, 'news', topic, isPrivate])

async function join(topic: string, config: object, token?: string): Promise<{ bare: Bare; reply: Frame }> {
  const bare = await world.socket('&vsn=2.0.0')
  const payload = { config: { private: true, ...config }, access_token: token ?? (await world.token()) }
  bare.send(['1', '1', `realtime:${topic}`, 'phx_join', payload])
  return { bare, reply: await bare.next(({ ref, event }) => ref === '1' && event === 'phx_reply') }
}

const replay = (asked: unknown) => ({ broadcast: { replay: asked } })
const reason = ({ payload }: Frame) => (payload.response as { reason?: string }).reason
const told = ({ heard }: Bare) =>
  heard
    .filter(({ event }) => event === 'broadcast')
    .map(({ payload }) => ({
      n: (payload.payload as { n: number }).n,
      again: (payload.meta as { replayed?: boolean }).replayed === true,
    }))

describe('a private channel that asks for what it missed', () => {
  test('hears it first, then what comes, each message once', async () => {
    const topic = `lobby:${randomUUID()}`
    for (const n of [1, 2, 3]) await send(topic, { n })
    await send(topic, { n: 4 }, false)
    const client = await world.client(await world.token())
    const heard: { n: number; replayed: unknown; hasId: boolean }[] = []
    const channel = client.channel(topic, {
      config: { private: true, broadcast: { replay: { since: Date.now() - 60_000, limit: 2 } } },
    })
    channel.on('broadcast', { event: 'news' }, ({ payload, meta }) => {
      heard.push({ n: payload.n, replayed: meta?.replayed, hasId: typeof meta?.id === 'string' })
    })
    await new Promise((resolve) => channel.subscribe(resolve))
    await send(topic, { n: 5 })
    await expect
      .poll(() => heard, PATIENCE)
      .toEqual([
        { n: 2, replayed: true, hasId: true },
        { n: 3, replayed: true, hasId: true },
        { n: 5, replayed: undefined, hasId: true },
      ])
  })

  test('hears 10 when it does not say, 25 at most, and no more bytes than one message may have', async () => {
    const topic = `lobby:${randomUUID()}`
    for (let n = 1; n <= 30; n++) await send(topic, { n, id: '' })
    const numbers = async (asked: object) => {
      const { bare } = await join(topic, replay(asked))
      await send(topic, { n: 99, id: '' })
      await expect.poll(() => told(bare).at(-1)?.again, PATIENCE).toBe(false)
      return told(bare).filter(({ again, n }) => again && n !== 99)
    }
    expect(await numbers({})).toHaveLength(10)
    expect((await numbers({ limit: 1_000 })).length).toBeGreaterThanOrEqual(24)
    expect(await numbers({ since: Date.now() + 60_000 })).toEqual([])
    await send(topic, { n: 31, text: 'x'.repeat(800) })
    const { length } = await numbers({ limit: 25 })
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThan(15)
  })

  test.each<[what: string, config: object, reason: string]>([
    [
      'of a public channel',
      { private: false, ...replay({ since: 1 }) },
      'UnableToReplayMessages: Replay is not allowed for public channels',
    ],
    ['from no time', replay({ since: 'x' }), 'UnableToReplayMessages: Replay params are not valid'],
    ['from beyond time', replay({ since: 1e15 }), 'UnableToReplayMessages: Replay params are not valid'],
    ['of so many', replay({ limit: 1.5 }), 'UnableToReplayMessages: Replay params are not valid'],
  ])('is refused with a reason: %s', async (_what, config, expected) => {
    expect(reason((await join(`lobby:${randomUUID()}`, config)).reply)).toBe(expected)
  })

  test('hears only the rows that its policies show', async () => {
    const { bare: service } = await join('told', {}, world.serviceKey)
    await send('told', { n: 1 })
    // Once it has gone out nobody hears it who joins now.
    await expect.poll(() => told(service), PATIENCE).toEqual([{ n: 1, again: false }])
    const { bare, reply } = await join('told', replay({}))
    expect(reply.payload.status).toBe('ok')
    await send('told', { n: 2 })
    await expect.poll(() => told(bare), PATIENCE).toEqual([{ n: 2, again: false }])
  })

  test('cannot ask in the name of others', async () => {
    await world.db.query('begin; set local role authenticated')
    await expect(
      world.db.query(`select * from realtime.replay('t', 'service_role', '{}', 'epoch', 9, 9)`),
    ).rejects.toThrow(/permission denied/)
    await world.db.query('rollback')
  })
})

describe('a topic of which one may only hear the presence', () => {
  const quiet = async () => {
    const topic = `lobby:${randomUUID()}`
    await world.db.query('insert into public.quiet values ($1)', [topic])
    return topic
  }

  test('is joined for that alone, and its broadcasts are not heard', async () => {
    const topic = await quiet()
    const denied = `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
    expect(reason((await join(topic, {})).reply)).toBe(denied)
    expect(reason((await join(topic, { presence: { enabled: true }, ...replay({}) })).reply)).toBe(denied)
    const { bare } = await join(topic, { presence: { enabled: true } })
    await bare.next(({ event }) => event === 'presence_state')
    const { bare: service } = await join(topic, { presence: { key: 'a' } }, world.serviceKey)
    await send(topic, { n: 1 })
    await expect.poll(() => told(service), PATIENCE).toEqual([{ n: 1, again: false }])
    service.send(['1', '2', `realtime:${topic}`, 'presence', { event: 'track', payload: {} }])
    await bare.next(({ event }) => event === 'presence_diff')
    expect(told(bare)).toEqual([])
  })

  test('ends a channel that heard more before', async () => {
    const topic = `lobby:${randomUUID()}`
    const { bare } = await join(topic, { presence: { enabled: true } })
    await world.db.query('insert into public.quiet values ($1)', [topic])
    bare.send(['1', null, `realtime:${topic}`, 'access_token', { access_token: await world.token() }])
    const { payload } = await bare.next(({ event }) => event === 'system')
    expect(payload.message).toBe(`You no longer have permission to read from this Channel topic: ${topic}`)
    await bare.next(({ event }) => event === 'phx_close')
  })
})
