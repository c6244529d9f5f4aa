// People whom an identity provider brings: who they may be, what they get, and how they go.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person, refusal, service, trail } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

interface House {
  id: number
  owner: Person
  token: string
}
interface Resource {
  id: string
  userName: string
  active: boolean
  meta: { version: string }
}

let number = 0
async function aHouse(plan = 'enterprise'): Promise<House> {
  const house = await world.aWorkspace(`scim-${++number}`, plan)
  const token = `wmscim_${number}`
  await world.db.query('insert into private.scim_connections (workspace_id) values ($1)', [house.id])
  await world.db.query(
    "insert into private.scim_tokens (workspace_id, token_hash, token_prefix) values ($1, $2, 'wmscim_')",
    [house.id, createHash('sha256').update(token).digest()],
  )
  return { ...house, token }
}
const aName = (name = 'somebody') => `${name}-${++number}`
const save = (house: { token: string }, given: Record<string, unknown>, id: string | null = null) =>
  service<Resource>(world, 'svc_save_scim_user', {
    p_token: house.token,
    p_id: id,
    p_person: { user_name: given.email, active: true, attributes: {}, ...given },
  })
const remove = (house: { token: string }, id: string) =>
  service(world, 'svc_delete_scim_user', { p_token: house.token, p_id: id })
const enter = (who: Person, house: { id: number }) =>
  service<{ outcome: string; role: string | null; join_request_status: string | null }>(
    world,
    'svc_enter_workspace',
    {
      p_auth_id: who.authId,
      p_workspace_id: house.id,
      p_client: '203.0.113.7',
      p_browser_hash: 'home',
    },
  )
const roleIn = async (house: { id: number }, who: Person) => {
  const { rows } = await world.db.query(
    'select role from public.workspace_members where workspace_id = $1 and user_id = $2',
    [house.id, who.id],
  )
  return rows[0]?.role ?? null
}

test('the trail tells what the provider changed of somebody, and what it was before', async () => {
  const house = await aHouse()
  const email = `${aName()}@example.com`
  const { id } = await save(house, {
    email,
    role: 'viewer',
    external_id: 'e-1',
    attributes: { title: 'Author', phone: '+41 1' },
  })
  await save(
    house,
    { email, role: 'maker', external_id: 'e-1', attributes: { title: 'Author', phone: '+41 2' } },
    id,
  )
  expect(await trail(world, house.id, 'workspace.scim.user_updated')).toMatchObject([
    {
      metadata: { email, changes: { role: { old: 'viewer', new: 'maker' } }, details: ['phone'] },
    },
  ])
  const [created] = await trail(world, house.id, 'workspace.scim.user_created')
  expect(created?.metadata).toEqual({ email, role: 'viewer', via: 'scim' })
})

describe('somebody provisioned', () => {
  test('enters with the role that was said once they prove the address, in whatever case it came', async () => {
    const house = await aHouse()
    const name = aName()
    await save(house, {
      user_name: name.toUpperCase(),
      email: `${name.toUpperCase()}@Example.COM`,
      role: 'maker',
    })
    const who = await world.aPerson(name)
    expect(await enter(who, house)).toMatchObject({ outcome: 'provisioned', role: 'maker' })
  })

  test('enters with the role of the connection where none was said', async () => {
    const house = await aHouse()
    const name = aName()
    await save(house, { email: `${name}@example.com` })
    expect(await enter(await world.aPerson(name), house)).toMatchObject({
      outcome: 'provisioned',
      role: 'viewer',
    })
  })

  test('does not enter by an address that is only claimed, nor with the connection off', async () => {
    const house = await aHouse()
    const name = aName()
    await save(house, { email: `${name}@corp.example` })
    const who = await world.aPerson(aName())
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [
      who.id,
      `${name}@corp.example`,
    ])
    expect(await enter(who, house)).toMatchObject({ outcome: 'confirmation_required' })
    await world.db.query('update public.emails set confirmed_at = now() where user_id = $1', [who.id])
    await world.db.query('update private.scim_connections set enabled = false where workspace_id = $1', [
      house.id,
    ])
    expect(await enter(who, house)).toMatchObject({ outcome: 'join_request' })
  })

  test('is linked where they are a member already, whose role then follows; nothing of theirs elsewhere does', async () => {
    const house = await aHouse()
    const elsewhere = await world.aWorkspace(aName('else'))
    const name = aName()
    const who = await world.aMember(house.id, 'viewer', name)
    await world.db.query(
      "insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')",
      [elsewhere.id, who.id],
    )
    const { id } = await save(house, { email: `${name}@example.com`, role: 'admin' })
    expect([await roleIn(house, who), await roleIn(elsewhere, who)]).toEqual(['admin', 'viewer'])
    await save(house, { email: `${name}@example.com`, role: 'admin', active: false }, id)
    expect([await roleIn(house, who), await roleIn(elsewhere, who)]).toEqual([null, 'viewer'])
  })
})

describe('the end of a membership', () => {
  test('bars every other way in until the identity provider brings the person again', async () => {
    const house = await aHouse()
    const name = aName()
    const email = `${name}@example.com`
    await world.db.query(
      "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'example.com', 'viewer')",
      [house.id],
    )
    const who = await world.aMember(house.id, 'viewer', name)
    const { id } = await save(house, { email })
    await remove(house, id)
    expect(await roleIn(house, who)).toBeNull()
    expect(await enter(who, house)).toMatchObject({ outcome: 'join_request', join_request_status: 'denied' })
    await person(world, house.owner, 'invite_member', {
      p_workspace_id: house.id,
      p_email: email,
      p_role: 'maker',
    })
    expect(await enter(who, house)).toMatchObject({ outcome: 'join_request', join_request_status: 'denied' })
    await save(house, { email })
    expect(await enter(who, house)).toMatchObject({ outcome: 'provisioned' })
  })

  test('with the connection off, holds against approved domains and not against an invitation by hand', async () => {
    const house = await aHouse()
    const name = aName()
    await world.db.query(
      "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'example.com', 'viewer')",
      [house.id],
    )
    const who = await world.aMember(house.id, 'viewer', name)
    await remove(house, (await save(house, { email: `${name}@example.com` })).id)
    await person(world, house.owner, 'update_scim', { p_workspace_id: house.id, p_enabled: false })
    expect(await enter(who, house)).toMatchObject({ outcome: 'join_request' })
    await person(world, house.owner, 'invite_member', {
      p_workspace_id: house.id,
      p_email: `${name}@example.com`,
      p_role: 'maker',
    })
    expect(await enter(who, house)).toMatchObject({ outcome: 'invited', role: 'maker' })
  })

  test('ends the sessions that are for this workspace alone, and no other', async () => {
    const house = await aHouse()
    const name = aName()
    const who = await world.aMember(house.id, 'viewer', name)
    const { id } = await save(house, { email: `${name}@example.com` })
    const sessions = async () =>
      (await world.db.query('select 1 from auth.sessions where user_id = $1', [who.authId])).rowCount
    for (const only of [house.id, null]) {
      await world.db.query(
        `with made as (insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now()) returning id)
         insert into private.sessions (session_id, auth_id, method, only_workspace_id) select id, $1, 'code', $2 from made`,
        [who.authId, only],
      )
    }
    const before = await sessions()
    await save(house, { email: `${name}@example.com`, active: false }, id)
    expect(await sessions()).toBe((before ?? 0) - 1)
  })

  test('by hand is what the identity provider reads', async () => {
    const house = await aHouse()
    const removed = aName()
    const out = await world.aMember(house.id, 'viewer', removed)
    await save(house, { email: `${removed}@example.com` })
    await person(world, house.owner, 'remove_member', { p_workspace_id: house.id, p_user_id: out.id })
    const list = await service<{ resources: Resource[] }>(world, 'svc_scim_users', {
      p_token: house.token,
      p_query: { offset: 0, count: 10 },
    })
    expect(list.resources).toMatchObject([{ active: false }])
  })
})

describe('a token acts as an admin, and', () => {
  test.each(['owner', 'billing'] as const)('touches no %s', async (role) => {
    const house = await aHouse()
    const name = aName()
    const who = await world.aMember(house.id, role, name)
    const { id } = await save(house, { email: `${name}@example.com`, role: 'viewer' })
    expect(await roleIn(house, who)).toBe(role)
    const refused = 'PT403'
    await expect(save(house, { email: `${name}@example.com`, active: false }, id)).rejects.toMatchObject({
      code: refused,
    })
    await expect(remove(house, id)).rejects.toMatchObject({ code: refused })
    expect(await roleIn(house, who)).toBe(role)
  })

  test.each(['owner', 'billing', 'workspace_global_admin', 'OWNER', ''])('does not give %j', async (role) => {
    const house = await aHouse()
    await expect(save(house, { email: `${aName()}@example.com`, role })).rejects.toMatchObject({
      code: 'PT400',
    })
  })

  test('reads and changes nothing of another workspace', async () => {
    const [mine, theirs] = [await aHouse(), await aHouse()]
    const { id } = await save(theirs, { email: `${aName()}@example.com` })
    for (const attempt of [
      () => service(world, 'svc_scim_user', { p_token: mine.token, p_id: id }),
      () => save(mine, { email: `${aName()}@example.com` }, id),
      () => remove(mine, id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'PT404' })
    const group = service(world, 'svc_save_scim_group', {
      p_token: mine.token,
      p_id: null,
      p_group: { display_name: 'Theirs', members: [id] },
    })
    await expect(group).rejects.toMatchObject({ code: 'PT400' })
  })

  test('does not hold in a locked workspace, switched off, or past the plan', async () => {
    for (const end of [
      'update public.workspaces set lock_at = now() where id = $1',
      'update private.scim_connections set enabled = false where workspace_id = $1',
      'update public.billing_accounts set billing_product_id = 3 where workspace_id = $1',
      'delete from private.scim_tokens where workspace_id = $1',
    ]) {
      const house = await aHouse()
      await world.db.query(end, [house.id])
      await expect(save(house, { email: `${aName()}@example.com` })).rejects.toMatchObject({ code: 'PT401' })
    }
  })
})

test('one name and one address are one person, whatever their case or composition', async () => {
  const house = await aHouse()
  const email = () => `${aName()}@example.com`
  await save(house, { user_name: 'Zoë Straße', email: 'zoe@example.com' })
  for (const user_name of ['zoë straße', 'ZOË STRAßE', 'Zoe\u0308 Straße'])
    await expect(save(house, { user_name, email: email() })).rejects.toMatchObject({ code: 'PT409' })
  await expect(save(house, { user_name: 'other', email: 'ZOE@example.com' })).rejects.toMatchObject({
    code: 'PT409',
  })
  for (const user_name of ['\u202eevil', ' ', 'a'.repeat(256)])
    await expect(save(house, { user_name, email: email() })).rejects.toMatchObject({ code: 'PT400' })
})

test('of creates at once one succeeds, the others are told of a conflict', async () => {
  const house = await aHouse()
  const given = JSON.stringify({ user_name: 'race', email: 'race@example.com', active: true })
  const connections = await Promise.all([1, 2, 3, 4].map(() => world.another()))
  const outcomes = await Promise.all(
    connections.map((db) =>
      db.query('select public.svc_save_scim_user($1, null, $2)', [house.token, given]).then(
        () => 'made',
        (error: { code: string }) => error.code,
      ),
    ),
  )
  await Promise.all(connections.map((db) => db.end()))
  expect(outcomes.sort()).toEqual(['PT409', 'PT409', 'PT409', 'made'])
})

test('seats that wait for provisioned people are taken, and inactive ones take none', async () => {
  const house = await aHouse('pro_team')
  await world.db.query(
    'update public.billing_accounts set included_members = 3, paid_members = 0 where workspace_id = $1',
    [house.id],
  )
  await save(house, { email: `${aName()}@example.com` })
  const second = await save(house, { email: `${aName()}@example.com` })
  await expect(save(house, { email: `${aName()}@example.com` })).rejects.toMatchObject({ code: 'PT402' })
  await save(house, { email: `${aName()}@example.com`, active: false })
  await remove(house, second.id)
  await save(house, { email: `${aName()}@example.com` })
})

test('what is so already writes nothing; an old version is refused', async () => {
  const house = await aHouse()
  const email = `${aName()}@example.com`
  const made = await save(house, { email })
  const row = async () =>
    (await world.db.query('select xmin::text, updated_at from private.scim_people where id = $1', [made.id]))
      .rows
  const before = await row()
  expect(await save(house, { email }, made.id)).toEqual(made)
  expect(await row()).toEqual(before)
  await save(house, { email, external_id: 'x' }, made.id)
  const stale = service(world, 'svc_delete_scim_user', {
    p_token: house.token,
    p_id: made.id,
    p_expected: `{${made.meta.version}}`,
  })
  await expect(stale).rejects.toMatchObject({ code: 'PT412' })
})

test('a role that the identity provider says is not changed by hand, but by owners to owner', async () => {
  const house = await aHouse()
  const name = aName()
  const who = await world.aMember(house.id, 'viewer', name)
  await save(house, { email: `${name}@example.com`, role: 'viewer' })
  const change = (role: string) =>
    person(world, house.owner, 'change_member_role', {
      p_workspace_id: house.id,
      p_user_id: who.id,
      p_role: role,
    })
  await expect(change('maker')).rejects.toMatchObject({ code: 'PT403' })
  await change('owner')
  expect(await roleIn(house, who)).toBe('owner')
})

describe('a group', () => {
  interface Group {
    id: string
    members?: { value: string }[]
  }
  const group = (house: House, given: Record<string, unknown>, id: string | null = null) =>
    service<Group>(world, 'svc_save_scim_group', { p_token: house.token, p_id: id, p_group: given })
  const inTeam = async (id: string) =>
    (
      await world.db.query('select user_id from public.team_members where team_id = $1 order by 1', [id])
    ).rows.map(({ user_id }) => Number(user_id))

  test('is a team: members are in at once, others once they come, and again after they were away', async () => {
    const house = await aHouse()
    const [here, later] = [aName(), aName()]
    const member = await world.aMember(house.id, 'viewer', here)
    const one = await save(house, { email: `${here}@example.com` })
    const two = await save(house, { email: `${later}@example.com` })
    const made = await group(house, { display_name: 'Docs', members: [one.id, two.id] })
    expect(made.members?.map(({ value }) => value)).toEqual([one.id, two.id])
    expect(await inTeam(made.id)).toEqual([member.id])
    const comes = await world.aPerson(later)
    await enter(comes, house)
    expect(await inTeam(made.id)).toEqual([member.id, comes.id])
    await save(house, { email: `${later}@example.com`, active: false }, two.id)
    expect(await inTeam(made.id)).toEqual([member.id])
    await save(house, { email: `${later}@example.com` }, two.id)
    await enter(comes, house)
    expect(await inTeam(made.id)).toEqual([member.id, comes.id])
  })

  test('leaves those alone who were added by hand, and shows what was changed by hand', async () => {
    const house = await aHouse()
    const name = aName()
    const provisioned = await world.aMember(house.id, 'viewer', name)
    const byHand = await world.aMember(house.id, 'maker', aName())
    const { id: personId } = await save(house, { email: `${name}@example.com` })
    const { id } = await group(house, { display_name: 'Mixed', members: [personId] })
    await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [
      id,
      byHand.id,
    ])
    await world.db.query('delete from public.team_members where team_id = $1 and user_id = $2', [
      id,
      provisioned.id,
    ])
    expect(await service(world, 'svc_scim_group', { p_token: house.token, p_id: id })).toMatchObject({
      members: [],
    })
    await group(house, { display_name: 'Mixed', members: [] }, id)
    expect(await inTeam(id)).toEqual([byHand.id])
  })

  test('needs a name of its own, and teams in the plan', async () => {
    const house = await aHouse()
    await group(house, { display_name: 'Twice' })
    await expect(group(house, { display_name: 'Twice' })).rejects.toMatchObject({ code: 'PT409' })
    for (const display_name of ['', 'a'.repeat(101), '\u202eevil'])
      await expect(group(house, { display_name })).rejects.toMatchObject({ code: 'PT400' })
  })
})

describe('tokens', () => {
  test('are two at most, shown once, and made by who changes integrations', async () => {
    const house = await world.aWorkspace(aName('tok'))
    const make = (who: Person) =>
      person<{ access_token: string }>(world, who, 'create_scim_token', { p_workspace_id: house.id })
    expect((await make(house.owner)).access_token).toMatch(/^wmscim_[\w-]{43}$/)
    const maker = await world.aMember(house.id, 'maker')
    await expect(make(maker)).rejects.toMatchObject({ code: 'PT403' })
    await make(house.owner)
    expect(await refusal(make(house.owner))).toMatchObject({ code: 'PT409' })
  })
})

describe('an installation of one company', () => {
  test('has SCIM on whatever plan: it is turned on, given a token, and people come in', async () => {
    const house = await world.aWorkspace(`scim-${++number}`, 'free')
    const turn = () => world.said(house.owner, 'public.update_scim($1, p_enabled => true)', [house.id])
    expect(await turn()).not.toBe('allowed')
    await world.db.query("update private.deployment set mode = 'single_tenant'")
    try {
      await world.answer(house.owner, 'update_scim($1, p_enabled => true)', [house.id])
      const { access_token: token } = await world.answer<{ access_token: string }>(
        house.owner,
        'create_scim_token($1)',
        [house.id],
      )
      const made = await save({ token }, { email: `${aName('first')}@company.example` })
      expect(made).toMatchObject({ active: true })
      expect(await save({ token }, { email: `${aName('second')}@company.example` })).toMatchObject({
        active: true,
      })
    } finally {
      await world.db.query("update private.deployment set mode = 'multi_tenant'")
    }
  })
})
