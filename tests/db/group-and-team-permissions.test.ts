// Groups and teams by the matrix: what their admins, their members, other members, strangers and visitors may do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import matrix from '../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

type Permission = keyof typeof matrix.group_permissions | keyof typeof matrix.team_permissions

let world: World
let groupId: number
let teamId: number
let projectId: number
let groupedId: number
let workspaceId: number
let removable: Person
let fresh: Person
const callers = new Map<string, Caller>()

beforeAll(async () => {
  world = await aWorld()
  const { id, owner } = await world.aWorkspace('matrix')
  workspaceId = id
  callers.set('workspace_global_admin', owner)
  const groupAdmin = await world.aMember(workspaceId, 'maker', 'group-admin')
  callers.set('group admin', groupAdmin)
  callers.set('team admin', await world.aMember(workspaceId, 'maker', 'team-admin'))
  callers.set('team member', await world.aMember(workspaceId, 'guest', 'team-member'))
  callers.set('viewer', await world.aMember(workspaceId, 'viewer'))
  callers.set('guest', await world.aMember(workspaceId, 'guest'))
  callers.set('stranger', (await world.aWorkspace('elsewhere')).owner)
  callers.set('anon', null)
  const insert = async (sql: string, values: unknown[]): Promise<number> =>
    Number((await world.db.query(sql, values)).rows[0].id)
  groupId = await insert(
    "insert into public.groups (workspace_id, name, slug) values ($1, 'Group', '') returning id",
    [workspaceId],
  )
  await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
    groupId,
    groupAdmin.id,
  ])
  teamId = await insert(
    "insert into public.teams (workspace_id, name, slug) values ($1, 'Team', '') returning id",
    [workspaceId],
  )
  for (const role of ['admin', 'member']) {
    await world.db.query('insert into public.team_members (team_id, user_id, role) values ($1, $2, $3)', [
      teamId,
      callers.get(`team ${role}`)?.id,
      role,
    ])
  }
  projectId = await insert(
    "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Project', 'project', 'private') returning id",
    [workspaceId],
  )
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')",
    [projectId, groupAdmin.id],
  )
  groupedId = await insert(
    "insert into public.projects (workspace_id, group_id, name, slug, visibility) values ($1, $2, 'Grouped', 'grouped', 'internal') returning id",
    [workspaceId, groupId],
  )
  removable = await world.aMember(workspaceId, 'maker', 'removable')
  fresh = await world.aMember(workspaceId, 'maker', 'fresh')
  await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
    groupId,
    removable.id,
  ])
  await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [
    teamId,
    removable.id,
  ])
})
afterAll(() => world.end())

interface Door {
  permission: Permission
  sql: string
  about: () => number[]
  /** Callers beside the roles of the matrix that the same door lets in, and why. */
  allowed: string[]
}

const group = () => [groupId]
const team = () => [teamId]
const doors: Door[] = [
  {
    permission: 'group_view',
    sql: 'select 1 from public.groups where id = $1',
    about: group,
    // Members of the workspace who see its projects are the group's members.
    allowed: ['workspace_global_admin', 'group admin', 'team admin', 'viewer'],
  },
  {
    permission: 'group_update',
    sql: "update public.groups set description = 'changed' where id = $1",
    about: group,
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_delete',
    sql: 'delete from public.groups where id = $1',
    about: group,
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_member_read',
    sql: 'select 1 from public.group_admins where group_id = $1',
    about: group,
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_projects_add',
    sql: 'select public.move_project($2, $1)',
    about: () => [groupId, projectId],
    // The others may not move this private project at all.
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_projects_remove',
    sql: 'select public.move_project($1, null)',
    about: () => [groupedId],
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_member_add',
    sql: 'select public.add_group_admin($1, $2)',
    about: () => [groupId, fresh.id],
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_member_delete',
    sql: 'select public.remove_group_admin($1, $2)',
    about: () => [groupId, removable.id],
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_settings_view',
    sql: "select 1 where 'group_settings_view' = any ((public.group_details($1)).my_permissions)",
    about: group,
    allowed: ['workspace_global_admin', 'group admin'],
  },
  {
    permission: 'group_leave',
    sql: 'select public.leave_group($1)',
    about: group,
    allowed: ['group admin'],
  },
  {
    permission: 'team_member_add',
    sql: 'select public.set_team_member($1, $2)',
    about: () => [teamId, fresh.id],
    allowed: ['workspace_global_admin', 'team admin'],
  },
  {
    permission: 'team_admin_add',
    sql: "select public.set_team_member($1, $2, p_role => 'admin')",
    about: () => [teamId, fresh.id],
    allowed: ['workspace_global_admin', 'team admin'],
  },
  {
    permission: 'team_user_add',
    sql: "select public.set_team_member($1, p_email => 'somebody@example.org')",
    about: team,
    allowed: ['workspace_global_admin', 'team admin'],
  },
  {
    permission: 'team_member_delete',
    sql: 'select public.remove_team_member($1, $2)',
    about: () => [teamId, removable.id],
    allowed: ['workspace_global_admin', 'team admin'],
  },
  {
    permission: 'team_leave',
    sql: 'select public.leave_team($1)',
    about: team,
    allowed: ['team admin', 'team member'],
  },
  {
    permission: 'team_view',
    sql: 'select 1 from public.teams where id = $1',
    about: team,
    allowed: ['workspace_global_admin', 'group admin', 'team admin', 'team member', 'viewer'],
  },
  {
    permission: 'team_settings_update',
    sql: "update public.teams set description = 'changed' where id = $1",
    about: team,
    allowed: ['workspace_global_admin', 'team admin'],
  },
  {
    permission: 'team_delete',
    sql: 'delete from public.teams where id = $1',
    about: team,
    allowed: ['workspace_global_admin', 'team admin'],
  },
]

const who = [
  'workspace_global_admin',
  'group admin',
  'team admin',
  'team member',
  'viewer',
  'guest',
  'stranger',
  'anon',
]

const states: [string, string, string][] = [
  ['open', 'select 1 where $1 > 0', 'select 1 where $1 > 0'],
  [
    'marked for deletion',
    "update public.workspaces set delete_at = now() + interval '1 day' where id = $1",
    'update public.workspaces set delete_at = null where id = $1',
  ],
  [
    'locked',
    "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
    'update public.workspaces set locked = false where id = $1',
  ],
]

describe.each(states)('in a workspace that is %s', (state, enter, leave) => {
  beforeAll(async () => {
    await world.db.query(enter, [workspaceId])
  })
  afterAll(async () => {
    await world.db.query(leave, [workspaceId])
  })

  describe.each(doors)('$permission', ({ sql, about, allowed }) => {
    test.each(who)('for %s', async (name) => {
      const outcome = await world.attempt(callers.get(name) ?? null, sql, about())
      // The global admin here is the workspace's oldest owner, to whom alone a locked one stays open.
      const isAllowed = allowed.includes(name) && (state !== 'locked' || name === 'workspace_global_admin')
      expect(outcome.refused === null && outcome.count > 0).toBe(isAllowed)
    })
  })
})

// Who sees the workspace's projects and teams, creates projects or administers the project does these, too.
const byMore = ['group_view', 'team_view', 'group_projects_add', 'group_projects_remove']
const cells = doors
  .filter(({ permission }) => !byMore.includes(permission))
  .flatMap((door) => door.allowed.map((name) => ({ ...door, name })))

test.each(cells)('$permission is nobody’s without its cell of the matrix: not $name’s', async (cell) => {
  const [kind, role] = [cell.permission.split('_')[0], cell.name.replace(/^(group|team) /, '')]
  const allowed = await world.as(callers.get(cell.name) ?? null, async (ask) => {
    await ask('reset role')
    await ask(`delete from public.${kind}_role_permissions where permission = $1 and role = $2`, [
      cell.permission,
      role,
    ])
    await ask('set local role authenticated')
    const sql = /^(update|delete)/.test(cell.sql) ? `${cell.sql} returning 1` : cell.sql
    return ask(sql, cell.about()).then(
      (rows) => rows.length > 0,
      () => false,
    )
  })
  expect(allowed).toBe(false)
})

test('every permission of groups and teams has a door', () => {
  const all = [...Object.keys(matrix.group_permissions), ...Object.keys(matrix.team_permissions)]
  expect(doors.map((door) => door.permission).sort()).toEqual(all.sort())
})

test.each(['group', 'team'] as const)('the %s table holds exactly the matrix', async (kind) => {
  const { rows } = await world.db.query<{ cell: string }>(
    `select permission || ' ' || role as cell from public.${kind}_role_permissions`,
  )
  const cells = Object.entries(matrix[`${kind}_permissions`]).flatMap(([permission, roles]) =>
    roles.map((role) => `${permission} ${role}`),
  )
  expect(rows.map((row) => row.cell).sort()).toEqual(cells.sort())
})

test('a group keeps its last admin', async () => {
  await expect(
    world.db.query('delete from public.group_admins where group_id = $1', [groupId]),
  ).rejects.toMatchObject({
    code: 'PT403',
  })
})
