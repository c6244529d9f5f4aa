// The trail for programs: whole, in order, by tokens of one workspace; and failed sign-ins, told without a flood.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let maker: Person
let otherId: number
let otherOwner: Person

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('followed')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker', 'followed-maker')
  const other = await world.aWorkspace('neighbour')
  otherId = other.id
  otherOwner = other.owner
})
afterAll(() => world.end())

const write = (db: World['db'], type: string) =>
  db.query('select private.log_activity($1, $2)', [workspaceId, type])

const typesAfter = async (after: number) => {
  const rows = await world.as(owner, (ask) =>
    ask<{ id: string; type: string }>('select id, type from public.audit_trail($1, $2)', [
      workspaceId,
      after,
    ]),
  )
  return rows.map(({ type }) => type)
}

const lastId = async () => {
  const { rows } = await world.db.query<{ id: string }>('select max(id) as id from public.activity_events')
  return Number(rows[0]?.id)
}

test('what is committed late is never behind a cursor: it keeps back what came after it', async () => {
  const cursor = await lastId()
  const slow = await world.another()
  try {
    await slow.query('begin')
    await write(slow, 'test.early')
    await write(world.db, 'test.late')
    expect(await typesAfter(cursor)).toEqual([])
    // More of the same transaction, after what others wrote meanwhile.
    await write(slow, 'test.more')
    await slow.query('commit')
    expect(await typesAfter(cursor)).toEqual(['test.early', 'test.late', 'test.more'])
    await slow.query('begin')
    await write(slow, 'test.taken_back')
    await slow.query('rollback')
    await write(world.db, 'test.next')
    expect(await typesAfter(cursor)).toEqual(['test.early', 'test.late', 'test.more', 'test.next'])
  } finally {
    await slow.end()
  }
})

test('a part of a transaction that was taken back leaves the rest announced', async () => {
  const cursor = await lastId()
  const slow = await world.another()
  try {
    await slow.query('begin')
    await slow.query('savepoint s')
    await write(slow, 'test.undone')
    await slow.query('rollback to savepoint s')
    await write(slow, 'test.kept')
    await write(world.db, 'test.beside')
    expect(await typesAfter(cursor)).toEqual([])
    await slow.query('commit')
    expect(await typesAfter(cursor)).toEqual(['test.kept', 'test.beside'])
  } finally {
    await slow.end()
  }
})

test('many who write at once: whoever follows gets each event once, in order', async () => {
  const cursor = await lastId()
  const writers = await Promise.all(Array.from({ length: 6 }, () => world.another()))
  const seen: number[] = []
  let at = cursor
  const follow = async () => {
    const { rows } = await world.db.query<{ id: string }>('select id from private.trail_after($1, $2, 7)', [
      workspaceId,
      at,
    ])
    for (const { id } of rows) seen.push(Number(id))
    at = seen.at(-1) ?? at
    return rows.length
  }
  let writing = true
  const work = Promise.all(
    writers.map(async (db) => {
      for (let n = 0; n < 20; n++) {
        await db.query('begin')
        await write(db, 'test.many')
        await db.query(n % 5 === 4 ? 'rollback' : 'commit')
      }
    }),
  ).finally(() => {
    writing = false
  })
  while (writing) await follow()
  await work
  while ((await follow()) > 0);
  await Promise.all(writers.map((db) => db.end()))
  const { rows } = await world.db.query<{ id: string }>(
    'select id from public.activity_events where workspace_id = $1 and id > $2 order by id',
    [workspaceId, cursor],
  )
  expect(rows).toHaveLength(96)
  expect(seen).toEqual(rows.map(({ id }) => Number(id)))
})

describe('an audit token', () => {
  const tokenOf = async (who: Person, id: number, name: string) => {
    const { access_token } = await world.answer<{ access_token: string }>(who, 'create_audit_token($1, $2)', [
      id,
      name,
    ])
    return access_token
  }
  const read = (token: string, after = 0) =>
    world.db.query<{ id: string; type: string }>('select * from public.svc_audit_trail($1, $2, 1000)', [
      token,
      after,
    ])

  test('reads the trail of its own workspace, whatever the cursor, until it is revoked', async () => {
    const token = await tokenOf(owner, workspaceId, 'SIEM')
    const foreign = await tokenOf(otherOwner, otherId, 'SIEM')
    const { rows } = await read(token)
    expect(rows.map(({ type }) => type)).toContain('workspace.audit_token.created')
    const { rows: theirs } = await read(foreign, 1)
    expect(theirs.map(({ type }) => type)).not.toContain('test.many')
    const { rows: kept } = await world.db.query<{ text: string }>(
      'select string_agg(a::text, chr(10)) as text from public.activity_events a where workspace_id = $1',
      [workspaceId],
    )
    expect(kept[0]?.text).not.toContain(token)
    const [listed] = await world.answer<{ id: number }[]>(owner, 'list_audit_tokens($1)', [workspaceId])
    expect(await world.said(otherOwner, 'public.delete_audit_token($1)', [listed?.id])).toBe(
      'Token not found.',
    )
    await world.does(owner, 'select public.delete_audit_token($1)', [listed?.id])
    expect((await read(token)).rows).toEqual([])
  })

  test('is for who may read the activity', async () => {
    for (const who of [maker, otherOwner, null])
      expect(await world.said(who, `public.create_audit_token($1, 'No')`, [workspaceId])).not.toBe('allowed')
    expect((await read('wmaudit_no')).rows).toEqual([])
  })
})

describe('failed sign-ins', () => {
  const fail = (client: string, who = 'nobody', reason = 'wrong_password') =>
    world.db.query('select public.svc_sign_in_failed($1, $2, $3, $4, $5)', [
      workspaceId,
      reason,
      who,
      client,
      'curl/8',
    ])
  const failures = async (after: number) => {
    const { rows } = await world.db.query<{ ip_address: string | null; metadata: Record<string, unknown> }>(
      `select ip_address, metadata from public.activity_events
       where workspace_id = $1 and type = 'workspace.sign_in.failed' and id > $2 order by id`,
      [workspaceId, after],
    )
    return rows
  }
  const pass = () =>
    world.db.query(`update private.sign_in_failures set began_at = now() - interval '16 minutes'`)

  test('the first is told at once, the others of its client together', async () => {
    const cursor = await lastId()
    for (let n = 0; n < 5; n++) await fail('203.0.113.50', 'secret-typed-in-the-wrong-field')
    expect(await failures(cursor)).toMatchObject([
      { ip_address: '203.0.113.50', metadata: { reason: 'wrong_password', browser: 'curl/8' } },
    ])
    await world.db.query('select private.tell_sign_in_failures()')
    expect(await failures(cursor)).toHaveLength(1)
    await pass()
    await world.db.query('select private.tell_sign_in_failures()')
    await world.db.query('select private.tell_sign_in_failures()')
    const told = await failures(cursor)
    expect(told).toHaveLength(2)
    expect(told[1]?.metadata).toMatchObject({ times: 4 })
    expect(JSON.stringify(told)).not.toContain('secret-typed')
  })

  test('a stranger with many addresses writes sixty-one entries, and one count', async () => {
    const cursor = await lastId()
    for (let n = 0; n < 200; n++) await fail(`198.51.${100 + Math.floor(n / 200)}.${n}`)
    expect(await failures(cursor)).toHaveLength(60)
    await pass()
    await world.db.query('select private.tell_sign_in_failures()')
    const told = await failures(cursor)
    expect(told).toHaveLength(61)
    expect(told.at(-1)).toMatchObject({ ip_address: null, metadata: { times: 140 } })
  })

  test('name a member, and nobody of another workspace', async () => {
    const cursor = await lastId()
    await fail('203.0.113.60', 'followed-maker@example.com')
    await fail('203.0.113.61', 'owner-neighbour@example.com', 'locked')
    expect((await failures(cursor)).map(({ metadata }) => metadata.user_id)).toEqual([maker.id, undefined])
  })
})
