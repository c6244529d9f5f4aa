// Two at once, one of them slow: what the other may still do when it is their turn, and who does not wait at all.
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stands } from './support/locks.ts'
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

test('who renames a project and makes it private holds no name while waiting for the seats, which whoever makes one has', async () => {
  const { id, owner } = await world.aWorkspace('two-locks')
  const other = await world.aMember(id, 'admin', 'two-locks-admin')
  const project = "((public.create_project($1, 'First')).project).id"
  const [made] = await world.does<{ id: string }>(owner, `select ${project} as id`, [id])
  const [first, second] = [await another(), await another()]
  await become(first, owner)
  await first.query("select public.create_project($1, 'Second')", [id])
  await become(second, other)
  const renamed = second.query(
    "update public.projects set name = 'Third', visibility = 'private' where id = $1",
    [made?.id],
  )
  await stands(world, second)
  // Would wait for who waits for it.
  await first.query("select public.create_project($1, 'Third')", [id])
  await first.query('commit')
  await expect(renamed).rejects.toMatchObject({ code: 'PT409' })
})

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
    await stands(world, second)
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
    await stands(world, second)
    await first.query('commit')
    expect((await late).code).toMatch(/^PT40[34]$/)
  })

  // One of every kind of row that is waited for: what was asked before the wait is asked again behind it.
  const GIVEN = `insert into public.branches (project_id, name, slug) values ($1, 'more', 'more') returning id`
  const places: [what: string, row: string, call: string][] = [
    [
      'way to sign in',
      'public.billing_accounts where workspace_id = $1',
      `select public.create_integration($1, 'x', 'gitlab')`,
    ],
    [
      'other way to sign in',
      'public.workspaces where id = $1',
      `select public.update_integration(i.id, 'x') from public.workspace_integrations i where i.workspace_id = $1 and i.kind = 'github'`,
    ],
    [
      'domain',
      'public.billing_accounts where workspace_id = $1',
      `select public.update_approved_domain(d.id, p_role => 'admin') from public.approved_domains d where d.workspace_id = $1`,
    ],
    [
      'domain in its table',
      'public.approved_domains where workspace_id = $1',
      'delete from public.approved_domains where workspace_id = $1',
    ],
    [
      'setting',
      'public.workspaces where id = $1',
      `update public.workspaces set name = 'Mine' where id = $1`,
    ],
    [
      'setting of the plan',
      'public.billing_accounts where workspace_id = $1',
      'update public.workspaces set hide_powered_by = true where id = $1',
    ],
    [
      'private project',
      'public.billing_accounts where workspace_id = $1',
      `update public.projects set visibility = 'private' where workspace_id = $1`,
    ],
    [
      'project shared with a person',
      'public.projects where workspace_id = $1',
      `select public.set_project_member(p.id, (select max(m.user_id) from public.workspace_members m where m.workspace_id = $1), 'admin') from public.projects p where p.workspace_id = $1`,
    ],
    [
      'project shared with a team',
      'public.projects where workspace_id = $1',
      `select public.set_project_team(p.id, t.id, 'admin') from public.projects p join public.teams t using (workspace_id) where p.workspace_id = $1`,
    ],
    [
      'project in another group',
      'public.projects where workspace_id = $1',
      'select public.move_project(p.id, g.id, true) from public.projects p join public.groups g using (workspace_id) where p.workspace_id = $1',
    ],
    [
      'link to a branch',
      'public.branches where project_id in (select id from public.projects where workspace_id = $1)',
      'select public.share_branch(p.default_branch_id, true) from public.projects p where p.workspace_id = $1',
    ],
    [
      'default branch',
      'public.projects where workspace_id = $1',
      `select public.set_default_branch(b.id) from public.branches b join public.projects p on p.id = b.project_id where p.workspace_id = $1 and not b.is_default`,
    ],
    [
      'token of a script',
      'public.projects where workspace_id = $1',
      `select public.keep_ci_token(p.id, 'wmci_' || repeat('a', 43), '{"ciphertext": "eA==", "key_id": "1"}') from public.projects p where p.workspace_id = $1`,
    ],
    [
      'admin of a group',
      'public.groups where workspace_id = $1',
      'select public.add_group_admin(g.id, (select max(m.user_id) from public.workspace_members m where m.workspace_id = $1)) from public.groups g where g.workspace_id = $1',
    ],
    [
      'member of a team',
      'public.teams where workspace_id = $1',
      'select public.set_team_member(t.id, (select max(m.user_id) from public.workspace_members m where m.workspace_id = $1)) from public.teams t where t.workspace_id = $1',
    ],
    [
      'name of a team',
      'public.teams where workspace_id = $1',
      `update public.teams set name = 'x' where workspace_id = $1`,
    ],
    [
      'name of a token',
      'public.machine_principals where workspace_id = $1',
      `select public.rename_workspace_token(t.id, 'x') from public.machine_principals t where t.workspace_id = $1`,
    ],
  ]
  test.each(places.map((place, index) => [...place, index] as const))(
    'gets no %s behind a row that another one holds',
    async (_what, row, call, index) => {
      const { id, owner } = await world.aWorkspace(`behind-${index}`)
      const hostile = await world.aMember(id, 'owner', `behind-hostile-${index}`)
      await world.does(owner, `select public.create_group($1, 'G')`, [id])
      await world.does(owner, `select public.create_team($1, 'T')`, [id])
      await world.does(owner, `select public.create_project($1, 'P')`, [id])
      await world.does(owner, `select public.add_approved_domain($1, 'behind-${index}.example.com')`, [id])
      await world.does(owner, `select public.create_workspace_token($1, 'T')`, [id])
      await world.does(owner, `select public.create_integration($1, 'G', 'github')`, [id])
      await world.db.query(GIVEN.replace('$1', `(select id from public.projects where workspace_id = ${id})`))
      const [first, second] = [await another(), await another()]
      await first.query('begin')
      await first.query(`select from ${row} for no key update`, [id])
      await become(second, hostile)
      const late = second.query(call, [id]).catch((error) => error)
      await stands(world, second)
      await first.query(
        `update public.workspace_members set role = 'viewer' where workspace_id = $1 and user_id = $2`,
        [id, hostile.id],
      )
      await first.query('commit')
      expect(await late).toMatchObject({ code: 'PT403' })
    },
  )

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
    await stands(world, second)
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
