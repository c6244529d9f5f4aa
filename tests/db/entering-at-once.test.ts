// Many who enter a workspace at the same moment: one seat is one seat, and one person one member.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

async function race(entries: { who: Person; workspaceId: number }[]): Promise<string[]> {
  const clients = await Promise.all(entries.map(() => world.another()))
  return Promise.all(
    entries.map(async ({ who, workspaceId }, index) => {
      const client = clients[index]
      if (!client) throw new Error('no connection')
      try {
        const { rows } = await client.query(
          "select to_jsonb(public.svc_enter_workspace($1, $2, 'password', null)) as entry",
          [who.authId, workspaceId],
        )
        return rows[0].entry.outcome as string
      } catch (error) {
        return (error as { code: string }).code
      } finally {
        await client.end()
      }
    }),
  )
}

test('fifty people racing for the last seat: one sits down', async () => {
  const house = await world.aWorkspace('last-seat', 'basic')
  await world.db.query(
    "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'example.com', 'maker')",
    [house.id],
  )
  await world.db.query(
    'update public.billing_accounts set included_members = 1, paid_members = 1 where workspace_id = $1',
    [house.id],
  )
  const people = []
  for (let n = 0; n < 50; n++) people.push(await world.aPerson(`racer-${n}`))
  const outcomes = await race(people.map((who) => ({ who, workspaceId: house.id })))
  expect(outcomes.filter((outcome) => outcome === 'approved_domain')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'PT402')).toHaveLength(49)
  const { rows } = await world.db.query(
    'select count(*)::integer as n from public.workspace_members where workspace_id = $1',
    [house.id],
  )
  expect(rows).toEqual([{ n: 2 }])
})

test('one person entering ten times at once becomes one member and makes no request', async () => {
  const house = await world.aWorkspace('ten-times')
  const guest = await world.aPerson('eager')
  await person(world, house.owner, 'invite_member', {
    p_workspace_id: house.id,
    p_email: 'eager@example.com',
    p_role: 'maker',
  })
  const outcomes = await race(Array.from({ length: 10 }, () => ({ who: guest, workspaceId: house.id })))
  expect(outcomes.sort()).toEqual(['invited', ...Array.from({ length: 9 }, () => 'member')])
  const { rows } = await world.db.query('select 1 from public.join_requests where workspace_id = $1', [
    house.id,
  ])
  expect(rows).toEqual([])
})
