// What lists of members and features say: what the caller may change, why not, what the plan holds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let names = 0

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('lists')
  workspaceId = workspace.id
  owner = workspace.owner
})
afterAll(() => world.end())

const someone = (role: Parameters<World['aMember']>[1]) =>
  world.aMember(workspaceId, role, `${role}-${++names}`)

describe('the list of members', () => {
  test('says what the caller may change, and why not', async () => {
    const place = await world.aWorkspace('listed')
    const admin = await world.aMember(place.id, 'admin', 'listed-admin')
    const maker = await world.aMember(place.id, 'maker', 'listed-maker')
    const list = await world.answer(admin, "list_members($1, p_order => '-role')", [place.id])
    const items = list.items as Record<string, unknown>[]
    expect(
      items.map((item) => [
        item.user_id,
        item.role,
        item.email,
        item.may_change_role,
        item.may_remove,
        item.reason,
      ]),
    ).toEqual([
      [
        place.owner.id,
        'owner',
        'owner-listed@example.com',
        false,
        false,
        'You cannot change a member who outranks you.',
      ],
      [
        admin.id,
        'admin',
        'listed-admin@example.com',
        false,
        false,
        'You cannot change your own role or remove yourself.',
      ],
      [maker.id, 'maker', 'listed-maker@example.com', true, true, null],
    ])
    const found = await world.answer(maker, "list_members($1, 'LISTED-ADM')", [place.id])
    expect([found.total, (found.items as { reason: string }[]).map(({ reason }) => reason)]).toEqual([
      1,
      ['You cannot change a member who outranks you.'],
    ])
    const page = await world.answer(
      maker,
      "list_members($1, p_roles => '{maker,admin}', p_limit => 1, p_offset => 1)",
      [place.id],
    )
    expect([page.total, (page.items as unknown[]).length]).toEqual([2, 1])
  })

  test('finds by name, by username and by address, each by itself', async () => {
    const place = await world.aWorkspace('found')
    const person = await world.aMember(place.id, 'maker', 'by-address')
    await world.db.query(
      "update public.users set username = 'by-username', first_name = 'Ada', last_name = 'Byron' where id = $1",
      [person.id],
    )
    for (const [search, total] of [
      ['ada', 1],
      ['by-user', 1],
      ['by-addr', 1],
      ['nobody', 0],
    ])
      expect((await world.answer(place.owner, 'list_members($1, $2)', [place.id, search])).total).toBe(total)
  })

  test('comes in the orders that it knows alone', async () => {
    const refused = (order: string | null) =>
      world
        .attempt(owner, 'select public.list_members($1, p_order => $2)', [workspaceId, order])
        .then((outcome) => outcome.refused)
    for (const order of ['name', '-role', 'created_at', '-last_seen_at'])
      expect([order, await refused(order)]).toEqual([order, null])
    for (const order of ['email', '--name -- ', '', null])
      expect([order, await refused(order)]).toEqual([order, 'PT400'])
  })

  test('is for who reads members, and unknown to others', async () => {
    const stranger = (await world.aWorkspace('listed-elsewhere')).owner
    const refusals = []
    for (const caller of [await someone('viewer'), await someone('guest'), stranger])
      refusals.push((await world.attempt(caller, 'select public.list_members($1)', [workspaceId])).refused)
    expect(refusals).toEqual(['PT403', 'PT403', 'PT404'])
    expect((await world.attempt(null, 'select public.list_members($1)', [workspaceId])).refused).toBe('42501')
  })

  test('offers the roles of a select with the reasons against the others', async () => {
    const [admin, maker, other] = [await someone('admin'), await someone('maker'), await someone('maker')]
    const roles = async (caller: Person, userId: number | null) => {
      const answer = await world.answer<{ role: string; allowed: boolean; reason: string | null }[]>(
        caller,
        'assignable_roles($1, $2)',
        [workspaceId, userId],
      )
      return answer.filter((choice) => choice.allowed).map((choice) => choice.role)
    }
    expect(await roles(owner, other.id)).toEqual(['owner', 'billing', 'admin', 'maker', 'viewer', 'guest'])
    expect(await roles(admin, other.id)).toEqual(['admin', 'maker', 'viewer', 'guest'])
    expect(await roles(admin, owner.id)).toEqual([])
    expect(await roles(admin, admin.id)).toEqual([])
    expect(await roles(maker, other.id)).toEqual([])
    expect(await roles(maker, null)).toEqual(['maker', 'guest'])
  })

  test('offers roles to nobody who may not invite, and for members alone', async () => {
    const stranger = (await world.aWorkspace('roles-elsewhere')).owner
    const refused = async (caller: Person, userId: number | null) =>
      (await world.attempt(caller, 'select public.assignable_roles($1, $2)', [workspaceId, userId])).refused
    expect([
      await refused(await someone('guest'), null),
      await refused(stranger, null),
      await refused(owner, stranger.id),
      await refused(owner, null),
    ]).toEqual(['PT403', 'PT404', 'PT404', null])
  })
})

describe('features', () => {
  test('are one list with limits, use, open invitations and what the plan lacks', async () => {
    const place = await world.aWorkspace('features', 'startup')
    await world.aMember(place.id, 'guest', 'features-guest')
    await world.does(place.owner, "select public.invite_member($1, 'pending@example.org', 'guest')", [
      place.id,
    ])
    const rows = await world.as(place.owner, (ask) =>
      ask(
        "select * from public.workspace_features($1) where name in ('guests', 'groups', 'private_projects', 'teams', 'editors') order by name",
        [place.id],
      ),
    )
    expect(rows).toEqual([
      {
        name: 'editors',
        type: 'limit',
        max_quantity: null,
        usage: 1,
        pending: 0,
        allowed: true,
        in_plan: false,
      },
      {
        name: 'groups',
        type: 'toggle',
        max_quantity: null,
        usage: null,
        pending: null,
        allowed: false,
        in_plan: false,
      },
      { name: 'guests', type: 'limit', max_quantity: 10, usage: 1, pending: 1, allowed: true, in_plan: true },
      {
        name: 'private_projects',
        type: 'toggle',
        max_quantity: null,
        usage: null,
        pending: null,
        allowed: true,
        in_plan: true,
      },
      {
        name: 'teams',
        type: 'limit',
        max_quantity: 0,
        usage: 0,
        pending: null,
        allowed: false,
        in_plan: false,
      },
    ])
    const stranger = await world.attempt(owner, 'select * from public.workspace_features($1)', [place.id])
    expect(stranger.count).toBe(0)
  })
})
