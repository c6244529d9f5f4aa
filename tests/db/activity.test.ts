// The trail: one event for each change, in its transaction, with actor and address; read by pages; never rewritten.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf } from '../support/claims.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let maker: Person

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('trail')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker', 'trail-maker')
})
afterAll(() => world.end())

interface Event {
  id: string
  type: string
  actor_email: string
  metadata: Record<string, unknown>
  ip_address: string | null
}

const trail = (args = '', values: unknown[] = []) =>
  world.as(owner, (ask) =>
    ask<Event & Record<string, unknown>>(`select * from public.workspace_activity($1${args})`, [
      workspaceId,
      ...values,
    ]),
  )

/** The types of events that one call writes, oldest first. */
async function written(
  caller: Person,
  call: string,
  values: unknown[],
): Promise<{ types: string[]; answer: Record<string, unknown> }> {
  const [last] = await trail(', p_limit => 1')
  const [row] = await world.does<{ answer: never }>(
    caller,
    `select to_jsonb(a) as answer from ${call} a`,
    values,
  )
  const since = await trail(', p_after => $2, p_limit => 100', [last?.id ?? 0])
  return { types: since.map((event) => event.type).reverse(), answer: row?.answer ?? {} }
}

test('every change of groups, teams, projects and people writes one event', async () => {
  const id = async (call: string, values: unknown[], path = 'id') => {
    const { types, answer } = await written(owner, call, values)
    const found = path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], answer)
    return { types, id: Number(found) }
  }
  const group = await id("public.create_group($1, 'Trail')", [workspaceId])
  const team = await id("public.create_team($1, 'Trail')", [workspaceId])
  const project = await id("public.create_project($1, 'Trail')", [workspaceId], 'project.id')
  const token = await id("public.create_workspace_token($1, 'Trail')", [workspaceId])
  const log: string[][] = [group.types, team.types, project.types, token.types]
  const steps: [string, unknown[]][] = [
    ["public.update_group($1, p_name => 'Trails')", [group.id]],
    ['public.add_group_admin($1, $2)', [group.id, maker.id]],
    ['public.remove_group_admin($1, $2)', [group.id, maker.id]],
    ["public.update_team($1, p_name => 'Trails')", [team.id]],
    ['public.set_team_member($1, $2)', [team.id, maker.id]],
    ["public.set_team_member($1, $2, p_role => 'admin')", [team.id, maker.id]],
    ['public.remove_team_member($1, $2)', [team.id, maker.id]],
    ["public.set_project_member($1, $2, 'viewer')", [project.id, maker.id]],
    ["public.set_project_member($1, $2, 'editor')", [project.id, maker.id]],
    ["public.set_project_member($1, $2, 'editor')", [project.id, maker.id]],
    ['public.transfer_project_ownership($1, $2)', [project.id, maker.id]],
    ["public.set_project_member($1, $2, 'owner')", [project.id, owner.id]],
    ['public.remove_project_member($1, $2)', [project.id, maker.id]],
    ["public.set_project_team($1, $2, 'viewer')", [project.id, team.id]],
    ["public.set_project_team($1, $2, 'editor')", [project.id, team.id]],
    ['public.remove_project_team($1, $2)', [project.id, team.id]],
    ['public.move_project($1, $2)', [project.id, group.id]],
    ["public.rename_workspace_token($1, 'Renamed')", [token.id]],
    ['public.delete_workspace_token($1)', [token.id]],
    ["public.change_member_role($1, $2, 'viewer')", [workspaceId, maker.id]],
    ["public.change_member_role($1, $2, 'maker')", [workspaceId, maker.id]],
    ['public.delete_project($1)', [project.id]],
    ['public.delete_team($1)', [team.id]],
    ['public.delete_group($1)', [group.id]],
  ]
  for (const [call, values] of steps) log.push((await written(owner, call, values)).types)
  expect(log).toEqual([
    ['group.created'],
    ['team.created'],
    ['project.created'],
    ['workspace.token.created'],
    ['group.updated'],
    ['group.admin.added'],
    ['group.admin.removed'],
    ['team.updated'],
    ['team.member.added'],
    ['team.member.role_changed'],
    ['team.member.removed'],
    ['project.member.added'],
    ['project.member.role_changed'],
    [],
    ['project.ownership.transferred'],
    ['project.ownership.transferred'],
    ['project.member.removed'],
    ['project.team.added'],
    ['project.team.role_changed'],
    ['project.team.removed'],
    ['project.moved'],
    ['workspace.token.updated'],
    ['workspace.token.deleted'],
    ['workspace.member.role_changed'],
    ['workspace.member.role_changed'],
    ['project.deleted'],
    ['team.deleted'],
    ['group.deleted'],
  ])
})

test.each(['group', 'team'] as const)(
  'every field that a %s can be changed in is told, old and new',
  async (kind) => {
    const made = await written(owner, `public.create_${kind}($1, $2)`, [workspaceId, 'As it was'])
    const wanted: Record<string, string> = {
      name: 'As it is',
      description: 'Told',
      visibility: 'public',
      icon: 'rocket',
      icon_color: '#123456',
    }
    const { rows } = await world.db.query<{ field: string }>(
      `select substr(argument, 3) as field from pg_proc, unnest(proargnames[:pronargs]) argument
     where oid = (select f.oid from pg_proc f where f.proname = $1 and f.pronamespace = 'public'::regnamespace)`,
      [`update_${kind}`],
    )
    const fields = rows
      .map(({ field }) => field)
      .filter((field) => ![`${kind}_id`, 'confirm', 'seen'].includes(field))
    const values = fields.map((field) => wanted[field])
    expect(values).not.toContain(undefined)
    const set = fields.map((field, at) => `p_${field} => $${at + 2}`).join(', ')
    await written(owner, `public.update_${kind}($1, ${set})`, [made.answer.id, ...values])
    const [event] = await trail(', p_limit => 1')
    expect(event).toMatchObject({
      type: `${kind}.updated`,
      metadata: {
        changes: Object.fromEntries(
          fields.map((field, at) => [field, { old: made.answer[field], new: values[at] }]),
        ),
      },
    })
  },
)

test('what follows from a change writes nothing of its own; joining what one did not just make does', async () => {
  const made = async (call: string, path: string, values: unknown[] = []) =>
    Number(
      (await world.does<{ id: string }>(owner, `select (${call}).${path} as id`, [workspaceId, ...values]))[0]
        ?.id,
    )
  const group = await made("public.create_group($1, 'Let go')", 'id')
  await made("public.create_project($1, 'Let go', p_group_id => $2)", 'project.id', [group])
  expect((await written(owner, 'public.delete_group($1)', [group])).types).toEqual(['group.deleted'])
  const { rows } = await world.db.query(
    "insert into public.teams (workspace_id, name, slug, created_at) values ($1, 'Old', '', now() - interval '1 day') returning id",
    [workspaceId],
  )
  const join = ['public.set_team_member($1, $2)', [rows[0].id, owner.id]] as const
  expect((await written(owner, join[0], [...join[1]])).types).toEqual(['team.member.added'])
})

test('every change of integrations and approved domains writes one event', async () => {
  const made = (sql: string) => written(owner, sql, [workspaceId])
  const integration = await made("public.create_integration($1, 'Trail', 'github')")
  const domain = await made("public.add_approved_domain($1, 'trail.example', 'viewer')")
  const log = [integration.types, domain.types]
  const [integrationId, domainId] = [integration.answer.id, domain.answer.id]
  for (const [call, id] of [
    ["public.update_integration($1, p_name => 'Trails')", integrationId],
    ["public.update_integration($1, p_name => 'Trails')", integrationId],
    ['public.delete_integration($1)', integrationId],
    ["public.update_approved_domain($1, p_role => 'guest')", domainId],
    ['public.remove_approved_domain($1)', domainId],
  ] as const)
    log.push((await written(owner, call, [id])).types)
  expect(log).toEqual([
    ['workspace.integration.created'],
    ['workspace.domain.created'],
    ['workspace.integration.updated'],
    [],
    ['workspace.integration.deleted'],
    ['workspace.domain.updated'],
    ['workspace.domain.deleted'],
  ])
})

test('an event tells who, about whom, from where', async () => {
  await world.db.query('begin')
  const claims = await claimsOf(world.db, owner)
  await world.db.query(`set local role authenticated`)
  await world.db.query(
    `select set_config('request.jwt.claims', $1, true), set_config('request.headers', '{"x-forwarded-for": "203.0.113.9"}', true)`,
    [claims],
  )
  await world.db.query("select public.change_member_role($1, $2, 'admin')", [workspaceId, maker.id])
  await world.db.query('commit')
  const [event] = await trail(', p_limit => 1')
  expect(event).toMatchObject({
    type: 'workspace.member.role_changed',
    actor_email: 'owner-trail@example.com',
    ip_address: '203.0.113.9',
    metadata: { user_id: maker.id, email: 'trail-maker@example.com', old: 'maker', role: 'admin' },
  })
})

test('a change that is undone leaves no event', async () => {
  const before = (await trail(', p_limit => 1'))[0]?.id
  await world.attempt(owner, "select public.create_team($1, 'Undone')", [workspaceId])
  expect((await trail(', p_limit => 1'))[0]?.id).toBe(before)
})

test('a trail is read by pages in both directions, and by groups or types', async () => {
  const all = await trail(', p_limit => 500')
  const ids = all.map((event) => Number(event.id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  const first = await trail(', p_limit => 3')
  const second = await trail(', p_limit => 3, p_before => $2', [first.at(-1)?.id])
  expect([...first, ...second].map((event) => event.id)).toEqual(all.slice(0, 6).map((event) => event.id))
  const back = await trail(', p_limit => 3, p_after => $2', [second[0]?.id])
  expect(back.map((event) => event.id)).toEqual(first.map((event) => event.id))
  const kinds = await trail(", p_limit => 500, p_types => '{team,group.deleted}'")
  expect(kinds.length).toBeGreaterThan(3)
  expect(kinds.every((event) => event.type.startsWith('team.') || event.type === 'group.deleted')).toBe(true)
})

test.each(['maker', 'viewer', 'guest', 'billing'] as const)('it is not for a %s', async (role) => {
  const caller = await world.aMember(workspaceId, role, `trail-reader-${role}`)
  expect(
    (await world.attempt(caller, 'select * from public.workspace_activity($1)', [workspaceId])).refused,
  ).toBe('PT403')
})

test('it is read only where the plan holds it', async () => {
  const free = await world.aWorkspace('trail-free', 'free')
  const refused = await world.attempt(free.owner, 'select * from public.workspace_activity($1)', [free.id])
  expect(refused.refused).toBe('PT402')
})

describe('nobody rewrites it', () => {
  test.each([
    "update public.activity_events set type = 'nothing'",
    'delete from public.activity_events',
    'truncate public.activity_events',
    'truncate private.activity_events_default',
  ])('not even the owner of the table: %s', async (statement) => {
    await expect(world.db.query(statement)).rejects.toMatchObject({ code: 'PT403' })
  })

  test('what is past the time that the installation keeps it goes, and nothing else', async () => {
    await world.db.query(
      "insert into public.activity_events (workspace_id, type, created_at) values ($1, 'workspace.old', now() - interval '40 days')",
      [workspaceId],
    )
    const purge = async () => Number((await world.db.query('select private.purge_activity() as n')).rows[0].n)
    expect(await purge()).toBe(0)
    await world.db.query('update private.deployment set activity_days = 30')
    const before = (await trail(', p_limit => 500')).length
    expect(await purge()).toBe(1)
    await world.db.query('update private.deployment set activity_days = null')
    expect((await trail(', p_limit => 500')).length).toBe(before - 1)
  })
})
