// Answers to who asked to join, and domains whose people need not ask.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person, refusal, trail } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

interface Item {
  ok: boolean
  status: number | null
}

let number = 0
const aHouse = (plan = 'enterprise') => world.aWorkspace(`join-${++number}`, plan)
const fresh = () => `asking-${++number}@example.org`

describe('requests to join', () => {
  async function aRequest(house: { id: number }, name = `asks-${++number}`): Promise<Person> {
    const who = await world.aPerson(name)
    await world.db.query('insert into public.join_requests (workspace_id, user_id) values ($1, $2)', [
      house.id,
      who.id,
    ])
    return who
  }
  const decide = (who: Person, workspaceId: number, decisions: { user_id: number; action: string }[]) =>
    person<{ results: Item[] }>(world, who, 'decide_join_requests', {
      p_workspace_id: workspaceId,
      p_decisions: decisions,
    }).then(({ results }) => results)

  test('are listed with confirmed addresses to who reads members', async () => {
    const house = await aHouse()
    const who = await aRequest(house)
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [who.id, fresh()])
    const listed = await world.attempt(
      house.owner,
      'select to_json(f) as answer from public.workspace_join_requests($1) f',
      [house.id],
    )
    expect(listed.rows.map(({ answer }) => answer)).toMatchObject([
      { user_id: who.id, emails: [{ email: `asks-${number - 1}@example.com`, primary: true }] },
    ])
    const viewer = await world.aMember(house.id, 'viewer')
    expect(
      (await world.attempt(viewer, 'select * from public.workspace_join_requests($1)', [house.id])).refused,
    ).toBe('PT403')
  })

  test('are answered one by one; who is approved is in and told', async () => {
    const house = await aHouse()
    const admin = await world.aMember(house.id, 'admin')
    const [yes, no, high] = [
      await aRequest(house),
      await aRequest(house),
      await aRequest(house, `high-${++number}`),
    ]
    const results = await decide(admin, house.id, [
      { user_id: yes.id, action: 'maker' },
      { user_id: no.id, action: 'deny' },
      { user_id: high.id, action: 'owner' },
      { user_id: 999_999, action: 'deny' },
      { user_id: no.id, action: 'maker' },
      { user_id: high.id, action: 'king' },
    ])
    expect(results.map(({ ok, status }) => (ok ? 'ok' : status))).toEqual(['ok', 'ok', 403, 404, 403, 400])
    const { rows } = await world.db.query(
      'select role from public.workspace_members where workspace_id = $1 and user_id = $2',
      [house.id, yes.id],
    )
    expect(rows).toEqual([{ role: 'maker' }])
    expect((await trail(world, house.id, 'workspace.join_request.approved')).length).toBe(1)
  })

  test('past the seats of the plan are approved for nobody', async () => {
    const house = await aHouse('basic')
    await world.db.query(
      'update public.billing_accounts set included_members = 1, paid_members = 1 where workspace_id = $1',
      [house.id],
    )
    const [one, two] = [await aRequest(house), await aRequest(house)]
    const attempt = decide(house.owner, house.id, [
      { user_id: one.id, action: 'maker' },
      { user_id: two.id, action: 'maker' },
    ])
    expect((await refusal(attempt)).code).toBe('PT402')
    const { rows } = await world.db.query(
      'select count(*)::integer as n from public.join_requests where workspace_id = $1',
      [house.id],
    )
    expect(rows).toEqual([{ n: 2 }])
  })

  test('are answered by owners and admins, and by no update of the table', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    const who = await aRequest(house)
    expect((await refusal(decide(maker, house.id, [{ user_id: who.id, action: 'deny' }]))).code).toBe('PT403')
    const direct = await world.attempt(house.owner, 'update public.join_requests set is_denied = false')
    expect(direct.refused).toBe('42501')
  })
})

describe('approved domains', () => {
  const add = (house: { id: number }, who: Person, domain: string, role = 'viewer') =>
    person<string>(world, who, 'add_approved_domain', {
      p_workspace_id: house.id,
      p_domain: domain,
      p_role: role,
    })

  test('are kept in lower case, without the @, once', async () => {
    const house = await aHouse()
    await add(house, house.owner, ' @Corp.Example ')
    const { rows } = await world.db.query(
      'select domain, role from public.approved_domains where workspace_id = $1',
      [house.id],
    )
    expect(rows).toEqual([{ domain: 'corp.example', role: 'viewer' }])
    expect((await refusal(add(house, house.owner, 'corp.example'))).message).toBe(
      'This domain has already been approved.',
    )
  })

  test.each(['', 'localhost', 'a b.example', 'http://corp.example', '*.example', 'x@corp.example'])(
    'are not %j',
    async (domain) => {
      const house = await aHouse()
      expect((await refusal(add(house, house.owner, domain))).message).toBe('Must be a valid domain name')
    },
  )

  test('give no role above that of who approves them, straight on the table neither', async () => {
    const house = await aHouse()
    const admin = await world.aMember(house.id, 'admin')
    expect((await refusal(add(house, admin, 'corp.example', 'billing'))).code).toBe('PT403')
    const direct = await world.attempt(
      admin,
      "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'c.example', 'billing')",
      [house.id],
    )
    expect(direct.refused).toBe('PT403')
    expect((await refusal(add(house, await world.aMember(house.id, 'maker'), 'corp.example'))).code).toBe(
      'PT403',
    )
  })

  test('are a feature of the plan, and 500 at most', async () => {
    const free = await aHouse('free')
    expect((await refusal(add(free, free.owner, 'corp.example'))).code).toBe('PT402')
    const house = await aHouse()
    await world.db.query(
      "insert into public.approved_domains (workspace_id, domain) select $1, 'd' || n || '.example' from generate_series(1, 500) n",
      [house.id],
    )
    expect((await refusal(add(house, house.owner, 'one-more.example'))).message).toBe(
      'A workspace has at most 500 approved domains.',
    )
  })

  test('tell strangers neither of the plan nor of what is approved, straight on the table neither', async () => {
    const house = await aHouse()
    const free = await aHouse('free')
    await add(house, house.owner, 'corp.example')
    const maker = await world.aMember(house.id, 'maker')
    for (const who of [free.owner, maker])
      for (const [id, domain] of [
        [house.id, 'corp.example'],
        [house.id, 'other.example'],
        [house.id, 'no domain'],
        ...(who === maker ? [[free.id, 'corp.example'] as const] : []),
        [999_999_999, 'corp.example'],
      ] as const) {
        const sql = 'insert into public.approved_domains (workspace_id, domain) values ($1, $2)'
        expect([domain, (await world.attempt(who, sql, [id, domain])).refused]).toEqual([domain, '42501'])
      }
  })

  test('are changed and removed by their workspace alone', async () => {
    const house = await aHouse()
    await add(house, house.owner, 'corp.example')
    const { rows } = await world.db.query('select id from public.approved_domains where workspace_id = $1', [
      house.id,
    ])
    const id = Number(rows[0].id)
    const stranger = (await aHouse()).owner
    expect((await refusal(person(world, stranger, 'remove_approved_domain', { p_id: id }))).code).toBe(
      'PT404',
    )
    await person(world, house.owner, 'update_approved_domain', { p_id: id, p_role: 'maker' })
    await person(world, house.owner, 'remove_approved_domain', { p_id: id })
    expect((await trail(world, house.id, 'workspace.domain.deleted')).length).toBe(1)
  })
})
