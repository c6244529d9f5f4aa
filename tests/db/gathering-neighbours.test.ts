// Groups and teams beside each other: who leaves one, or is invited to one, changes nothing in the others.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let other: { id: number; owner: Person }
let ada: Person
let bob: Person
let name: string
let address: string
let number = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('gatherings')
  other = await world.aWorkspace('gatherings-beyond')
})
afterAll(() => world.end())

/** ada and bob, makers: each has a primary address, a second confirmed one, and claims a third. */
beforeEach(async () => {
  name = `g${++number}`
  address = `${name}-ada@example.com`
  ada = await world.aMember(house.id, 'maker', `${name}-ada`)
  bob = await world.aMember(house.id, 'maker', `${name}-bob`)
  for (const [who, prefix] of [
    [ada, `${name}-ada`],
    [bob, `${name}-bob`],
  ] as const)
    await world.db.query(
      `insert into public.emails (user_id, email, is_primary, confirmed_at)
       values ($1, $2 || '-second@example.com', false, now()), ($1, $2 || '-claim@example.com', false, null)`,
      [who.id, prefix],
    )
})

describe('groups and teams', () => {
  const one = async (call: string) =>
    Number((await world.does<{ id: string }>(house.owner, `select (${call}).id`, [house.id]))[0]?.id)
  const guest = () => world.aMember(house.id, 'guest', `${name}-guest`)

  test('lose who leaves or is removed, and nobody beside them', async () => {
    const [group, team] = [
      await one(`public.create_group($1, '${name}')`),
      await one(`public.create_team($1, '${name}')`),
    ]
    const [otherGroup, otherTeam] = [
      await one(`public.create_group($1, '${name} 2')`),
      await one(`public.create_team($1, '${name} 2')`),
    ]
    const carl = await world.aMember(house.id, 'maker', `${name}-carl`)
    await guest()
    for (const id of [group, otherGroup])
      for (const who of [ada, bob, carl])
        await world.does(house.owner, 'select public.add_group_admin($1, $2)', [id, who.id])
    for (const id of [team, otherTeam])
      for (const who of [ada, bob, carl])
        await world.does(house.owner, "select public.set_team_member($1, $2, p_role => 'admin')", [
          id,
          who.id,
        ])
    const left = async (table: string, column: string, id: number) =>
      (
        await world.db.query(
          `select user_id::integer as id from public.${table} where ${column} = $1 and user_id <> $2 order by 1`,
          [id, house.owner.id],
        )
      ).rows.map((row) => row.id)
    const all = [ada.id, bob.id, carl.id]
    await world.does(house.owner, 'select public.remove_group_admin($1, $2)', [group, ada.id])
    expect(await left('group_admins', 'group_id', group)).toEqual([bob.id, carl.id])
    await world.does(bob, 'select public.leave_group($1)', [group])
    expect(await left('group_admins', 'group_id', group)).toEqual([carl.id])
    expect(await left('group_admins', 'group_id', otherGroup)).toEqual(all)
    await world.does(house.owner, 'select public.remove_team_member($1, $2)', [team, ada.id])
    expect(await left('team_members', 'team_id', team)).toEqual([bob.id, carl.id])
    await world.does(bob, 'select public.leave_team($1)', [team])
    expect(await left('team_members', 'team_id', team)).toEqual([carl.id])
    expect(await left('team_members', 'team_id', otherTeam)).toEqual(all)
  })

  test('list their own people and live invitations, each person once', async () => {
    const [group, team] = [
      await one(`public.create_group($1, '${name}')`),
      await one(`public.create_team($1, '${name}')`),
    ]
    const elsewhere = await one(`public.create_team($1, '${name} 2')`)
    // In another workspace with another role: it is the role here that is shown.
    await world.db.query(
      "insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'owner')",
      [other.id, ada.id],
    )
    await world.does(house.owner, 'select public.set_team_member($1, $2)', [team, ada.id])
    await world.does(house.owner, 'select public.add_group_admin($1, $2)', [group, ada.id])
    const invited = async (who: string) => {
      for (const [call, id] of [
        ['public.set_team_member($1, p_email => $2)', team],
        ['public.set_team_member($1, p_email => $2)', elsewhere],
        ['public.add_group_admin($1, p_email => $2)', group],
      ] as const)
        await world.does(house.owner, `select ${call}`, [id, `${name}-${who}@example.org`])
    }
    await invited('live')
    await invited('gone')
    await invited('revoked')
    await world.db.query('update public.workspace_invitations set expires_at = now() where email = $1', [
      `${name}-gone@example.org`,
    ])
    await world.db.query('update public.workspace_invitations set revoked_at = now() where email = $1', [
      `${name}-revoked@example.org`,
    ])
    const listed = async (call: string, id: number) => {
      const [row] = await world.as(house.owner, (ask) =>
        ask<{ page: { items: Record<string, unknown>[] } }>(`select to_jsonb(${call}) as page`, [id]),
      )
      return (row?.page.items ?? []).map((item) => [item.email, item.workspace_role, item.may_change])
    }
    const team_ = await listed('public.team_members_list($1)', team)
    expect(team_).toHaveLength(
      2 + (team_.some(([email]) => email === 'owner-gatherings@example.com') ? 1 : 0),
    )
    expect(team_).toEqual(
      expect.arrayContaining([
        [address, 'maker', true],
        [`${name}-live@example.org`, 'maker', true],
      ]),
    )
    expect((await listed("public.team_members_list($1, 'ADA')", team)).map(([email]) => email)).toEqual([
      address,
    ])
    expect((await listed("public.team_members_list($1, 'live')", team)).map(([email]) => email)).toEqual([
      `${name}-live@example.org`,
    ])
    await world.does(house.owner, 'select public.remove_team_member($1, p_email => $2)', [
      team,
      `${name}-live@example.org`,
    ])
    expect((await listed('public.team_members_list($1)', team)).map(([email]) => email)).not.toContain(
      `${name}-live@example.org`,
    )
    expect((await listed('public.team_members_list($1)', elsewhere)).map(([email]) => email)).toContain(
      `${name}-live@example.org`,
    )
  })
})
