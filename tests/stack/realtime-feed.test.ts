// From the database to the channels: nothing lost, nothing twice, whatever order transactions end in and whatever
// happens to the connection meanwhile; and what the server keeps in order in the table.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { Position } from '../../stack/realtime/position.ts'
import { type Bare, type RealtimeWorld, startRealtime } from '../support/realtime.ts'

const PATIENCE = { timeout: 15_000 }
let world: RealtimeWorld
let other: Client
beforeAll(async () => {
  world = await startRealtime({ payloadBytes: 5_000 })
  const { host, port, user, password, database } = world.db
  const login = `${user}:${encodeURIComponent(String(password))}`
  other = await connect(`postgresql://${login}@${host}:${port}/${database}`)
})
afterAll(async () => {
  await other.end()
  await world.close()
})

async function listener(topic: string, isPrivate = true): Promise<Bare> {
  const bare = await world.socket('&vsn=2.0.0')
  const payload = { config: { private: isPrivate }, access_token: world.serviceKey }
  bare.send(['1', '1', `realtime:${topic}`, 'phx_join', payload])
  expect((await bare.next(({ ref }) => ref === '1')).payload.status).toBe('ok')
  return bare
}

const texts = ({ heard }: Bare) =>
  heard
    .filter(({ event }) => event === 'broadcast')
    .map(({ payload }) => (payload.payload as { text: string }).text)

const send = (client: Client, topic: string, text: string, isPrivate = true) =>
  client.query(`select realtime.send(jsonb_build_object('text', $1::text), 'news', $2, $3)`, [
    text,
    topic,
    isPrivate,
  ])

const cut = () =>
  world.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark-realtime-feed' and datname = current_database()`,
  )

describe('messages of the database', () => {
  test('come in the order of the commits', async () => {
    const topic = randomUUID()
    const bare = await listener(topic)
    await world.db.query('begin')
    await send(world.db, topic, 'began first')
    await send(other, topic, 'ended first')
    await world.db.query('commit')
    await expect.poll(() => texts(bare), PATIENCE).toEqual(['ended first', 'began first'])
  })

  test('are neither lost nor doubled when a transaction outlives the connection', async () => {
    const topic = randomUUID()
    const bare = await listener(topic)
    await world.db.query('begin')
    await send(world.db, topic, 'long')
    await send(other, topic, 'before')
    await expect.poll(() => texts(bare), PATIENCE).toEqual(['before'])
    await cut()
    await send(other, topic, 'meanwhile')
    await world.db.query('commit')
    await send(other, topic, 'after')
    await expect
      .poll(() => texts(bare).toSorted(), PATIENCE)
      .toEqual(['after', 'before', 'long', 'meanwhile'])
  })

  test('come whole when there are many, however often the connection breaks', async () => {
    const topic = randomUUID()
    const bare = await listener(topic)
    for (let round = 0; round < 5; round++) {
      await other.query(
        `select realtime.send(jsonb_build_object('text', n::text), 'news', $1) from generate_series($2::int, $2::int + 199) n`,
        [topic, round * 200],
      )
      await cut()
    }
    const all = Array.from({ length: 1_000 }, (_, n) => String(n))
    await expect.poll(() => texts(bare).length, PATIENCE).toBe(1_000)
    expect(texts(bare)).toEqual(all)
  })

  test('for public channels stay there', async () => {
    const topic = randomUUID()
    const [meant, not] = [await listener(topic, false), await listener(topic)]
    await send(other, topic, 'public', false)
    await send(other, topic, 'private')
    await expect.poll(() => texts(meant), PATIENCE).toEqual(['public'])
    await expect.poll(() => texts(not), PATIENCE).toEqual(['private'])
  })

  test('that are too large are left out', async () => {
    const topic = randomUUID()
    const bare = await listener(topic)
    await send(other, topic, 'x'.repeat(6_000))
    await send(other, topic, 'fits')
    await expect.poll(() => texts(bare), PATIENCE).toEqual(['fits'])
  })

  test('may be bytes, and may be written by a session of any time zone and date style', async () => {
    const topic = randomUUID()
    const client = await world.client(world.serviceKey)
    const heard: unknown[] = []
    const channel = client.channel(topic, { config: { private: true } })
    channel.on('broadcast', { event: 'raw' }, (message) => heard.push(message))
    await new Promise((resolve) => channel.subscribe(resolve))
    await other.query(`set timezone = 'Pacific/Kiritimati'; set datestyle = 'German'`)
    await other.query(`select realtime.send_binary('\\x01ff', 'raw', $1)`, [topic])
    await other.query('reset timezone; reset datestyle')
    await expect.poll(() => heard, PATIENCE).toHaveLength(1)
    const { payload, meta } = heard[0] as { payload: ArrayBuffer; meta: { id: string } }
    expect([...new Uint8Array(payload)]).toEqual([1, 255])
    const { rows } = await world.admin.query(
      `select id, abs(extract(epoch from inserted_at - timezone('utc', now()))) < 60 as utc
         from realtime.messages where topic = $1`,
      [topic],
    )
    expect(rows).toEqual([{ id: meta.id, utc: true }])
  })

  test('of rows come by broadcast_changes', async () => {
    await other.query(`
      create table public.things (id int primary key, name text);
      create function public.tell() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        perform realtime.broadcast_changes('things', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.things
        for each row execute function public.tell();`)
    const bare = await listener('things')
    await other.query(`insert into things values (1, 'a'); update things set name = 'b'; delete from things`)
    const payloads = () =>
      bare.heard.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload)
    await expect
      .poll(() => payloads().map(({ event }) => event), PATIENCE)
      .toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(payloads()[1]).toMatchObject({
      type: 'broadcast',
      payload: {
        schema: 'public',
        table: 'things',
        operation: 'UPDATE',
        record: { id: 1, name: 'b' },
        old_record: { id: 1, name: 'a' },
      },
    })
  })
})

describe('the table of messages', () => {
  const partitions = async () =>
    (
      await world.admin.query<{ day: string }>(
        `select right(relname, 10) as day from pg_inherits join pg_class c on c.oid = inhrelid
          where inhparent = 'realtime.messages'::regclass order by 1`,
      )
    ).rows.map(({ day }) => day)

  test('has its days made ahead, and drops what is older than 72 hours', async () => {
    await world.admin.query(`
      create table realtime.messages_2020_01_01 partition of realtime.messages
        for values from ('2020-01-01') to ('2020-01-02')`)
    await world.admin.query('select realtime.keep_partitions()')
    const { rows } = await world.admin.query<{ day: string }>(
      `select to_char((now() at time zone 'utc') + n * interval '1 day', 'YYYY_MM_DD') as day
         from generate_series(-1, 3) n`,
    )
    expect(await partitions()).toEqual(rows.map(({ day }) => day))
  })

  test('of a data folder from before gets what came later', async () => {
    const chapter = new URL('../../stack/postgres/bootstrap/realtime-server.sql', import.meta.url)
    await world.admin.query(`begin;
      alter table realtime.messages drop column binary_payload cascade, drop column skip_broadcast cascade;
      drop function realtime.send_binary, realtime.replay, realtime.probe_topic, realtime.speak_for;
      drop publication supabase_realtime;`)
    await world.admin.query(readFileSync(chapter, 'utf8'))
    const { rows } = await world.admin.query(
      `select realtime.send_binary('x', 'e', 't', false), (realtime.probe_topic('t', 'anon', '{}')).broadcast_read`,
    )
    expect(rows[0].broadcast_read).toBe(false)
    await world.admin.query('rollback')
  })

  test('keeps nothing of the questions that are asked of its policies', async () => {
    const topic = randomUUID()
    await listener(topic)
    const { rowCount } = await world.admin.query('select from realtime.messages where topic = $1', [topic])
    expect(rowCount).toBe(0)
  })

  test.each(['anon', 'authenticated'])('cannot be asked in the name of others by %s', async (role) => {
    await world.db.query('begin')
    await world.db.query(`set local role ${role}`)
    await expect(
      world.db.query(`select * from realtime.probe_topic('t', 'service_role', '{}')`),
    ).rejects.toThrow(/permission denied/)
    await world.db.query('rollback')
  })
})

describe('the position in the stream', () => {
  test('counts a message once, and forgets what can no longer come again', () => {
    const position = new Position()
    expect(position.started).toBe(false)
    position.advance('100')
    expect([position.started, position.from]).toEqual([true, '100'])
    expect([position.isNew('a', '101'), position.isNew('a', '101')]).toEqual([true, false])
  })
})
