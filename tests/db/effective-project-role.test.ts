// Every combination of workspace role, direct role, team role, group administration and visibility: the database's answer,
// the sets that policies test, and the rules of permissions.json, written a second time here, must agree.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import matrix from '../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import {
  type ProjectPermission,
  type ProjectRole,
  type WorkspaceRole,
  workspaceRoles,
} from '../../supabase/functions/_shared/domain/roles.ts'
import { aWorld, type Person, type World } from './support/people.ts'

const directRoles = [null, 'guest', 'viewer', 'editor', 'admin', 'owner', 'inherit'] as const
const teamRoles = [null, 'viewer', 'editor', 'admin'] as const
const visibilities = ['private', 'internal', 'public'] as const
const rank: ProjectRole[] = ['guest', 'viewer', 'editor', 'admin', 'owner', 'workspace_global_admin']

interface Case {
  direct: (typeof directRoles)[number]
  team: (typeof teamRoles)[number]
  groupAdmin: boolean
  visibility: (typeof visibilities)[number]
}

const cases: Case[] = directRoles.flatMap((direct) =>
  teamRoles.flatMap((team) =>
    [true, false].flatMap((groupAdmin) =>
      visibilities.map((visibility) => ({ direct, team, groupAdmin, visibility })),
    ),
  ),
)

const permissions = Object.keys(matrix.project_permissions) as ProjectPermission[]
// project_leave shrinks with rank (an owner may not leave), so no policy may test it by sets.
const growing = permissions.filter((permission) => permission !== 'project_leave')

let world: World
const people = new Map<WorkspaceRole, Person>()
const projectIds = new Map<string, number>()

beforeAll(async () => {
  world = await aWorld()
  const { id: workspaceId, owner } = await world.aWorkspace('roles')
  people.set('owner', owner)
  for (const role of workspaceRoles.slice(1)) people.set(role, await world.aMember(workspaceId, role))
  for (const [role, person] of people) await furnish(workspaceId, role, person)
})
afterAll(() => world.end())

/** One project a case and person, all in a few statements. */
async function furnish(workspaceId: number, role: WorkspaceRole, person: Person) {
  const { rows: groups } = await world.db.query(
    "insert into public.groups (workspace_id, name, slug, visibility) values ($1, $2, '', 'public') returning id",
    [workspaceId, `group of ${role}`],
  )
  await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
    groups[0].id,
    person.id,
  ])
  const { rows: teams } = await world.db.query(
    "insert into public.teams (workspace_id, name, slug) values ($1, $2, '') returning id",
    [workspaceId, `team of ${role}`],
  )
  await world.db.query("insert into public.team_members (team_id, user_id, role) values ($1, $2, 'member')", [
    teams[0].id,
    person.id,
  ])
  for (const [index, each] of cases.entries()) {
    const { rows } = await world.db.query(
      'insert into public.projects (workspace_id, group_id, name, slug, visibility) values ($1, $2, $3, $3, $4) returning id',
      [workspaceId, each.groupAdmin ? groups[0].id : null, `${role}-${index}`, each.visibility],
    )
    projectIds.set(`${role}-${index}`, Number(rows[0].id))
    if (each.direct) {
      await world.db.query(
        'insert into public.project_members (project_id, user_id, role) values ($1, $2, $3)',
        [rows[0].id, person.id, each.direct],
      )
    }
    if (each.team) {
      await world.db.query(
        'insert into public.project_teams (project_id, team_id, role) values ($1, $2, $3)',
        [rows[0].id, teams[0].id, each.team],
      )
    }
  }
}

/** permissions.json, "effective_project_role", steps 1 to 4. */
function expectedRole(
  role: WorkspaceRole,
  { direct, team, groupAdmin, visibility }: Case,
): ProjectRole | null {
  const editor = matrix.editor_roles.includes(role)
  if (matrix.workspace_permissions.WorkspaceGlobalAdmin.includes(role)) return 'workspace_global_admin'
  const meaning: ProjectRole = editor ? 'editor' : role === 'viewer' ? 'viewer' : 'guest'
  const implied: ProjectRole | null = editor ? 'editor' : role === 'viewer' ? 'guest' : null
  const given = [
    direct === 'inherit' ? meaning : direct,
    team,
    groupAdmin ? ('admin' as const) : null,
    visibility === 'private' ? null : implied,
  ].filter((each) => each !== null)
  if (given.length === 0) return null
  const cap = role === 'viewer' ? 'viewer' : role === 'guest' ? 'guest' : 'owner'
  return rank[Math.min(Math.max(...given.map((each) => rank.indexOf(each))), rank.indexOf(cap))] ?? null
}

describe.each(workspaceRoles)('a workspace %s', (role) => {
  const personOf = () => {
    const person = people.get(role)
    if (!person) throw new Error(`nobody is ${role}`)
    return person
  }
  const idOf = (index: number) => projectIds.get(`${role}-${index}`)

  test('has the role of the rules in every combination', async () => {
    const { rows } = await world.db.query<{ id: string; role: ProjectRole | null }>(
      'select id, private.effective_project_role($1, id) as role from public.projects where id = any ($2)',
      [personOf().id, cases.map((_, index) => idOf(index))],
    )
    const actual = new Map(rows.map((row) => [Number(row.id), row.role]))
    const answers = cases.map((each, index) => ({ ...each, role: actual.get(idOf(index) ?? 0) }))
    expect(answers).toEqual(cases.map((each) => ({ ...each, role: expectedRole(role, each) })))
  })

  test.each(growing)('reaches exactly the projects of its roles by the sets of %s', async (permission) => {
    await world.db.query('grant usage on schema private to authenticated')
    await world.db.query('grant execute on function private.projects_with to authenticated')
    const reached = await world.as(personOf(), (ask) =>
      ask<{ id: string }>('select p.id from private.projects_with($1) p where p.name like $2', [
        permission,
        `${role}-%`,
      ]),
    )
    const allowed: string[] = matrix.project_permissions[permission]
    const wanted = cases.flatMap((each, index) => {
      const effective = expectedRole(role, each)
      return effective && allowed.includes(effective) ? [idOf(index)] : []
    })
    expect(reached.map((row) => Number(row.id)).sort((a, b) => a - b)).toEqual(wanted)
  })
})

test('the table holds exactly the matrix', async () => {
  const { rows } = await world.db.query<{ cell: string }>(
    "select permission || ' ' || role as cell from public.project_role_permissions",
  )
  const cells = permissions.flatMap((permission) =>
    matrix.project_permissions[permission].map((role) => `${permission} ${role}`),
  )
  expect(rows.map((row) => row.cell).sort()).toEqual(cells.sort())
})
