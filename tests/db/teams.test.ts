// The calls of teams: lists, members by id and by address, roles that viewers and guests cannot have, bulk deletion.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let lead: Person
let maker: Person
let viewer: Person
let guest: Person
let stranger: Person
let teamId: number
let names = 0

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('teams')
  workspaceId = workspace.id
  owner = workspace.owner
  lead = await world.aMember(workspaceId, 'maker', 'lead')
  maker = await world.aMember(workspaceId, 'maker')
  viewer = await world.aMember(workspaceId, 'viewer')
  guest = await world.aMember(workspaceId, 'guest')
  stranger = (await world.aWorkspace('teams-elsewhere')).owner
  teamId = await aTeam()
})
afterAll(() => world.end())

async function aTeam(): Promise<number> {
  const [row] = await world.does<{ id: string }>(lead, 'select id from public.create_team($1, $2)', [
    workspaceId,
    `Team ${++names}`,
  ])
  return Number(row?.id)
}

const answer = async <T = Record<string, unknown>>(
  caller: Person | null,
  call: string,
  values: unknown[],
) => {
  const outcome = await world.attempt(caller, `select to_json(f) as answer from public.${call} f`, values)
  return (outcome.refused ?? outcome.rows[0]?.answer) as T
}

interface TeamList {
  items: {
    id: number
    name: string
    member_count: number
    my_role: string | null
    my_permissions: string[]
    admins: unknown[]
    project_count: number
  }[]
  total: number
  usage: number | null
  max: number | null
}

test('a list has pages, order, search and mine, and says what the caller may do', async () => {
  await aTeam()
  await world.does(owner, "select public.create_team($1, 'Another')", [workspaceId])
  const list = await answer<TeamList>(lead, "list_teams($1, p_order => '-name', p_limit => 2)", [workspaceId])
  expect([list.items.map((team) => team.name), list.total, list.usage, list.max]).toEqual([
    ['Team 2', 'Team 1'],
    3,
    3,
    null,
  ])
  expect(list.items[0]).toMatchObject({ member_count: 1, my_role: 'admin', admins: [{ user_id: lead.id }] })
  const mine = await answer<TeamList>(owner, 'list_teams($1, true)', [workspaceId])
  expect(mine.items.map((team) => team.name)).toEqual(['Another'])
  const found = await answer<TeamList>(viewer, "list_teams($1, p_search => 'ANOTH')", [workspaceId])
  expect(found.items.map((team) => team.my_permissions)).toEqual([['team_view']])
  const hidden = await answer<TeamList>(guest, 'list_teams($1)', [workspaceId])
  expect([hidden.total, hidden.usage]).toEqual([0, null])
  expect(await answer(owner, "list_teams($1, p_order => 'id; drop table x')", [workspaceId])).toBe('PT400')
})

test('only projects that the caller reads are counted', async () => {
  const { rows } = await world.db.query(
    "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Hidden', 'hidden', 'private'), ($1, 'Open', 'open', 'internal') returning id",
    [workspaceId],
  )
  for (const row of rows)
    await world.db.query(
      "insert into public.project_teams (project_id, team_id, role) values ($1, $2, 'viewer')",
      [row.id, teamId],
    )
  const seen = async (caller: Person) =>
    (await answer<TeamList['items'][0]>(caller, 'team_details($1)', [teamId])).project_count
  expect([await seen(owner), await seen(lead), await seen(maker), await seen(viewer)]).toEqual([2, 2, 1, 1])
})

function byAdmins(caller: string): string | null {
  if (['guest', 'stranger'].includes(caller)) return 'PT404'
  return ['owner', 'lead'].includes(caller) ? null : 'PT403'
}
const refusals: [string, (caller: string) => string | null][] = [
  ['team_details($1)', (caller) => (['guest', 'stranger'].includes(caller) ? 'PT404' : null)],
  ['team_members_list($1)', (caller) => (['guest', 'stranger'].includes(caller) ? 'PT404' : null)],
  ["update_team($1, p_description => 'x')", byAdmins],
  ['delete_team($1)', byAdmins],
  ['team_assignable_members($1)', byAdmins],
  ["set_team_member($1, p_email => 'lead@example.com')", byAdmins],
  ["set_team_members($1, '[]')", byAdmins],
  ["remove_team_member($1, p_email => 'lead@example.com')", byAdmins],
]

describe.each(refusals)('%s', (call, expected) => {
  test.each(['owner', 'lead', 'maker', 'viewer', 'guest', 'stranger'])('for %s', async (name) => {
    const caller = { owner, lead, maker, viewer, guest, stranger }[name] as Person
    const outcome = await world.attempt(caller, `select public.${call}`, [teamId])
    expect(outcome.refused).toBe(expected(name))
  })
})

describe('members', () => {
  test('viewers and guests are never admins of a team', async () => {
    for (const person of [viewer, guest]) {
      const outcome = await world.attempt(lead, "select public.set_team_member($1, $2, p_role => 'admin')", [
        teamId,
        person.id,
      ])
      expect([outcome.refused, outcome.message]).toEqual([
        'PT400',
        'Viewers and guests can only be members of a team.',
      ])
      expect(await answer(lead, 'set_team_member($1, $2)', [teamId, person.id])).toMatchObject({
        type: 'member',
        role: 'member',
      })
    }
  })

  test('are answered without an address to who may not read addresses', async () => {
    const id = await aTeam()
    const added = (permitted: boolean) =>
      world.as(lead, async (ask) => {
        if (!permitted) {
          await ask('reset role')
          await ask("delete from public.workspace_role_permissions where permission = 'WorkspaceMembersRead'")
          await ask('set local role authenticated')
        }
        return (await ask('select email from public.set_team_member($1, $2)', [id, maker.id]))[0]?.email
      })
    expect([await added(true), await added(false)]).toEqual([`maker-${workspaceId}@example.com`, null])
  })

  test('are added by address; who is not in the workspace is invited with the team', async () => {
    const id = await aTeam()
    await world.does(
      lead,
      "select public.set_team_member($1, p_email => ' GUEST-' || $2 || '@example.com ')",
      [id, String(workspaceId)],
    )
    await world.does(
      lead,
      "select public.set_team_member($1, p_email => 'newcomer@example.org', p_role => 'admin')",
      [id],
    )
    const list = await answer<{ items: Record<string, unknown>[]; total: number }>(
      lead,
      'team_members_list($1)',
      [id],
    )
    expect(list.items.map((item) => [item.type, item.user_id, item.email, item.role])).toEqual([
      ['member', lead.id, 'lead@example.com', 'admin'],
      ['member', guest.id, `guest-${workspaceId}@example.com`, 'member'],
      ['invitation', null, 'newcomer@example.org', 'admin'],
    ])
    const asViewer = await answer<{ items: Record<string, unknown>[] }>(viewer, 'team_members_list($1)', [id])
    expect(asViewer.items.map((item) => [item.user_id, item.email])).toEqual([
      [lead.id, null],
      [guest.id, null],
    ])
    await world.does(lead, "select public.remove_team_member($1, p_email => 'newcomer@example.org')", [id])
    await world.does(guest, 'select public.leave_team($1)', [id])
    expect((await answer<{ total: number }>(lead, 'team_members_list($1)', [id])).total).toBe(1)
    expect(await answer(lead, 'remove_team_member($1, $2)', [id, stranger.id])).toBe('PT404')
  })

  test('many at once have their own results', async () => {
    const members = [
      { user_id: maker.id, role: 'admin' },
      { user_id: viewer.id, role: 'admin' },
      { email: 'not an address' },
      { user_id: stranger.id },
    ]
    const done = await answer<{ results: { ok: boolean; status: number | null }[] }>(
      lead,
      'set_team_members($1, $2)',
      [teamId, JSON.stringify(members)],
    )
    expect(done.results.map((result) => [result.ok, result.status])).toEqual([
      [true, null],
      [false, 400],
      [false, 400],
      [false, 404],
    ])
  })

  test('an admin promotes and demotes; nobody else', async () => {
    await world.does(lead, "select public.set_team_member($1, $2, p_role => 'admin')", [teamId, maker.id])
    await world.does(maker, 'select public.set_team_member($1, $2)', [teamId, lead.id])
    expect(await answer(lead, "set_team_member($1, $2, p_role => 'admin')", [teamId, lead.id])).toBe('PT403')
    await world.does(maker, "select public.set_team_member($1, $2, p_role => 'admin')", [teamId, lead.id])
    await world.does(maker, 'select public.leave_team($1)', [teamId])
  })
})

test('many are deleted each as the caller may', async () => {
  const own = await aTeam()
  const [others] = await world.does<{ id: string }>(
    owner,
    "select id from public.create_team($1, 'Of the owner')",
    [workspaceId],
  )
  const ids = [own, Number(others?.id), 999_999]
  const done = await answer<{
    results: { key: number; ok: boolean; code: string | null }[]
    succeeded: number
    failed: number
  }>(lead, 'delete_teams($1)', [ids])
  expect(done.results.map((result) => [result.key, result.ok, result.code])).toEqual([
    [own, true, null],
    [Number(others?.id), false, 'INSUFFICIENT_PERMISSIONS'],
    [999_999, false, 'NOT_FOUND'],
  ])
  expect([done.succeeded, done.failed]).toEqual([1, 2])
})

test('fifty racing for the last team of a plan make one', async () => {
  const plan = await world.aWorkspace('teams-plan', 'pro_team')
  await world.db.query(
    "insert into public.teams (workspace_id, name, slug) select $1, 'Made ' || n, '' from generate_series(1, 19) n",
    [plan.id],
  )
  const tally = await world.race(
    Array.from({ length: 50 }, () => plan.owner),
    'select public.create_team($1, $2)',
    (index) => [plan.id, `Race ${index}`],
  )
  expect(tally).toEqual({ done: 1, PT402: 49 })
})
