// What is given to somebody by name, by a team or by the administration of a group: each alone lets them in where their
// role does not, and giving them anything else does not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let host: number
let bystander: Person
let project: number
let group: number
let branches: { draft: number; main: number }
const people = new Map<string, Person>()

beforeAll(async () => {
  world = await aWorld()
  const house = await world.aWorkspace('given')
  host = house.id
  bystander = await world.aMember(host, 'maker', 'given-bystander')
  for (const way of ['by name', 'by a team', 'by a group', 'elsewhere', 'in no way'])
    people.set(way, await world.aMember(host, 'maker', `given-${way.replaceAll(' ', '-')}`))
  group = await made("groups (workspace_id, name, slug, visibility) values ($1, 'Group', '', 'internal')", [
    host,
  ])
  const otherGroup = await made(
    "groups (workspace_id, name, slug, visibility) values ($1, 'Other', '', 'internal')",
    [host],
  )
  const team = await made("teams (workspace_id, name, slug) values ($1, 'Team', '')", [host])
  project = await aProject('given', group)
  const other = await aProject('other', otherGroup)
  const inTeam = 'insert into public.team_members (team_id, user_id) values ($1, $2)'
  const admins = 'insert into public.group_admins (group_id, user_id) values ($1, $2)'
  const shared = "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'admin')"
  for (const [sql, values] of [
    [shared, [project, who('by name').id]],
    [shared, [other, who('elsewhere').id]],
    [inTeam, [team, who('by a team').id]],
    [admins, [group, who('by a group').id]],
    [admins, [otherGroup, who('elsewhere').id]],
    [
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')",
      [project, bystander.id],
    ],
    [
      "insert into public.project_teams (project_id, team_id, role) values ($1, $2, 'admin')",
      [project, team],
    ],
    [
      "insert into public.task_logs (task_id, workspace_id, project_id) values ('analyze', $1, $2)",
      [host, project],
    ],
  ] as const)
    await world.db.query(sql, [...values])
  branches = { draft: await aBranch('draft', false), main: await aBranch('main', true) }
  for (const id of Object.values(branches))
    await world.db.query(
      "insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', '[]'), ($1, 'everyone', '[]')",
      [id],
    )
})
afterAll(() => world.end())

const who = (way: string) => people.get(way) as Person

async function made(into: string, values: unknown[]): Promise<number> {
  return Number((await world.db.query(`insert into public.${into} returning id`, values)).rows[0].id)
}

const aProject = (slug: string, inGroup: number) =>
  made("projects (workspace_id, name, slug, visibility, group_id) values ($1, $2, $2, 'private', $3)", [
    host,
    slug,
    inGroup,
  ])

const aBranch = (slug: string, published: boolean) =>
  made('branches (project_id, name, slug, is_published) values ($1, $2, $2, $3)', [project, slug, published])

/** How many rows each statement about the project finds. */
const statements: [name: string, sql: string, values: () => unknown[]][] = [
  ['the project is read', 'select from public.projects where id = $1', () => [project]],
  ['it is changed', "update public.projects set description = 'x' where id = $1", () => [project]],
  [
    'it is listed',
    "select from unnest((public.list_projects($1, p_visibility => '{private}')).items) i where i.id = $2",
    () => [host, project],
  ],
  ['its drafts are read', 'select from public.branches where id = $1', () => [branches.draft]],
  ['its branches are read', 'select from public.branches where id = $1', () => [branches.main]],
  ['its branches are changed', "update public.branches set name = 'x' where id = $1", () => [branches.main]],
  ['documentation is read', 'select where public.branch_toc($1) is not null', () => [branches.main]],
  [
    'documentation of drafts is read',
    'select where public.branch_toc($1) is not null',
    () => [branches.draft],
  ],
  ['its logs are read', 'select from public.task_logs where project_id = $1', () => [project]],
  [
    'its people are read',
    'select from public.project_members where project_id = $1 and user_id = $2',
    () => [project, bystander.id],
  ],
  [
    'its people are removed',
    'delete from public.project_members where project_id = $1 and user_id = $2',
    () => [project, bystander.id],
  ],
  ['its teams are read', 'select from public.project_teams where project_id = $1', () => [project]],
]

describe.each(statements)('%s', (_, sql, values) => {
  test.each([
    ['by name', 1],
    ['by a team', 1],
    ['by a group', 1],
    ['elsewhere', 0],
    ['in no way', 0],
  ])('where it was given %s', async (way, count) => {
    expect((await world.attempt(who(way), sql, values())).count).toBe(count)
  })
})

test('what passes to somebody else is theirs from then on', async () => {
  const heir = await world.aMember(host, 'maker', 'given-heir')
  await world.db.query('update public.group_admins set user_id = $2 where group_id = $1', [group, heir.id])
  expect((await world.attempt(heir, 'select from public.projects where id = $1', [project])).count).toBe(1)
  expect(
    (await world.attempt(who('by a group'), 'select from public.projects where id = $1', [project])).count,
  ).toBe(0)
})
