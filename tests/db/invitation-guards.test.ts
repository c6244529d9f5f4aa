// What invitations are refused, and what comes along with them: each guard as who meets it would notice that it is gone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './support/identity.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let elsewhere: { id: number; owner: Person }
let maker: Person
/** Of the house, made by its owner; and the same of another workspace, whose owner sees them. */
let project: number
let group: number
let team: number
let theirs: { project: number; group: number; team: number }

/** What a call for many says of its only item. */
async function saidOfOne(caller: Caller, call: string, values: unknown[]): Promise<string> {
  const { rows, refused, message } = await world.attempt(caller, `select to_jsonb(${call}) as answer`, values)
  return refused ? message : (rows[0]?.answer.results[0].message ?? 'allowed')
}

async function furnished({ id, owner }: { id: number; owner: Person }) {
  const one = async (sql: string) => Number((await world.does<{ id: string }>(owner, sql, [id]))[0]?.id)
  return {
    project: await one("select (public.create_project($1, 'Project')).project.id"),
    group: await one("select (public.create_group($1, 'Group')).id"),
    team: await one("select (public.create_team($1, 'Team')).id"),
  }
}

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('inviting')
  elsewhere = await world.aWorkspace('not-inviting')
  maker = await world.aMember(house.id, 'maker')
  const made = await furnished(house)
  project = made.project
  group = made.group
  team = made.team
  theirs = await furnished(elsewhere)
})
afterAll(() => world.end())

let number = 0
const fresh = () => `invited-${++number}@example.com`
const inProject = 'You do not have permission to do this in this project.'
const inWorkspace = 'You do not have permission to do this in this workspace.'
const upgrade = 'Your current plan does not allow for this. Please upgrade your plan.'

async function invite(email = fresh(), role = 'maker', who: Caller = house.owner, at = house.id) {
  const made = await person<{ id: number }>(world, who, 'invite_member', {
    p_workspace_id: at,
    p_email: email,
    p_role: role,
  })
  return made.id
}

test('is in the hands of who sent it for as long as they are in the workspace', async () => {
  const inviter = await world.aMember(house.id, 'maker', 'inviter')
  const id = await invite(fresh(), 'maker', inviter)
  const changed = () =>
    world.said(inviter, 'public.link_invitation($1, $2)', [
      id,
      JSON.stringify([{ project_id: project, role: 'viewer' }]),
    ])
  // Without the right to read members, by having sent it alone.
  await world.db.query(
    "update public.workspace_members set role = 'viewer' where workspace_id = $1 and user_id = $2",
    [house.id, inviter.id],
  )
  expect(await changed()).toBe('You do not have permission to do this in this project.')
  await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
    house.id,
    inviter.id,
  ])
  expect(await changed()).toBe('Invitation not found.')
})

describe('what comes along with an invitation', () => {
  const along = async (who: Caller, what: Record<string, unknown>, role = 'maker') => {
    const invitations = JSON.stringify([{ email: fresh(), role, ...what }])
    return saidOfOne(who, 'public.invite_members($1, $2)', [house.id, invitations])
  }
  const projects = (role: string, id = project) => ({ projects: [{ project_id: id, role }] })
  const teams = (role: string, id = team) => ({ teams: [{ team_id: id, role }] })

  test('is given by who could give it to a member', async () => {
    expect(await along(house.owner, projects('admin'))).toBe('allowed')
    expect(await along(maker, projects('editor'))).toBe('allowed')
    expect(await along(maker, projects('admin'))).toBe(inProject)
    expect(await along(house.owner, projects('owner'))).toBe('Nobody is invited as the owner of a project.')
    expect(await along(house.owner, projects('viewer', theirs.project))).toBe('Project not found')
    expect(await along(house.owner, { groups: [group] })).toBe('allowed')
    expect(await along(maker, { groups: [group] })).toBe('Group Not Found')
    expect(await along(house.owner, { groups: [theirs.group] })).toBe('Group Not Found')
    expect(await along(house.owner, teams('admin'))).toBe('allowed')
    expect(await along(maker, teams('member'))).toBe('Team Not Found')
    expect(await along(house.owner, teams('member', theirs.team))).toBe('Team Not Found')
  })

  test('is shared by who may share: the right to add a role is not enough', async () => {
    // The matrices are data: the two permissions are asked for apart.
    const cell = "where role = 'editor' and permission = 'project_members_add'"
    await world.as(maker, async (ask) => {
      await ask('reset role')
      await ask(`delete from public.project_role_permissions ${cell}`)
      await ask('set local role authenticated')
      const call = 'select public.invite_members($1, $2) as answer'
      const invitations = JSON.stringify([{ email: fresh(), role: 'maker', ...projects('viewer') }])
      expect(JSON.stringify(await ask(call, [house.id, invitations]))).toContain(inProject)
    })
  })

  test('comes along with the invitation of that address, and of nobody else', async () => {
    const [first, second, third] = [fresh(), fresh(), fresh()]
    const ids = [await invite(first), await invite(second)]
    const share = (email: string) =>
      world.does(house.owner, "select public.add_project_member($1, $2, 'viewer')", [project, email])
    await share(second)
    await share(third)
    const { rows } = await world.db.query(
      `select i.id, i.email, exists (select 1 from public.workspace_invitation_projects l where l.invitation_id = i.id) as along
       from public.workspace_invitations i where i.email in ($1, $2, $3) order by i.id`,
      [first, second, third],
    )
    expect(rows.map(({ email, along }) => [email, along])).toEqual([
      [first, false],
      [second, true],
      [third, true],
    ])
    expect(rows.slice(0, 2).map(({ id }) => Number(id))).toEqual(ids)
  })

  test('inherits no more in a project than who invites may give there', async () => {
    const viewing = await world.aMember(house.id, 'maker', 'viewing')
    const hidden = Number(
      (
        await world.does<{ id: string }>(
          house.owner,
          "select (public.create_project($1, 'Hidden', p_visibility => 'private')).project.id",
          [house.id],
        )
      )[0]?.id,
    )
    await world.does(house.owner, "select public.set_project_member($1, $2, 'viewer')", [hidden, viewing.id])
    expect(await along(viewing, projects('inherit', hidden), 'guest')).toBe('allowed')
    expect(await along(viewing, projects('inherit', hidden), 'maker')).toBe(inProject)
  })

  test('fits the role there', async () => {
    expect(await along(house.owner, { groups: [group] }, 'guest')).toBe('Guests cannot administer a group.')
    expect(await along(house.owner, { groups: [group] }, 'viewer')).toBe('allowed')
    const onlyMembers = 'Viewers and guests can only be members of a team.'
    expect(await along(house.owner, teams('admin'), 'guest')).toBe(onlyMembers)
    expect(await along(house.owner, teams('admin'), 'viewer')).toBe(onlyMembers)
    expect(await along(house.owner, teams('member'), 'guest')).toBe('allowed')
  })

  test('is added later by the same rules, and leaves what comes along already alone', async () => {
    const invitation = await invite()
    const link = (who: Caller, what: unknown) =>
      world.said(who, 'public.link_invitation($1, $2)', [invitation, JSON.stringify(what)])
    expect(await link(house.owner, [{ project_id: project, role: 'editor' }])).toBe('allowed')
    expect(await link(maker, [{ project_id: project, role: 'editor' }])).toBe('allowed')
    expect(await link(maker, [{ project_id: project, role: 'admin' }])).toBe(inProject)
    expect(await link(house.owner, [{ project_id: theirs.project, role: 'viewer' }])).toBe(
      'Project not found',
    )
  })

  test('is taken off by who could remove a member', async () => {
    const invitation = await invite()
    await world.does(house.owner, 'select public.link_invitation($1, $2, $3, $4)', [
      invitation,
      JSON.stringify([{ project_id: project, role: 'viewer' }]),
      JSON.stringify([group]),
      JSON.stringify([{ team_id: team, role: 'member' }]),
    ])
    for (const [argument, id, refused] of [
      ['p_project_id', project, inProject],
      ['p_group_id', group, 'Group Not Found'],
      ['p_team_id', team, 'Team Not Found'],
    ]) {
      const unlink = (who: Caller) =>
        world.said(who, `public.unlink_invitation($1, ${argument} => $2)`, [invitation, id])
      expect(await unlink(maker)).toBe(refused)
      expect(await unlink(house.owner)).toBe('allowed')
    }
  })
})

describe('an invitation', () => {
  test('is sent by who may invite, at a role within their own', async () => {
    const viewer = await world.aMember(house.id, 'viewer')
    const many = (who: Caller) =>
      world.said(who, 'public.invite_members($1, $2)', [house.id, JSON.stringify([{ email: fresh() }])])
    expect(await many(maker)).toBe('allowed')
    expect(await many(viewer)).toBe(inWorkspace)
  })

  test('takes a seat of the plan, and one more when it is sent again after it expired', async () => {
    const full = await world.aWorkspace('inviting-full', 'free')
    await world.db.query('update public.billing_accounts set paid_members = 1 where workspace_id = $1', [
      full.id,
    ])
    await world.db.query(
      "update public.billing_features set max_quantity = 2 where product_id = 1 and name = 'members'",
    )
    const another = () => world.said(full.owner, "public.invite_member($1, $2, 'maker')", [full.id, fresh()])
    const sent = await invite(fresh(), 'maker', full.owner, full.id)
    expect(await another()).toBe(upgrade)
    await world.db.query(
      "update public.workspace_invitations set expires_at = now(), last_sent_at = now() - interval '61 seconds' where id = $1",
      [sent],
    )
    const again = () => saidOfOne(full.owner, 'public.resend_invitations($1)', [[sent]])
    expect(await again()).toBe('allowed')
    await invite(fresh(), 'maker', full.owner, full.id)
    expect(await again()).toBe(upgrade)
    await world.db.query(
      "update public.workspace_invitations set expires_at = now() + interval '1 hour' where id = $1",
      [sent],
    )
    expect(await again()).toBe('allowed')
    await world.db.query(
      "update public.billing_features set max_quantity = 1 where product_id = 1 and name = 'members'",
    )
    expect(await another()).toBe(upgrade)
  })

  test('and a change of role are refused with what the select says of the role', async () => {
    const admin = await world.aMember(house.id, 'admin', 'choosing-admin')
    const viewer = await world.aMember(house.id, 'viewer', 'chosen-viewer')
    const said = async (who: Caller, of: number | null, role: string) => {
      const { rows } = await world.attempt(
        who,
        'select reason from unnest(public.assignable_roles($1, $2)) where role = $3',
        [house.id, of, role],
      )
      return rows[0]?.reason
    }
    const inviting = (role: string) =>
      world.said(maker, 'public.invite_member($1, $2, $3)', [house.id, fresh(), role])
    expect(await inviting('viewer')).toBe(await said(maker, null, 'viewer'))
    expect(await inviting('admin')).toBe(await said(maker, null, 'admin'))
    const change = [house.id, viewer.id, 'owner']
    expect(await world.said(admin, 'public.change_member_role($1, $2, $3)', change)).toBe(
      'Only owners can give the owner role.',
    )
    expect(await said(admin, viewer.id, 'owner')).toBe('Only owners can give the owner role.')
  })

  test('is sent again within the role of who does', async () => {
    const toAdmin = await invite(fresh(), 'admin')
    const toMaker = await invite(fresh(), 'maker')
    await world.db.query(
      "update public.workspace_invitations set last_sent_at = now() - interval '61 seconds' where id = any ($1)",
      [[toAdmin, toMaker]],
    )
    const again = (id: number) => saidOfOne(maker, 'public.resend_invitations($1)', [[id]])
    expect(await again(toMaker)).toBe('allowed')
    expect(await again(toAdmin)).toBe('You can only give roles up to your own.')
  })
})

describe('many at once are between one and 500', () => {
  const ids = (count: number) => Array.from({ length: count }, () => -1)
  const nobody = (count: number) => JSON.stringify(ids(count).map(() => ({})))

  test.each([
    [
      'invitations sent',
      'public.invite_members($1, $2)',
      nobody,
      'Between 1 and 500 invitations can be sent at once.',
    ],
    [
      'requests answered',
      'public.decide_join_requests($1, $2)',
      nobody,
      'Between 1 and 500 requests can be answered at once.',
    ],
  ])('%s', async (_, call, list, refused) => {
    const of = (count: number) => world.said(house.owner, call, [house.id, list(count)])
    expect(await of(0)).toBe(refused)
    expect(await of(1)).toBe('allowed')
    expect(await of(500)).toBe('allowed')
    expect(await of(501)).toBe(refused)
    expect(await world.said(house.owner, call, [house.id, '{}'])).toBe(refused)
  })

  test.each(['resend_invitations', 'revoke_invitations'])('%s', async (name) => {
    const of = (count: number) => world.said(house.owner, `public.${name}($1)`, [ids(count)])
    const refused = 'Between 1 and 500 invitations can be changed at once.'
    expect([await of(0), await of(1), await of(500), await of(501)]).toEqual([
      refused,
      'allowed',
      'allowed',
      refused,
    ])
  })
})
