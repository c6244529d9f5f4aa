// Leaving: what is taken along, what stays, and what goes with an account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf } from '../support/claims.ts'
import { anIntegration, aSession, person, refusal, revisionOf, sealed, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

let number = 0
const aHouse = () => world.aWorkspace(`leave-${++number}`)
const usernameOf = async (who: Person): Promise<string> => {
  const { rows } = await world.db.query('select username from public.users where id = $1', [who.id])
  return rows[0]?.username
}
const leave = async (who: Person) =>
  person(world, who, 'delete_account', { p_username: await usernameOf(who) })
const exists = async (sql: string, ...values: unknown[]): Promise<boolean> =>
  ((await world.db.query(sql, values)).rowCount ?? 0) > 0

async function anOwnedProject(workspaceId: number, owner: Person): Promise<number> {
  const { rows } = await world.db.query(
    `insert into public.projects (workspace_id, name, slug, creator_id) values ($1, 'Owned', $2, $3) returning id`,
    [workspaceId, `owned-${++number}`, owner.id],
  )
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')",
    [rows[0].id, owner.id],
  )
  return Number(rows[0].id)
}
const ownerOf = async (projectId: number): Promise<number> => {
  const { rows } = await world.db.query(
    "select user_id::integer as id from public.project_members where project_id = $1 and role = 'owner'",
    [projectId],
  )
  return rows[0]?.id
}

describe('deleting an account', () => {
  test('takes account, credential, addresses and sessions; projects pass to the oldest owner', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    const project = await anOwnedProject(house.id, maker)
    await leave(maker)
    for (const [sql, id] of [
      ['select 1 from public.users where id = $1', maker.id],
      ['select 1 from public.emails where user_id = $1', maker.id],
      ['select 1 from public.workspace_members where user_id = $1', maker.id],
      ['select 1 from auth.users where id = $1', maker.authId],
    ] as const) {
      expect([sql, await exists(sql, id)]).toEqual([sql, false])
    }
    expect(await ownerOf(project)).toBe(house.owner.id)
  })

  test('is refused to the only owner of a workspace with other people in it', async () => {
    const house = await aHouse()
    await world.aMember(house.id, 'admin')
    expect(await refusal(leave(house.owner))).toMatchObject({
      code: 'PT403',
      hint: 'USER_IS_OWNER',
      message: `You are the only owner of Workspace leave-${number}. Make somebody else an owner first.`,
    })
    expect(await exists('select 1 from public.users where id = $1', house.owner.id)).toBe(true)
  })

  test('of one of two owners hands their projects to the other', async () => {
    const house = await aHouse()
    const second = await world.aMember(house.id, 'owner', `second-${number}`)
    const project = await anOwnedProject(house.id, house.owner)
    await leave(house.owner)
    expect(await ownerOf(project)).toBe(second.id)
  })

  test('of both owners at once leaves one', async () => {
    const house = await aHouse()
    const second = await world.aMember(house.id, 'owner', `both-${number}`)
    await world.aMember(house.id, 'maker')
    const outcomes = await Promise.all(
      [house.owner, second].map(async (who) => {
        const username = await usernameOf(who)
        const client = await world.another()
        try {
          await client.query('begin')
          const claims = await claimsOf(client, who)
          await client.query('set local role authenticated')
          await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
          await client.query('select public.delete_account($1)', [username])
          await client.query('commit')
          return 'gone'
        } catch (error) {
          await client.query('rollback')
          return (error as { hint: string }).hint
        } finally {
          await client.end()
        }
      }),
    )
    expect(outcomes.sort()).toEqual(['USER_IS_OWNER', 'gone'])
  })

  test('takes a workspace along that nobody else is in', async () => {
    const house = await aHouse()
    await anOwnedProject(house.id, house.owner)
    await anIntegration(world, house, 'github')
    await leave(house.owner)
    expect(await exists('select 1 from public.workspaces where id = $1', house.id)).toBe(false)
  })

  test('leaves what they did on the trail, and no name', async () => {
    const house = await aHouse()
    const admin = await world.aMember(house.id, 'admin')
    await person(world, admin, 'create_group', { p_workspace_id: house.id, p_name: 'By me' })
    await leave(admin)
    const { rows } = await world.db.query(
      'select type, actor_id, actor_name, actor_email, ip_address from public.activity_events where workspace_id = $1 and type in ($2, $3)',
      [house.id, 'group.created', 'workspace.member.left'],
    )
    const nobody = { actor_id: null, actor_name: 'Deleted user', actor_email: '', ip_address: null }
    expect(rows).toEqual(
      expect.arrayContaining([
        { type: 'group.created', ...nobody },
        { type: 'workspace.member.left', ...nobody },
      ]),
    )
  })

  test('does not let a group be without an admin', async () => {
    const house = await aHouse()
    const admin = await world.aMember(house.id, 'admin')
    await person(world, admin, 'create_group', { p_workspace_id: house.id, p_name: 'Mine' })
    await leave(admin)
    const { rows } = await world.db.query(
      'select ga.user_id::integer as id from public.group_admins ga join public.groups g on g.id = ga.group_id where g.workspace_id = $1',
      [house.id],
    )
    expect(rows).toEqual([{ id: house.owner.id }])
  })

  test('needs the username typed', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    expect((await refusal(person(world, maker, 'delete_account', { p_username: 'somebody' }))).message).toBe(
      'Type your username to confirm.',
    )
    expect((await world.attempt(null, "select public.delete_account('x')")).refused).toBe('42501')
  })

  test('frees the address for a new account', async () => {
    const who = await world.aPerson(`again-${++number}`)
    await leave(who)
    const back = await world.aPerson(`again-${number}`)
    expect(back.id).not.toBe(who.id)
  })
})

test('an export holds all of one’s own and no secret', async () => {
  const house = await aHouse()
  const maker = await world.aMember(house.id, 'maker')
  const hub = await anIntegration(world, house, 'github')
  await service(world, 'svc_connect_external', {
    p_revision: await revisionOf(world, hub),
    p_auth_id: maker.authId,
    p_session_id: (await aSession(world, maker)).sessionId,
    p_integration_id: hub,
    p_external_id: 'me',
    p_username: 'me',
    p_tokens: { access_token: sealed },
  })
  await anOwnedProject(house.id, maker)
  const mine = await person(world, maker, 'export_account')
  expect(mine).toMatchObject({
    account: { id: maker.id },
    emails: [{ is_primary: true }],
    connected_accounts: [{ kind: 'github', external_id: 'me' }],
    workspaces: [{ slug: `leave-${number - 1}`, role: 'maker' }],
    projects: [{ role: 'owner' }],
  })
  expect(JSON.stringify(mine)).not.toContain(sealed.ciphertext)
  expect(JSON.stringify(mine)).not.toContain(`owner-leave`)
})

test('a locked workspace is closed to all but its oldest owner, as each of them reads', async () => {
  const house = await aHouse()
  const second = await world.aMember(house.id, 'owner', `leave-second-${number}`)
  const closed = async (who: Person) =>
    (await person<{ memberships: { locked: boolean }[] }>(world, who, 'me')).memberships.map(
      ({ locked }) => locked,
    )
  expect([await closed(house.owner), await closed(second)]).toEqual([[false], [false]])
  await world.db.query(
    "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
    [house.id],
  )
  expect([await closed(house.owner), await closed(second)]).toEqual([[false], [true]])
  const shut = async (who: Person) =>
    (
      await service(world, 'svc_workspace_access', {
        p_auth_id: who.authId,
        p_workspace_id: house.id,
        p_session_id: null,
      })
    ).locked
  const stranger = await world.aPerson(`leave-stranger-${number}`)
  expect([await shut(house.owner), await shut(second), await shut(stranger)]).toEqual([false, true, false])
})

test('a workspace that is to be deleted is kept by its owners alone', async () => {
  const house = await aHouse()
  const admin = await world.aMember(house.id, 'admin')
  await world.db.query("update public.workspaces set delete_at = now() + interval '1 day' where id = $1", [
    house.id,
  ])
  const state = await person(world, admin, 'workspace_state', { p_workspace_id: house.id })
  expect(state.delete_at).not.toBeNull()
  // The owner's address is for those whom a lock keeps out.
  expect(state.owner_email).toBeNull()
  const cancel = (who: Person) =>
    person(world, who, 'cancel_workspace_deletion', { p_workspace_id: house.id })
  expect((await refusal(cancel(admin))).code).toBe('PT403')
  await cancel(house.owner)
  expect(await exists('select 1 from public.workspaces where id = $1 and delete_at is null', house.id)).toBe(
    true,
  )
  const stranger = (await aHouse()).owner
  expect((await refusal(person(world, stranger, 'workspace_state', { p_workspace_id: house.id }))).code).toBe(
    'PT404',
  )
})
