// What happens to one member leaves everybody else alone, and everything of theirs elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

interface Place {
  id: number
  owner: Person
  project: number
  group: number
  team: number
}

const idOf = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await world.db.query(sql, values)).rows[0].id)

/** A workspace with a project, a group and a team of nobody yet. */
async function aPlace(slug: string, plan?: string): Promise<Place> {
  const { id, owner } = await world.aWorkspace(slug, plan)
  const insert = (table: string, slug: string) =>
    idOf(`insert into public.${table} (workspace_id, name, slug) values ($1, 'Place', $2) returning id`, [
      id,
      slug,
    ])
  return {
    id,
    owner,
    project: await insert('projects', slug),
    group: await insert('groups', ''),
    team: await insert('teams', ''),
  }
}

async function join({ id }: Place, who: Person, role: string): Promise<void> {
  const insert = 'insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)'
  await world.db.query(insert, [id, who.id, role])
}

/** Gives somebody a part in all there is: the project, a pin, the group and the team. */
async function takePart({ project, group, team }: Place, who: Person, role = 'editor'): Promise<void> {
  for (const [sql, ...values] of [
    ['insert into public.project_members (project_id, user_id, role) values ($1, $2, $3)', project, role],
    ['insert into public.project_pins (project_id, user_id) values ($1, $2)', project],
    ['insert into public.group_admins (group_id, user_id) values ($1, $2)', group],
    ["insert into public.team_members (team_id, user_id, role) values ($1, $2, 'admin')", team],
  ] as const)
    await world.db.query(sql, [values[0], who.id, ...values.slice(1)])
}

/** All parts that somebody has in a place. */
async function partsOf({ project, group, team }: Place, who: Person): Promise<string[]> {
  const { rows } = await world.db.query<{ part: string }>(
    `select 'project: ' || role as part from public.project_members where project_id = $2 and user_id = $1
     union all select 'pin' from public.project_pins where project_id = $2 and user_id = $1
     union all select 'group' from public.group_admins where group_id = $3 and user_id = $1
     union all select 'team: ' || role from public.team_members where team_id = $4 and user_id = $1 order by 1`,
    [who.id, project, group, team],
  )
  return rows.map(({ part }) => part)
}

const all = (role: string) => ['group', 'pin', `project: ${role}`, 'team: admin']

describe.each([
  ['is removed', (id: number, who: Person) => ['select public.remove_member($1, $2)', id, who.id], []],
  [
    'becomes a guest',
    (id: number, who: Person) => ["select public.change_member_role($1, $2, 'guest')", id, who.id],
    ['pin', 'team: member'],
  ],
] as const)('when a member %s', (what, change, left) => {
  const slug = what.replaceAll(' ', '-')
  test('those beside them keep their parts, and they theirs in other workspaces', async () => {
    const [here, elsewhere] = [await aPlace(`${slug}-here`), await aPlace(`${slug}-elsewhere`)]
    const leaving = await world.aMember(here.id, 'maker', `${slug}-leaving`)
    const colleague = await world.aMember(here.id, 'maker', `${slug}-colleague`)
    await join(elsewhere, leaving, 'maker')
    await takePart(here, leaving, 'owner')
    await takePart(here, colleague)
    await takePart(elsewhere, leaving, 'owner')

    const [sql, ...values] = change(here.id, leaving)
    await world.does(here.owner, String(sql), values)

    expect(await partsOf(here, leaving)).toEqual(left)
    expect(await partsOf(here, colleague)).toEqual(all('editor'))
    expect(await partsOf(elsewhere, leaving)).toEqual(all('owner'))
    // Of the group there was another admin, so that nobody has to take its place.
    expect(await partsOf(here, here.owner)).toEqual(['project: owner'])
  })
})

test('of two other owners the older one gets what somebody leaves behind', async () => {
  const place = await aPlace('two-owners')
  const leaving = await world.aMember(place.id, 'maker', 'two-owners-leaving')
  await world.aMember(place.id, 'owner', 'two-owners-younger')
  await takePart(place, leaving, 'owner')
  await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
    place.id,
    leaving.id,
  ])
  expect(await partsOf(place, place.owner)).toEqual(['group', 'project: owner'])
})

test('when the oldest owner of a locked workspace leaves, the next one gets in, and nobody else', async () => {
  const place = await aPlace('locked-owner')
  // Here for longer than the second owner, and no owner.
  await world.aMember(place.id, 'maker', 'locked-maker')
  const second = await world.aMember(place.id, 'owner', 'locked-second')
  await world.db.query('update public.workspaces set locked = true where id = $1', [place.id])
  const getIn = async () => {
    const open =
      'select user_id::integer as id from public.workspace_members where workspace_id = $1 and is_active'
    return (await world.db.query(open, [place.id])).rows.map(({ id }) => id)
  }
  expect(await getIn()).toEqual([place.owner.id])
  await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
    place.id,
    place.owner.id,
  ])
  expect(await getIn()).toEqual([second.id])
})

test('who reads the list of members sees them and their primary addresses, and of strangers nothing', async () => {
  const place = await aPlace('addresses')
  const maker = await world.aMember(place.id, 'maker', 'addresses-maker')
  const viewer = await world.aMember(place.id, 'viewer', 'addresses-viewer')
  const stranger = (await aPlace('addresses-elsewhere')).owner
  await world.db.query(
    "insert into public.emails (user_id, email, confirmed_at) values ($1, 'addresses-second@example.com', now())",
    [viewer.id],
  )
  const seenBy = async (who: Person) => ({
    people: (await world.attempt(who, 'select id::integer from public.users order by 1')).rows.map(
      ({ id }) => id,
    ),
    addresses: (await world.attempt(who, 'select email from public.emails order by 1')).rows.map(
      ({ email }) => email,
    ),
  })
  expect(await seenBy(maker)).toEqual({
    people: [place.owner.id, maker.id, viewer.id],
    addresses: ['addresses-maker@example.com', 'addresses-viewer@example.com', 'owner-addresses@example.com'],
  })
  const own = ['addresses-second@example.com', 'addresses-viewer@example.com']
  expect(await seenBy(viewer)).toEqual({ people: [viewer.id], addresses: own })
  expect(await seenBy(stranger)).toEqual({
    people: [stranger.id],
    addresses: ['owner-addresses-elsewhere@example.com'],
  })
})

test('seats are asked for by those alone whose role would change', async () => {
  const place = await aPlace('seats-of-few', 'free')
  const admin = await world.aMember(place.id, 'admin', 'seats-admin')
  const maker = await world.aMember(place.id, 'maker', 'seats-maker')
  const promote = async (who: Person, ids: number[]) => {
    const sql = "select to_json(f) as answer from public.change_member_roles($1, $2, 'owner') f"
    const { rows, message } = await world.attempt(who, sql, [place.id, ids])
    return rows[0]?.answer.results.map((result: { ok: boolean; code: string }) => result.code) ?? message
  }
  // The plan has no further owner; but an admin may not make one, and an owner stays one for nothing.
  expect(await promote(admin, [maker.id])).toEqual(['INSUFFICIENT_PERMISSIONS'])
  expect(await promote(place.owner, [maker.id])).toContain('upgrade your plan')
})

test('a picker offers all members but those who are in already, and what is searched for', async () => {
  const place = await aPlace('picked')
  const maker = await world.aMember(place.id, 'maker', 'picked-maker')
  const viewer = await world.aMember(place.id, 'viewer', 'picked-viewer')
  await world.db.query("insert into public.team_members (team_id, user_id, role) values ($1, $2, 'member')", [
    place.team,
    viewer.id,
  ])
  const offered = async (search: string | null) => {
    const sql = 'select to_json(f) as answer from public.team_assignable_members($1, $2) f'
    const { rows } = await world.attempt(place.owner, sql, [place.team, search])
    return rows[0]?.answer.map(({ user_id }: { user_id: number }) => user_id).sort()
  }
  expect(await offered(null)).toEqual([place.owner.id, maker.id].sort())
  expect(await offered('picked-m')).toEqual([maker.id])
})

test.each([
  ['project', 'insert into public.project_members (project_id, user_id, role) values ($1, $2, $3)'],
  ['group', "insert into public.group_admins (group_id, user_id) select $1, $2 where $3 = 'editor'"],
] as const)('who was given a %s before they joined sees what is private in it', async (kind, sql) => {
  const place = await aPlace(`given-${kind}`)
  await world.db.query("update public.projects set visibility = 'private', group_id = $2 where id = $1", [
    place.project,
    place.group,
  ])
  const [given, other] = [await world.aPerson(`given-${kind}`), await world.aPerson(`other-${kind}`)]
  await world.db.query(sql, [place[kind], given.id, 'editor'])
  for (const who of [given, other]) await join(place, who, 'maker')
  const sees = async (who: Person) =>
    (await world.attempt(who, 'select from public.projects where id = $1', [place.project])).count
  expect([await sees(given), await sees(other)]).toEqual([1, 0])
})
