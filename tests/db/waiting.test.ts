// Two at once, one of them slow: what the other may still do when it is their turn, and who does not wait at all.
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aWorld, become, type Person, type World } from './support/people.ts'

let world: World
const connections: Client[] = []

beforeAll(async () => {
  world = await aWorld()
})
afterEach(async () => {
  for (const client of connections.splice(0)) await client.end()
})
afterAll(() => world.end())

async function another(): Promise<Client> {
  const client = await world.another()
  connections.push(client)
  return client
}

/** Resolves once a connection stands still because another one holds what it wants. */
async function stands(client: Client & { processID?: number }): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await world.db.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [
        client.processID,
      ])
      expect(rows[0].waits).toBe(true)
    },
    { timeout: 30_000, interval: 20 },
  )
}

describe('whoever loses a role while waiting to use it', () => {
  const rightsOf = async (workspaceId: number, person: Person) =>
    (
      await world.db.query(
        'select role from public.workspace_members where workspace_id = $1 and user_id = $2',
        [workspaceId, person.id],
      )
    ).rows[0]?.role

  test.each([
    ['gives no role', 'select public.change_member_role($1, $2, $3)', 'admin'],
    ['gives no roles', 'select public.change_member_roles($1, array[$2::bigint], $3)', 'admin'],
    ['removes nobody', 'select public.remove_member($1, $2)', undefined],
  ])('%s', async (what, sql, role) => {
    const { id, owner } = await world.aWorkspace(`overtaken-${what.replaceAll(' ', '-')}`)
    const hostile = await world.aMember(id, 'admin', `hostile-${id}`)
    const other = await world.aMember(id, 'viewer', `other-${id}`)
    const [first, second] = [await another(), await another()]
    await become(first, owner)
    await first.query('select public.change_member_roles($1, array[$2::bigint], $3)', [
      id,
      hostile.id,
      'viewer',
    ])
    await become(second, hostile)
    const late = second.query(sql, role ? [id, other.id, role] : [id, other.id]).catch((error) => error)
    await stands(second)
    await first.query('commit')
    expect(await late).toMatchObject({ code: 'PT403' })
    expect(await rightsOf(id, other)).toBe('viewer')
  })

  test.each([
    ['a token', "select public.create_workspace_token($1, 'late')"],
    ['a group', "select public.create_group($1, 'Late')"],
    ['a team', "select public.create_team($1, 'Late')"],
    ['a project', "select public.create_project($1, 'Late')"],
    [
      'an approved domain',
      "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'late.example.com', 'viewer')",
    ],
  ])('makes no %s', async (what, sql) => {
    const { id, owner } = await world.aWorkspace(`overtaken-${what.split(' ').at(-1)}`)
    const hostile = await world.aMember(id, 'owner', `hostile-${what.split(' ').at(-1)}`)
    const [first, second] = [await another(), await another()]
    await become(first, owner)
    await first.query('select public.remove_member($1, $2)', [id, hostile.id])
    await become(second, hostile)
    const late = second.query(sql, [id]).catch((error) => error)
    await stands(second)
    await first.query('commit')
    expect((await late).code).toMatch(/^PT40[34]$/)
  })

  test('invites nobody', async () => {
    const { id, owner } = await world.aWorkspace('overtaken-inviting')
    const hostile = await world.aMember(id, 'admin', 'hostile-inviting')
    const [first, second] = [await another(), await another()]
    await become(first, owner)
    await first.query("select public.change_member_role($1, $2, 'viewer')", [id, hostile.id])
    await become(second, hostile)
    const late = second
      .query("select public.invite_member($1, 'accomplice@example.com', 'admin')", [id])
      .catch((error) => error)
    await stands(second)
    await first.query('commit')
    expect(await late).toMatchObject({ code: 'PT403' })
  })
})

test('a count that somebody else holds is not waited for: it says to try again in a second', async () => {
  const [slow, next] = [await another(), await another()]
  await slow.query('begin')
  await slow.query("select private.throttle_hit('shared', 5, 900)")
  const { rows } = await next.query("select private.throttle_hit('shared', 5, 900) as wait")
  expect(rows).toEqual([{ wait: 1 }])
  await slow.query('rollback')
  expect((await next.query("select private.throttle_hit('shared', 5, 900) as wait")).rows).toEqual([
    { wait: 0 },
  ])
})
