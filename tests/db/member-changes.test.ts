// What changes of members bring along, many changes at once, and the last seat of a plan.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let names = 0

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('changes')
  workspaceId = workspace.id
  owner = workspace.owner
})
afterAll(() => world.end())

const someone = (role: Parameters<World['aMember']>[1]) =>
  world.aMember(workspaceId, role, `${role}-${++names}`)
const insert = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await world.db.query(sql, values)).rows[0].id)
const aProject = (slug: string) =>
  insert(
    'insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, $3) returning id',
    [workspaceId, slug, 'private'],
  )

interface Bulk {
  results: {
    key: number
    ok: boolean
    code: string | null
    status: number | null
    message: string | null
  }[]
  succeeded: number
  failed: number
}

describe('somebody who leaves', () => {
  test('leaves nothing behind: projects and groups go to who removed them, teams and pins end', async () => {
    const [leaving, admin] = [await someone('maker'), await someone('admin')]
    const projectId = await aProject('left-behind')
    const sharedId = await aProject('only-shared')
    const groupId = await insert(
      "insert into public.groups (workspace_id, name, slug) values ($1, 'Left', '') returning id",
      [workspaceId],
    )
    const teamId = await insert(
      "insert into public.teams (workspace_id, name, slug) values ($1, 'Left', '') returning id",
      [workspaceId],
    )
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $3, 'owner'), ($2, $3, 'editor')",
      [projectId, sharedId, leaving.id],
    )
    await world.db.query('insert into public.project_pins (project_id, user_id) values ($1, $2)', [
      sharedId,
      leaving.id,
    ])
    await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
      groupId,
      leaving.id,
    ])
    await world.db.query(
      "insert into public.team_members (team_id, user_id, role) values ($1, $2, 'admin')",
      [teamId, leaving.id],
    )

    await world.does(admin, 'select public.remove_member($1, $2)', [workspaceId, leaving.id])

    const { rows } = await world.db.query(
      `select 'project' as place, user_id::integer, role::text from public.project_members where project_id = any ($1)
       union all select 'group', user_id::integer, 'admin' from public.group_admins where group_id = $2
       union all select 'team', user_id::integer, role::text from public.team_members where team_id = $3
       union all select 'pin', user_id::integer, '' from public.project_pins where user_id = $4`,
      [[projectId, sharedId], groupId, teamId, leaving.id],
    )
    expect(rows).toEqual([
      { place: 'project', user_id: admin.id, role: 'owner' },
      { place: 'group', user_id: admin.id, role: 'admin' },
    ])
    const events = await world.as(owner, (ask) =>
      ask('select type, metadata ->> $2 as who from public.workspace_activity($1, p_limit => 1)', [
        workspaceId,
        'user_id',
      ]),
    )
    expect(events).toEqual([{ type: 'workspace.member.removed', who: String(leaving.id) }])
  })

  test('hands over to whom the remover chose, and the trail tells of each project', async () => {
    const [admin, leaving, heir] = [await someone('admin'), await someone('maker'), await someone('maker')]
    const [projectId, keptId] = [await aProject('passed-on'), await aProject('not-theirs')]
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $3, 'owner'), ($2, $4, 'owner')",
      [projectId, keptId, leaving.id, owner.id],
    )
    const [counted] = await world.as(admin, (ask) =>
      ask('select public.projects_left_behind($1, $2) as count', [workspaceId, [leaving.id, heir.id]]),
    )
    expect(counted).toEqual({ count: 1 })
    await world.does(admin, 'select public.remove_member($1, $2, $3)', [workspaceId, leaving.id, heir.id])
    const { rows } = await world.db.query(
      'select project_id::integer, user_id::integer, role from public.project_members where project_id = any ($1) order by 1',
      [[projectId, keptId]],
    )
    expect(rows).toEqual([
      { project_id: projectId, user_id: heir.id, role: 'owner' },
      { project_id: keptId, user_id: owner.id, role: 'owner' },
    ])
    const events = await world.as(owner, (ask) =>
      ask("select type, metadata ->> 'user_id' as who from public.workspace_activity($1, p_limit => 2)", [
        workspaceId,
      ]),
    )
    expect(events).toEqual([
      { type: 'workspace.member.removed', who: String(leaving.id) },
      { type: 'project.ownership.transferred', who: String(heir.id) },
    ])
  })

  test('hands over to nobody who could not own a project: then nobody is removed', async () => {
    const [admin, leaving] = [await someone('admin'), await someone('maker')]
    const stranger = (await world.aWorkspace('heirs-elsewhere')).owner
    const cannot = 'Viewers and guests cannot own a project.'
    const notHere = 'The projects can only pass to another member of this workspace.'
    for (const [heir, message] of [
      [await someone('viewer'), cannot],
      [await someone('guest'), cannot],
      [stranger, notHere],
      [leaving, notHere],
    ] as const) {
      const outcome = await world.attempt(admin, 'select public.remove_member($1, $2, $3)', [
        workspaceId,
        leaving.id,
        heir.id,
      ])
      expect([outcome.refused, outcome.message]).toEqual(['PT400', message])
    }
    const many = await world.attempt(admin, 'select public.remove_members($1, $2, $3)', [
      workspaceId,
      [leaving.id, admin.id],
      admin.id,
    ])
    expect([many.refused, many.message]).toEqual([
      'PT400',
      'The projects can only pass to somebody who stays.',
    ])
    const { rowCount } = await world.db.query(
      'select 1 from public.workspace_members where workspace_id = $1 and user_id = $2',
      [workspaceId, leaving.id],
    )
    expect(rowCount).toBe(1)
  })

  test('by another door than ours hands over to the oldest other owner', async () => {
    const leaving = await someone('maker')
    const projectId = await aProject('account-gone')
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')",
      [projectId, leaving.id],
    )
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      workspaceId,
      leaving.id,
    ])
    const { rows } = await world.db.query(
      'select user_id::integer, role from public.project_members where project_id = $1',
      [projectId],
    )
    expect(rows).toEqual([{ user_id: owner.id, role: 'owner' }])
  })
})

test('somebody who becomes a guest hands projects and groups over; a viewer is only a member of teams', async () => {
  const [toGuest, toViewer] = [await someone('maker'), await someone('maker')]
  const projectId = await aProject('of-a-guest')
  const groupId = await insert(
    "insert into public.groups (workspace_id, name, slug) values ($1, 'Guests', '') returning id",
    [workspaceId],
  )
  const teamId = await insert(
    "insert into public.teams (workspace_id, name, slug) values ($1, 'Guests', '') returning id",
    [workspaceId],
  )
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')",
    [projectId, toGuest.id],
  )
  await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
    groupId,
    toGuest.id,
  ])
  await world.db.query(
    "insert into public.team_members (team_id, user_id, role) values ($1, $2, 'admin'), ($1, $3, 'admin')",
    [teamId, toGuest.id, toViewer.id],
  )
  await world.does(owner, "select public.change_member_role($1, $2, 'guest')", [workspaceId, toGuest.id])
  await world.does(owner, "select public.change_member_role($1, $2, 'viewer')", [workspaceId, toViewer.id])
  const { rows } = await world.db.query(
    `select 'project' as place, user_id::integer, role::text from public.project_members where project_id = $1
     union all select 'group', user_id::integer, 'admin' from public.group_admins where group_id = $2
     union all select 'team', user_id::integer, role::text from public.team_members where team_id = $3 order by 1, 2`,
    [projectId, groupId, teamId],
  )
  expect(rows).toEqual([
    { place: 'group', user_id: owner.id, role: 'admin' },
    { place: 'project', user_id: owner.id, role: 'owner' },
    { place: 'team', user_id: toGuest.id, role: 'member' },
    { place: 'team', user_id: toViewer.id, role: 'member' },
  ])
})

test.each(['viewer', 'guest', 'maker'] as const)(
  'a %s changes and removes nobody, alone or with many',
  async (role) => {
    const [who, guest] = [await someone(role), await someone('guest')]
    for (const call of [
      "change_member_role($1, $2, 'viewer')",
      "change_member_roles($1, array[$2], 'viewer')",
      'remove_member($1, $2)',
      'remove_members($1, array[$2])',
      'projects_left_behind($1, array[$2])',
    ]) {
      const sql = `select public.${call.replace('$2', '$2::bigint')}`
      expect([call, (await world.attempt(who, sql, [workspaceId, guest.id])).refused]).toEqual([
        call,
        'PT403',
      ])
    }
  },
)

describe('many at once', () => {
  test('change role each by the rules, with the reason beside each that did not', async () => {
    const [admin, maker, viewer] = [await someone('admin'), await someone('maker'), await someone('viewer')]
    const stranger = (await world.aWorkspace('changes-elsewhere')).owner
    const ids = [maker.id, admin.id, owner.id, stranger.id, viewer.id]
    const answer = await world.answer<Bulk>(admin, "change_member_roles($1, $2, 'viewer')", [
      workspaceId,
      ids,
    ])
    expect(answer.results.map((result) => [result.key, result.ok, result.status, result.code])).toEqual([
      [maker.id, true, null, null],
      [admin.id, false, 403, 'ACTION_PROHIBITED'],
      [owner.id, false, 403, 'INSUFFICIENT_PERMISSIONS'],
      [stranger.id, false, 404, 'NOT_FOUND'],
      [viewer.id, true, null, null],
    ])
    expect([answer.succeeded, answer.failed]).toEqual([2, 3])
    const { rows } = await world.db.query(
      'select role from public.workspace_members where workspace_id = $1 and user_id = $2',
      [workspaceId, maker.id],
    )
    expect(rows).toEqual([{ role: 'viewer' }])
  })

  test('are removed each by the rules', async () => {
    const [admin, one, two] = [await someone('admin'), await someone('maker'), await someone('guest')]
    const answer = await world.answer<Bulk>(admin, 'remove_members($1, $2)', [
      workspaceId,
      [one.id, admin.id, owner.id, two.id],
    ])
    expect(answer.results.map((result) => result.ok)).toEqual([true, false, false, true])
    expect(answer.results[2]?.message).toBe('You cannot change a member who outranks you.')
  })

  test('past the seats of the plan are refused together, and nothing is written', async () => {
    const small = await world.aWorkspace('seats', 'startup')
    await world.db.query(
      'update public.billing_accounts set paid_members = 0, included_members = 2 where workspace_id = $1',
      [small.id],
    )
    const guests = [
      await world.aMember(small.id, 'guest', 'seat-1'),
      await world.aMember(small.id, 'guest', 'seat-2'),
    ]
    const ids = guests.map((guest) => guest.id)
    const outcome = await world.attempt(small.owner, "select public.change_member_roles($1, $2, 'maker')", [
      small.id,
      ids,
    ])
    expect([outcome.refused, outcome.message]).toEqual([
      'PT402',
      'Your current plan does not allow for this. Please upgrade your plan.',
    ])
    const one = await world.answer<Bulk>(small.owner, "change_member_roles($1, $2, 'maker')", [
      small.id,
      ids.slice(0, 1),
    ])
    expect(one.succeeded).toBe(1)
  })

  test.each(['remove_members($1, $2)', "change_member_roles($1, $2, 'viewer')"])(
    'are 500 at most: %s',
    async (call) => {
      const upTo = (most: number) => Array.from({ length: most }, (_, index) => 1_000_000 + index)
      const attempt = (most: number) =>
        world.attempt(owner, `select to_json(f) as answer from public.${call} f`, [workspaceId, upTo(most)])
      expect((await attempt(501)).refused).toBe('PT400')
      expect((await attempt(500)).rows[0]?.answer.failed).toBe(500)
    },
  )
})

describe('fifty at once', () => {
  test('for the last seat by changes of role: one gets it', async () => {
    const plan = await world.aWorkspace('last-seat', 'startup')
    await world.db.query(
      'update public.billing_accounts set paid_members = 0, included_members = 2 where workspace_id = $1',
      [plan.id],
    )
    const guests: Person[] = []
    for (let n = 0; n < 50; n++) guests.push(await world.aMember(plan.id, 'guest', `racer-${n}`))
    const tally = await world.race(
      guests.map(() => plan.owner),
      "select public.change_member_role($1, $2, 'maker')",
      (index) => [plan.id, guests[index]?.id],
    )
    expect(tally).toEqual({ done: 1, PT402: 49 })
  })

  test('two owners who demote each other leave one', async () => {
    const pair = await world.aWorkspace('duel')
    const second = await world.aMember(pair.id, 'owner', 'duellist')
    const tally = await world.race(
      [pair.owner, second],
      "select public.change_member_role($1, $2, 'admin')",
      (index) => [pair.id, index === 0 ? second.id : pair.owner.id],
    )
    const { rows } = await world.db.query(
      "select count(*)::integer as n from public.workspace_members where workspace_id = $1 and role = 'owner'",
      [pair.id],
    )
    expect([tally.done, rows[0].n]).toEqual([1, 1])
  })
})
