// The daily digest: to whom, about what, and how often.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo, newestMail, person, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
const people = new Map<string, Person>()
const yesterday = "((now() at time zone 'utc')::date - 1)"
const atNoon = `(${yesterday} + interval '12 hours') at time zone 'utc'`

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('digest')
  for (const role of ['maker', 'viewer', 'guest'] as const)
    people.set(role, await world.aMember(house.id, role, `reads-${role}`))
  const guestsOwn = await aProject('shared', 'private', { published: true, nodes: 1, internal: 1 })
  await aProject('listed', 'internal', { published: true, nodes: 2, internal: 0 })
  await aProject('drafts', 'internal', { published: false, nodes: 1, internal: 0 })
  await aProject('secret', 'private', { published: true, nodes: 1, internal: 0 })
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'guest')",
    [guestsOwn, people.get('guest')?.id],
  )
  await world.db.query(
    `insert into public.projects (workspace_id, name, slug, created_at) values ($1, 'Brand new', 'brand-new', ${atNoon})`,
    [house.id],
  )
})
afterAll(() => world.end())

/** A project of long ago whose nodes changed yesterday. */
async function aProject(
  slug: string,
  visibility: string,
  has: { published: boolean; nodes: number; internal: number },
): Promise<number> {
  const { rows } = await world.db.query(
    `insert into public.projects (workspace_id, name, slug, visibility, created_at) values ($1, $2, $2, $3, now() - interval '1 year') returning id`,
    [house.id, slug, visibility],
  )
  const branch = await world.db.query(
    `insert into public.branches (project_id, name, slug, is_published, last_analyzed_at) values ($1, 'main', 'main', $2, ${atNoon}) returning id`,
    [rows[0].id, has.published],
  )
  const hash = Buffer.alloc(32, 7)
  await world.db.query(
    "insert into public.snapshots (workspace_id, hash, data, size) values ($1, $2, '{}', 2) on conflict do nothing",
    [house.id, hash],
  )
  for (let n = 0; n < has.nodes + has.internal; n++) {
    const node = await world.db.query(
      "insert into public.nodes (project_id, uri, type) values ($1, $2, 'article') returning id",
      [rows[0].id, `/n${n}`],
    )
    await world.db.query(
      `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, snapshot_hash, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'article', $5, $5, $6, $7, now() - interval '1 year', ${atNoon})`,
      [branch.rows[0].id, node.rows[0].id, house.id, rows[0].id, `n${n}`, n >= has.nodes, hash],
    )
  }
  return Number(rows[0].id)
}

interface Row {
  changes: { slug: string; kind: string; changes?: number }[]
}
async function digestOf(who: Person | undefined): Promise<string[]> {
  const { rows } = await world.db.query<Row>(
    `select changes from private.daily_digest(${yesterday}) where user_id = $1`,
    [who?.id],
  )
  return (rows[0]?.changes ?? [])
    .map(({ slug, kind, changes }) => `${slug} ${kind}${changes ? ` ${changes}` : ''}`)
    .sort()
}
const queue = async (): Promise<number> =>
  (await world.db.query('select private.queue_daily_digests() as n')).rows[0].n
const emailOf = (role: string) => `reads-${role}@example.com`

describe('a digest', () => {
  test('tells each member what they may see', async () => {
    expect(await digestOf(house.owner)).toEqual([
      'brand-new created',
      'drafts updated 1',
      'listed updated 2',
      'secret updated 1',
      'shared updated 2',
    ])
    expect(await digestOf(people.get('maker'))).toEqual([
      'brand-new created',
      'drafts updated 1',
      'listed updated 2',
    ])
    expect(await digestOf(people.get('viewer'))).toEqual(['brand-new created', 'listed updated 2'])
  })

  test('goes to guests where the workspace says so, without internal nodes', async () => {
    expect(await digestOf(people.get('guest'))).toEqual([])
    await world.db.query('update public.workspaces set guests_receive_daily_digest = true where id = $1', [
      house.id,
    ])
    expect(await digestOf(people.get('guest'))).toEqual(['shared updated 1'])
    await world.db.query('update public.workspaces set guests_receive_daily_digest = false where id = $1', [
      house.id,
    ])
  })

  test('is not about other days', async () => {
    const { rows } = await world.db.query(`select 1 from private.daily_digest(${yesterday} - 1)`)
    expect(rows).toEqual([])
  })

  test('goes out once, also when two workers send it at once', async () => {
    const other = await world.another()
    try {
      const [mine, theirs] = await Promise.all([
        queue(),
        other.query('select private.queue_daily_digests() as n').then(({ rows }) => rows[0].n as number),
      ])
      expect(mine + theirs).toBe(3)
    } finally {
      await other.end()
    }
    expect(await queue()).toBe(0)
    expect(await mailsTo(world, emailOf('maker'), 'daily_digest')).toBe(1)
  })

  test('ends by its link, as often as it is followed, for that workspace alone', async () => {
    const token = (await newestMail(world, emailOf('maker'), 'daily_digest'))?.data.unsubscribe_token
    const elsewhere = await world.aWorkspace('digest-elsewhere')
    const maker = people.get('maker')
    await world.db.query(
      "insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'maker')",
      [elsewhere.id, maker?.id],
    )
    for (let n = 0; n < 2; n++) {
      expect(await service(world, 'svc_unsubscribe', { p_token: token })).toEqual({
        workspace: { id: house.id, name: 'Workspace digest', slug: 'digest' },
        email: emailOf('maker'),
        kind: 'daily_summary',
      })
    }
    expect(await service(world, 'svc_unsubscribe', { p_token: 'made-up' })).toBeNull()
    const { rows } = await world.db.query(
      'select workspace_id::integer as id, receive_daily_summary as receives from public.workspace_members where user_id = $1 order by 1',
      [maker?.id],
    )
    const others = await world.db.query(
      'select bool_and(receive_daily_summary) as receive from public.workspace_members where workspace_id = $1 and user_id <> $2',
      [house.id, maker?.id],
    )
    expect(others.rows).toEqual([{ receive: true }])
    expect(rows).toEqual([
      { id: house.id, receives: false },
      { id: elsewhere.id, receives: true },
    ])
    expect(await digestOf(maker)).toEqual([])
  })

  test('is chosen by each member for themselves', async () => {
    const maker = people.get('maker') ?? null
    expect(
      await person(world, maker, 'set_daily_summary', { p_workspace_id: house.id, p_receive: true }),
    ).toBe(true)
    expect(await digestOf(maker ?? undefined)).not.toEqual([])
    const stranger = await world.aPerson('no-member')
    const outcome = await world.attempt(stranger, 'select public.set_daily_summary($1, true)', [house.id])
    expect(outcome.refused).toBe('PT404')
  })

  test('is not sent from a locked workspace', async () => {
    await world.db.query('update public.workspaces set locked = true where id = $1', [house.id])
    expect(await digestOf(house.owner)).toEqual([])
    await world.db.query('update public.workspaces set locked = false where id = $1', [house.id])
  })
})
