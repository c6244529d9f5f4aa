// People in a workspace: invitations, role changes, removals, limits of the plan.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { type WorkspaceRole, workspaceRoles } from '../../supabase/functions/_shared/domain/roles.ts'
import { claimsOf } from '../support/claims.ts'
import { testDatabase } from '../support/database.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
const people = new Map<WorkspaceRole, Person>()

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('people')
  workspaceId = workspace.id
  owner = workspace.owner
  people.set('owner', owner)
  for (const role of workspaceRoles.slice(1)) people.set(role, await world.aMember(workspaceId, role))
})
afterAll(() => world.end())

const person = (role: WorkspaceRole) => people.get(role) ?? null

describe('an invitation', () => {
  // permissions.json "invite_roles"
  const may: Record<WorkspaceRole, WorkspaceRole[]> = {
    owner: ['owner', 'billing', 'admin', 'maker', 'viewer', 'guest'],
    billing: ['maker', 'guest'],
    admin: ['admin', 'maker', 'viewer', 'guest'],
    maker: ['maker', 'guest'],
    viewer: [],
    guest: [],
  }

  test.each(workspaceRoles)('of a %s is for the roles of the rules', async (role) => {
    const allowed: WorkspaceRole[] = []
    for (const invited of workspaceRoles) {
      const outcome = await world.attempt(person(role), 'select public.invite_member($1, $2, $3)', [
        workspaceId,
        'new@example.org',
        invited,
      ])
      if (outcome.refused === null) allowed.push(invited)
    }
    expect(allowed).toEqual(may[role])
  })

  test('to somebody already invited or already a member is a conflict', async () => {
    await world.as(owner, async (ask) => {
      await ask("select public.invite_member($1, 'Twice@Example.org')", [workspaceId])
      await expect(
        ask("select public.invite_member($1, 'twice@example.org')", [workspaceId]),
      ).rejects.toMatchObject({ code: 'PT409' })
    })
    const member = await world.attempt(owner, "select public.invite_member($1, 'MAKER-1@example.com')", [
      workspaceId,
    ])
    expect(member.message).toBe('This e-mail has pending invitation or already a member')
  })
})

describe('a role', () => {
  test('is not changed by oneself', async () => {
    const outcome = await world.attempt(owner, "select public.change_member_role($1, $2, 'maker')", [
      workspaceId,
      owner.id,
    ])
    expect(outcome.refused).toBe('PT403')
  })

  test('of somebody who outranks the caller stays', async () => {
    const outcome = await world.attempt(
      person('admin'),
      "select public.change_member_role($1, $2, 'maker')",
      [workspaceId, owner.id],
    )
    expect(outcome.refused).toBe('PT403')
  })

  test('of owner is given by owners only', async () => {
    const byAdmin = await world.attempt(
      person('admin'),
      "select public.change_member_role($1, $2, 'owner')",
      [workspaceId, person('maker')?.id],
    )
    const byOwner = await world.attempt(owner, "select public.change_member_role($1, $2, 'owner')", [
      workspaceId,
      person('maker')?.id,
    ])
    expect([byAdmin.refused, byOwner.refused]).toEqual(['PT403', null])
  })

  test('that passes the plan is refused with 402 and changes nothing', async () => {
    const small = await world.aWorkspace('small', 'basic')
    const maker = await world.aMember(small.id, 'maker')
    const outcome = await world.attempt(small.owner, "select public.change_member_role($1, $2, 'guest')", [
      small.id,
      maker.id,
    ])
    expect(outcome.refused).toBe('PT402')
    const { rows } = await world.db.query(
      'select role from public.workspace_members where workspace_id = $1 and user_id = $2',
      [small.id, maker.id],
    )
    expect(rows).toEqual([{ role: 'maker' }])
  })

  test('of the last owner stays, however it is attempted', async () => {
    const attempts = [
      "update public.workspace_members set role = 'admin' where workspace_id = $1 and user_id = $2",
      'delete from public.workspace_members where workspace_id = $1 and user_id = $2',
    ]
    for (const attempt of attempts) {
      await expect(world.db.query(attempt, [workspaceId, owner.id])).rejects.toMatchObject({
        code: 'PT403',
        hint: 'USER_IS_OWNER',
      })
    }
  })
})

test('an account is seen by itself and by who reads the members of a workspace that it is in', async () => {
  const place = await world.aWorkspace('seen')
  const maker = await world.aMember(place.id, 'maker')
  const viewer = await world.aMember(place.id, 'viewer')
  const neighbour = (await world.aWorkspace('seen-beside')).owner
  const everybody = [place.owner, maker, viewer, neighbour].map(({ id }) => id)
  const seenBy = (who: Person) =>
    world.as(who, async (ask) =>
      (
        await ask<{ id: number }>(
          'select id::integer as id from public.users where id = any ($1) order by id',
          [everybody],
        )
      ).map(({ id }) => id),
    )
  const members = [place.owner.id, maker.id, viewer.id].toSorted((one, other) => one - other)
  expect(await seenBy(place.owner)).toEqual(members)
  expect(await seenBy(maker)).toEqual(members)
  expect(await seenBy(viewer)).toEqual([viewer.id])
  expect(await seenBy(neighbour)).toEqual([neighbour.id])
})

test('who is removed loses everything, and their projects pass to who removed them', async () => {
  const leaving = await world.aMember(workspaceId, 'maker', 'leaving')
  const result = await world.as(leaving, async (ask) =>
    ask<{ made: { project: { id: number } } }>("select to_jsonb(public.create_project($1, 'Mine')) as made", [
      workspaceId,
    ]),
  )
  expect(result[0]?.made.project.id).toBeTypeOf('number')
  const { rows } = await world.db.query(
    "insert into public.projects (workspace_id, name, slug) values ($1, 'Theirs', 'theirs') returning id",
    [workspaceId],
  )
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')",
    [rows[0].id, leaving.id],
  )
  const after = await world.as(person('admin'), async (ask) => {
    await ask('select public.remove_member($1, $2)', [workspaceId, leaving.id])
    return ask('select user_id::integer, role from public.project_members where project_id = $1', [
      rows[0].id,
    ])
  })
  expect(after).toEqual([{ user_id: person('admin')?.id, role: 'owner' }])
})

test('fifty requests racing for the last project of a plan make one', async () => {
  const { urls } = await testDatabase()
  const free = await world.aWorkspace('racing', 'free')
  const claims = await claimsOf(world.db, free.owner)
  // The same database as this world's, over fifty connections of their own.
  const url = new URL(urls.postgres)
  url.pathname = `/${(await world.db.query('select current_database() as name')).rows[0].name}`
  const clients = await Promise.all(Array.from({ length: 50 }, () => connect(url.href)))
  const outcomes = await Promise.all(
    clients.map(async (client, index) => {
      try {
        await client.query('begin')
        await client.query('set local role authenticated')
        await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
        await client.query('select public.create_project($1, $2)', [free.id, `Race ${index}`])
        await client.query('commit')
        return 'made'
      } catch (error) {
        return (error as { code: string }).code
      } finally {
        await client.end()
      }
    }),
  )
  const { rows } = await world.db.query(
    'select count(*)::integer as n from public.projects where workspace_id = $1',
    [free.id],
  )
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'PT402')).toHaveLength(49)
  expect(rows).toEqual([{ n: 1 }])
})
