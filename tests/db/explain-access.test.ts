// explain_access: the same answer as the rule, in words; for oneself and for who may share the thing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import matrix from '../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import { type WorkspaceRole, workspaceRoles } from '../../supabase/functions/_shared/domain/roles.ts'
import { aWorld, type Person, type World } from './support/people.ts'

interface Explanation {
  role: string | null
  summary: string
  permissions: string[]
  reasons: { source: string; role: string; counts: boolean; sentence: string }[]
  cannot: { permission: string; sentence: string }[]
}

let world: World
let workspaceId: number
let groupId: number
let teamId: number
const people = new Map<WorkspaceRole, Person>()
const projects = new Map<string, number>()

beforeAll(async () => {
  world = await aWorld()
  const { id, owner } = await world.aWorkspace('why')
  workspaceId = id
  people.set('owner', owner)
  for (const role of workspaceRoles.slice(1)) people.set(role, await world.aMember(id, role))
  const insert = async (sql: string, values: unknown[]) =>
    Number((await world.db.query(sql, values)).rows[0].id)
  groupId = await insert(
    "insert into public.groups (workspace_id, name, slug, visibility) values ($1, 'Payments', '', 'public') returning id",
    [id],
  )
  teamId = await insert(
    "insert into public.teams (workspace_id, name, slug) values ($1, 'Platform', '') returning id",
    [id],
  )
  for (const visibility of ['private', 'internal', 'public'])
    projects.set(
      visibility,
      await insert(
        'insert into public.projects (workspace_id, name, slug, visibility, group_id) values ($1, $2, $2, $2, $3) returning id',
        [id, visibility, groupId],
      ),
    )
  for (const role of ['maker', 'viewer'] as const)
    await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [
      teamId,
      who(role).id,
    ])
  await world.db.query(
    "insert into public.project_teams (project_id, team_id, role) values ($1, $2, 'editor')",
    [projects.get('private'), teamId],
  )
  await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
    groupId,
    who('billing').id,
  ])
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer'), ($3, $2, 'guest')",
    [projects.get('internal'), who('guest').id, projects.get('private')],
  )
})
afterAll(() => world.end())

const who = (role: WorkspaceRole) => people.get(role) as Person
const explain = async (caller: Person | null, about: Person, kind: string, id: number | undefined) => {
  const outcome = await world.attempt(caller, 'select to_jsonb(public.explain_access($1, $2, $3)) as why', [
    about.id,
    kind,
    id,
  ])
  return (outcome.refused ?? outcome.rows[0]?.why) as Explanation & string
}
const summaries: Record<string, Record<WorkspaceRole, string>> = {
  private: {
    owner: 'admin, because workspace owners administer every project',
    billing: 'admin, because of the administration of the group Payments',
    admin: 'admin, because workspace admins administer every project',
    maker: 'editor, because of the team Platform',
    viewer: 'viewer, because of the team Platform (not editor: workspace viewers are read-only)',
    guest: 'guest, because the project was shared by name',
  },
  internal: {
    owner: 'admin, because workspace owners administer every project',
    billing: 'admin, because of the administration of the group Payments',
    admin: 'admin, because workspace admins administer every project',
    maker: 'editor, because the project is internal',
    viewer: 'viewer, because the project is internal',
    guest: 'guest, because the project was shared by name (not viewer: workspace guests are read-only)',
  },
  public: {
    owner: 'admin, because workspace owners administer every project',
    billing: 'admin, because of the administration of the group Payments',
    admin: 'admin, because workspace admins administer every project',
    maker: 'editor, because the project is public',
    viewer: 'viewer, because the project is public',
    guest: 'reader of published branches, because the project is public',
  },
}

describe.each(Object.keys(summaries))('a project that is %s', (visibility) => {
  test.each(workspaceRoles)('for a %s', async (role) => {
    const why = await explain(who('owner'), who(role), 'project', projects.get(visibility))
    expect(why.summary).toBe(summaries[visibility]?.[role])
    const enforced = await world.db.query('select private.effective_project_role($1, $2) as role', [
      who(role).id,
      projects.get(visibility),
    ])
    expect(why.role).toBe(enforced.rows[0].role)
    const all = Object.keys(matrix.project_permissions)
    expect([...why.permissions, ...why.cannot.map((cell) => cell.permission)].sort()).toEqual([...all].sort())
    const held = await world.attempt(who(role), 'select permission from public.my_project_permissions($1)', [
      projects.get(visibility),
    ])
    expect(why.permissions).toEqual(held.rows.map((row) => row.permission).sort())
  })
})

test('what somebody cannot is said with its reason', async () => {
  const sentence = async (role: WorkspaceRole, visibility: string, permission: string) =>
    (await explain(who('owner'), who(role), 'project', projects.get(visibility))).cannot.find(
      (cell) => cell.permission === permission,
    )?.sentence
  expect(await sentence('viewer', 'internal', 'project_contents_update')).toBe(
    'cannot edit: workspace viewers are read-only',
  )
  expect(await sentence('guest', 'private', 'project_contents_update')).toBe(
    'cannot edit: workspace guests are read-only',
  )
  expect(await sentence('maker', 'internal', 'project_update')).toBe(
    'cannot change the settings: it needs the role admin or higher',
  )
  expect(await sentence('maker', 'internal', 'project_delete')).toBe('cannot delete: it needs the role owner')
  expect(await sentence('viewer', 'internal', 'project_unpublished_branch_read')).toBe(
    'cannot read unpublished branches: it needs the role viewer or higher',
  )
  expect(await sentence('guest', 'public', 'project_read')).toBe(
    'cannot see the project: reader of published branches, because the project is public',
  )
})

test.each(workspaceRoles)('the workspace, groups and teams for a %s', async (role) => {
  const workspace = await explain(who('owner'), who(role), 'workspace', workspaceId)
  expect([workspace.role, workspace.summary]).toEqual([role, `${role} of the workspace`])
  expect(workspace.reasons).toMatchObject([{ source: 'membership', role, counts: true }])
  const cells = Object.entries(matrix.workspace_permissions)
    .filter(([, roles]) => (roles as string[]).includes(role))
    .map(([permission]) => permission)
  expect([...workspace.permissions].sort()).toEqual(cells.sort())
  const group = await explain(who('owner'), who(role), 'group', groupId)
  const team = await explain(who('owner'), who(role), 'team', teamId)
  const expected: Record<WorkspaceRole, [string | null, string | null]> = {
    owner: ['workspace_global_admin', 'workspace_global_admin'],
    billing: ['admin', 'workspace_member'],
    admin: ['workspace_global_admin', 'workspace_global_admin'],
    maker: ['member', 'member'],
    viewer: ['member', 'member'],
    guest: [null, null],
  }
  expect([group.role, team.role]).toEqual(expected[role])
})

test('names those who bill as people do', async () => {
  const team = await explain(who('owner'), who('billing'), 'team', teamId)
  expect(team.reasons.map(({ sentence }) => sentence)).toContain(
    'reader, because workspace billing admins see every team',
  )
})

test('it answers oneself, and about others who may share the thing', async () => {
  const stranger = (await world.aWorkspace('why-elsewhere')).owner
  const project = projects.get('private')
  expect((await explain(who('guest'), who('guest'), 'project', project)).role).toBe('guest')
  expect(await explain(who('guest'), who('maker'), 'project', project)).toBe('PT403')
  expect(await explain(stranger, who('maker'), 'project', project)).toBe('PT404')
  expect(await explain(who('owner'), stranger, 'project', project)).toBe('PT404')
  expect(await explain(who('viewer'), who('maker'), 'workspace', workspaceId)).toBe('PT403')
  expect((await explain(who('viewer'), who('viewer'), 'workspace', workspaceId)).role).toBe('viewer')
  expect(await explain(who('maker'), who('billing'), 'group', groupId)).toBe('PT403')
  expect(await explain(who('guest'), who('guest'), 'team', teamId)).toBe('PT404')
  // Whoever is in a team must not find out by it who else is in the workspace.
  expect(await explain(who('viewer'), who('billing'), 'team', teamId)).toBe('PT403')
  expect(await explain(who('owner'), who('owner'), 'planet', 1)).toBe('PT400')
  expect(await explain(null, who('owner'), 'workspace', workspaceId)).toBe('42501')
})

test('a locked workspace is the reason for everybody but its oldest owner', async () => {
  await world.db.query(
    "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
    [workspaceId],
  )
  const why = await explain(who('owner'), who('maker'), 'project', projects.get('internal'))
  await world.db.query('update public.workspaces set locked = false where id = $1', [workspaceId])
  expect([why.role, why.summary]).toEqual([null, 'no access, because the workspace is locked'])
  expect(why.cannot.every((cell) => cell.sentence.endsWith('the workspace is locked'))).toBe(true)
})

test('every permission of the matrices has words', async () => {
  const { rows } = await world.db.query('select permission from private.permission_phrases')
  const all = [
    matrix.workspace_permissions,
    matrix.project_permissions,
    matrix.group_permissions,
    matrix.team_permissions,
  ].flatMap((cells) => Object.keys(cells))
  expect(rows.map((row) => row.permission).sort()).toEqual(all.sort())
})

test('a team is nothing to a member of a locked workspace, and to a role that sees no teams', async () => {
  const place = await world.aWorkspace('locked-teams')
  const member = await world.aMember(place.id, 'maker', 'locked-teams-maker')
  const team = await world.answer<{ id: number }>(place.owner, "create_team($1, 'Team')", [place.id])
  const own = await world.answer<{ id: number }>(place.owner, "create_team($1, 'Own')", [place.id])
  await world.does(place.owner, 'select public.set_team_member($1, $2)', [own.id, member.id])
  const roleIn = async (id: number) => (await explain(place.owner, member, 'team', id)).role
  expect([await roleIn(team.id), await roleIn(own.id)]).toEqual(['workspace_member', 'member'])
  const cells = "public.workspace_role_permissions where role = 'maker' and permission = 'WorkspaceTeamsView'"
  const { rows } = await world.db.query(`select role, permission from ${cells}`)
  await world.db.query(`delete from ${cells}`)
  const blind = [await roleIn(team.id), await roleIn(own.id)]
  await world.db.query('insert into public.workspace_role_permissions (role, permission) values ($1, $2)', [
    rows[0].role,
    rows[0].permission,
  ])
  expect(blind).toEqual([null, 'member'])
  await world.db.query(
    "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
    [place.id],
  )
  expect([await roleIn(team.id), await roleIn(own.id)]).toEqual([null, null])
})
