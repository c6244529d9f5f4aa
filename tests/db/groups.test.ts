// The calls of groups: what is counted, who is let in, visibility that turns projects internal, the last admin.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let admin: Person
let maker: Person
let viewer: Person
let guest: Person
let stranger: Person
let groupId: number
let names = 0

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('groups')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker')
  admin = await world.aMember(workspaceId, 'maker', 'group-admin')
  viewer = await world.aMember(workspaceId, 'viewer')
  guest = await world.aMember(workspaceId, 'guest')
  stranger = (await world.aWorkspace('groups-elsewhere')).owner
  groupId = await aGroup('public')
})
afterAll(() => world.end())

async function aGroup(visibility: string): Promise<number> {
  const { rows } = await world.db.query(
    "insert into public.groups (workspace_id, name, slug, visibility) values ($1, $2, '', $3) returning id",
    [workspaceId, `Group ${++names}`, visibility],
  )
  await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
    rows[0].id,
    admin.id,
  ])
  return Number(rows[0].id)
}

async function aProject(visibility: string, inGroup: number | null = groupId): Promise<number> {
  const { rows } = await world.db.query(
    'insert into public.projects (workspace_id, name, slug, visibility, group_id) values ($1, $2, $2, $3, $4) returning id',
    [workspaceId, `in-group-${++names}`, visibility, inGroup],
  )
  return Number(rows[0].id)
}

const answer = async (caller: Person | null, call: string, values: unknown[]) => {
  const outcome = await world.attempt(caller, `select to_json(f) as answer from public.${call} f`, values)
  return outcome.refused ?? (outcome.rows[0]?.answer as Record<string, unknown>)
}

test('a list counts the projects that the caller reads, and says what the caller may do', async () => {
  await aProject('private')
  await aProject('internal')
  const seen = async (caller: Person | null) => {
    const list = await world.answer<{
      items: {
        projects_count: number
        admins_count: number | null
        is_admin: boolean
        my_permissions: string[]
      }[]
      total: number
    }>(caller, 'list_groups($1, $2)', [workspaceId, 'Group 1'])
    const [item] = list.items ?? []
    return item
      ? [item.projects_count, item.admins_count, item.is_admin, item.my_permissions.length]
      : list.total
  }
  expect(await seen(owner)).toEqual([2, 1, false, 9])
  expect(await seen(admin)).toEqual([2, 1, true, 10])
  expect(await seen(maker)).toEqual([1, null, false, 2])
  expect(await seen(viewer)).toEqual([1, null, false, 1])
  expect(await seen(guest)).toBe(0)
  expect(await seen(stranger)).toBe(0)
})

const refusals: [string, string, (caller: string) => unknown][] = [
  ['group_details($1)', 'group_view', (caller) => (['guest', 'stranger'].includes(caller) ? 'PT404' : null)],
  ["update_group($1, p_description => 'x')", 'group_update', byAdmins],
  ['delete_group($1)', 'group_delete', byAdmins],
  ['group_members($1)', 'group_member_read', byAdmins],
  ['group_invitations($1)', 'group_member_read', byAdmins],
  ['group_assignable_members($1)', 'group_member_add', byAdmins],
]

function byAdmins(caller: string): string | null {
  if (['guest', 'stranger'].includes(caller)) return 'PT404'
  return ['owner', 'admin'].includes(caller) ? null : 'PT403'
}

describe.each(refusals)('%s needs %s', (call, _permission, expected) => {
  test.each(['owner', 'admin', 'maker', 'viewer', 'guest', 'stranger'])('for %s', async (name) => {
    const caller = { owner, admin, maker, viewer, guest, stranger }[name] as Person
    const outcome = await world.attempt(caller, `select public.${call}`, [groupId])
    expect(outcome.refused).toBe(expected(name))
  })
})

test('made internal it asks first, with the number of public projects, and then turns them internal', async () => {
  const id = await aGroup('public')
  const open = [await aProject('public', id), await aProject('public', id)]
  await aProject('internal', id)
  const question = await answer(admin, "update_group($1, p_visibility => 'internal')", [id])
  expect(question).toMatchObject({
    confirmation_required: true,
    public_projects: 2,
    group: { visibility: 'public' },
  })
  const [done] = await world.does<{ answer: unknown }>(
    admin,
    "select to_json(f) as answer from public.update_group($1, p_visibility => 'internal', p_confirm => true) f",
    [id],
  )
  expect(done?.answer).toMatchObject({
    confirmation_required: false,
    public_projects: 2,
    group: { visibility: 'internal' },
  })
  const { rows } = await world.db.query(
    'select distinct visibility from public.projects where id = any ($1)',
    [open],
  )
  expect(rows).toEqual([{ visibility: 'internal' }])
})

test('a name that another group has is a conflict; an empty or long one is not taken', async () => {
  const outcomes = []
  for (const name of ['Group 1', '  ', 'x'.repeat(101)])
    outcomes.push(
      (await world.attempt(owner, 'select public.create_group($1, $2)', [workspaceId, name])).refused,
    )
  expect(outcomes).toEqual(['23505', '23514', '23514'])
})

describe('admins', () => {
  test('are added, listed, removed, and leave; never the last one', async () => {
    const id = await aGroup('internal')
    await world.does(admin, 'select public.add_group_admin($1, $2)', [id, viewer.id])
    const members = (await answer(owner, 'group_members($1)', [id])) as { items?: unknown; total?: unknown }
    expect(members).toMatchObject({
      total: 2,
      items: [
        { user_id: admin.id, role: 'admin', workspace_role: 'maker', emails: ['group-admin@example.com'] },
        { user_id: viewer.id, workspace_role: 'viewer' },
      ],
    })
    await world.does(viewer, 'select public.leave_group($1)', [id])
    expect(await answer(admin, 'leave_group($1)', [id])).toBe('PT403')
    const removal = await world.attempt(owner, 'select public.remove_group_admin($1, $2)', [id, admin.id])
    expect([removal.refused, removal.message]).toEqual([
      'PT403',
      'The last admin of a group can be neither removed nor leave.',
    ])
  })

  test('are no guests and no strangers', async () => {
    const guests = await world.attempt(admin, 'select public.add_group_admin($1, $2)', [groupId, guest.id])
    const strangers = await world.attempt(admin, 'select public.add_group_admin($1, $2)', [
      groupId,
      stranger.id,
    ])
    expect([guests.refused, strangers.refused]).toEqual(['PT400', 'PT404'])
  })

  test('by address become members of the group, or are invited with it', async () => {
    const member = await answer(admin, "add_group_admin($1, p_email => 'Viewer-' || $2 || '@example.com')", [
      groupId,
      String(workspaceId),
    ])
    expect(member).toMatchObject({ type: 'member', user_id: viewer.id })
    await world.does(admin, "select public.add_group_admin($1, p_email => 'new@example.org')", [groupId])
    expect(await answer(admin, 'group_invitations($1)', [groupId])).toMatchObject([
      { email: 'new@example.org' },
    ])
  })

  test('are listed with their addresses, where they have any', async () => {
    const listed = () =>
      world.as(admin, async (ask) => {
        const emails = async () =>
          (await ask('select m.emails from unnest((public.group_members($1)).items) m', [groupId])).map(
            (row) => row.emails,
          )
        const before = await emails()
        await ask('reset role')
        await ask('delete from public.emails where user_id = $1', [admin.id])
        await ask('set local role authenticated')
        return [before, await emails()]
      })
    expect(await listed()).toEqual([[['group-admin@example.com']], [[]]])
  })

  test('can be chosen from members who are not yet, without addresses for who may not read them', async () => {
    const found = await world.answer<{ user_id: number }[]>(admin, "group_assignable_members($1, 'maker')", [
      groupId,
    ])
    expect(found.map((person) => person.user_id)).toEqual([maker.id])
    const all = await world.answer<{ user_id: number }[]>(admin, 'group_assignable_members($1)', [groupId])
    expect(all.map((person) => person.user_id)).toContain(viewer.id)
    expect(all.map((person) => person.user_id)).not.toContain(guest.id)
  })

  test('two who leave at once leave one', async () => {
    const id = await aGroup('internal')
    await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
      id,
      maker.id,
    ])
    expect(await world.race([admin, maker], 'select public.leave_group($1)', () => [id])).toEqual({
      done: 1,
      PT403: 1,
    })
  })
})

test('deleted it lets its projects go', async () => {
  const id = await aGroup('internal')
  const projectId = await aProject('internal', id)
  const [done] = await world.does<{ answer: unknown }>(
    admin,
    'select to_json(f) as answer from public.delete_group($1) f',
    [id],
  )
  const { rows } = await world.db.query('select group_id from public.projects where id = $1', [projectId])
  expect([done?.answer, rows]).toEqual([{ projects_released: 1 }, [{ group_id: null }]])
})

describe('many projects', () => {
  interface Bulk {
    results: { key: number; ok: boolean; status: number | null }[]
    confirmation_required: boolean
    public_projects: number
    visibility_changed: number
  }

  test('move into an internal group after a confirmation', async () => {
    const id = await aGroup('internal')
    const ids = [await aProject('public', null), await aProject('private', null), 999_999]
    const question = await world.answer<Bulk>(owner, 'move_projects($1, $2)', [ids, id])
    expect([question.confirmation_required, question.public_projects, question.results]).toEqual([
      true,
      1,
      [],
    ])
    const done = await world.answer<Bulk>(owner, 'move_projects($1, $2, true)', [ids, id])
    expect(done.results.map((result) => [result.ok, result.status])).toEqual([
      [true, null],
      [true, null],
      [false, 404],
    ])
    expect(done.visibility_changed).toBe(1)
  })

  test('are moved and deleted by global admins only; what one may not know is not found', async () => {
    const ids = [await aProject('internal', null), await aProject('private', null)]
    for (const call of ['move_projects($1, null)', 'delete_projects($1)']) {
      const tried = await world.answer<Bulk>(maker, call, [ids])
      expect(tried.results.map((result) => result.status)).toEqual([403, 404])
      const done = await world.answer<Bulk>(owner, call, [ids])
      expect(done.results.map((result) => result.ok)).toEqual([true, true])
    }
  })

  test('leave a group by its admins', async () => {
    const projectId = await aProject('internal')
    expect(await answer(admin, 'move_project($1, null)', [projectId])).toMatchObject({ moved: true })
    expect(await answer(maker, 'move_project($1, null)', [projectId])).toBe('PT403')
    expect(await answer(stranger, 'move_project($1, null)', [projectId])).toBe('PT404')
  })
})

test('a project made public while its group turns internal does not stay public', async () => {
  const id = await aGroup('public')
  const projectId = await aProject('internal', id)
  const changer = await world.another()
  await changer.query('begin')
  await changer.query("update public.projects set visibility = 'public' where id = $1", [projectId])
  const turning = world.does(
    admin,
    "select public.update_group($1, p_visibility => 'internal', p_confirm => true)",
    [id],
  )
  await changer.query('commit')
  await turning
  await changer.end()
  const { rows } = await world.db.query('select visibility from public.projects where id = $1', [projectId])
  expect(rows).toEqual([{ visibility: 'internal' }])
})
