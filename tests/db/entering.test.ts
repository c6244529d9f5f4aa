// Who may enter a workspace: one rule for every way in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo, newestMail, person, refusal, service, trail } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

interface Entry {
  outcome: string
  entered: boolean
  role: string | null
  join_request_status: string | null
  confirmation_required: boolean
  email: string | null
  owner_email: string | null
  lock_reason: string | null
}

let number = 0
const aHouse = (plan = 'enterprise') => world.aWorkspace(`house-${++number}`, plan)
const aGuest = () => world.aPerson(`caller-${++number}`)
const enter = (who: Person, workspaceId: number, browser = 'home') =>
  service<Entry>(world, 'svc_enter_workspace', {
    p_auth_id: who.authId,
    p_workspace_id: workspaceId,
    p_client: '203.0.113.7',
    p_browser_hash: browser,
  })
const emailOf = async (who: Person): Promise<string> => {
  const { rows } = await world.db.query('select email from public.emails where user_id = $1 and is_primary', [
    who.id,
  ])
  return rows[0].email
}
const approve = (workspaceId: number, domain: string, role = 'viewer') =>
  world.db.query('insert into public.approved_domains (workspace_id, domain, role) values ($1, $2, $3)', [
    workspaceId,
    domain,
    role,
  ])
const invite = (house: { id: number; owner: Person }, email: string, role = 'maker') =>
  person(world, house.owner, 'invite_member', { p_workspace_id: house.id, p_email: email, p_role: role })
const lock = (workspaceId: number) =>
  world.db.query("update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1", [
    workspaceId,
  ])

const confirmMember = (
  workspaceId: number,
  email: string | null,
  code: unknown,
  browser: string | null = 'home',
) =>
  service(world, 'svc_confirm_member_email', {
    p_workspace_id: workspaceId,
    p_email: email,
    p_code: code,
    p_browser_hash: browser,
    p_client: null,
  })

test('a member enters with their role, a guest as a guest, whatever their domain', async () => {
  const house = await aHouse()
  await approve(house.id, 'example.com', 'admin')
  for (const role of ['viewer', 'guest'] as const) {
    const member = await world.aMember(house.id, role)
    expect(await enter(member, house.id)).toMatchObject({ outcome: 'member', entered: true, role })
  }
})

describe('an invitation', () => {
  test('is accepted by entering with one of the confirmed addresses', async () => {
    const house = await aHouse()
    const guest = await aGuest()
    await world.db.query(
      "insert into public.emails (user_id, email, confirmed_at) values ($1, 'second@invited.org', now())",
      [guest.id],
    )
    await invite(house, 'Second@Invited.org')
    expect(await enter(guest, house.id)).toMatchObject({ outcome: 'invited', entered: true, role: 'maker' })
    expect(await trail(world, house.id, 'workspace.member.joined')).toMatchObject([
      { metadata: { via: 'invitation', role: 'maker' }, ip_address: '203.0.113.7' },
    ])
    const { rows } = await world.db.query(
      'select accepted_at is not null as used, accepted_by from public.workspace_invitations where workspace_id = $1',
      [house.id],
    )
    expect(rows).toEqual([{ used: true, accepted_by: String(guest.id) }])
  })

  test('to an address that is not confirmed asks for the confirmation, and only then lets in', async () => {
    const house = await aHouse()
    const guest = await aGuest()
    const address = `claimed-${number}@invited.org`
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [guest.id, address])
    await invite(house, address)
    expect(await enter(guest, house.id)).toMatchObject({
      outcome: 'confirmation_required',
      entered: false,
      confirmation_required: true,
      email: address,
    })
    const mail = await newestMail(world, address, 'code')
    expect(mail?.data).toMatchObject({ purpose: 'member_email', workspace_id: house.id })
    expect(mail?.data).toMatchObject({ account: await emailOf(guest), username: `caller-${number}` })
    const confirm = (code: unknown) => confirmMember(house.id, address, code)
    const wrong = mail?.data.code === '000000' ? '111111' : '000000'
    expect(await confirm(wrong)).toMatchObject({ outcome: 'invalid_code' })
    expect(await confirm(mail?.data.code)).toMatchObject({ outcome: 'confirmed' })
    expect(await confirm(mail?.data.code)).toMatchObject({ outcome: 'spent_code' })
    expect(await enter(guest, house.id)).toMatchObject({ outcome: 'invited', entered: true })
  })

  test('to an address that strangers claim is confirmed for nobody by the code that its owner types', async () => {
    const house = await aHouse()
    const address = `hired-${number}@invited.org`
    await invite(house, address)
    const strangers = []
    for (let n = 0; n < 6; n++) {
      const stranger = await aGuest()
      await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [
        stranger.id,
        address,
      ])
      strangers.push(stranger)
    }
    const hired = await aGuest()
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [hired.id, address])
    const codeOf = async () => (await newestMail(world, address, 'code'))?.data.code
    await enter(hired, house.id, 'hers')
    const hers = await codeOf()
    for (const [n, stranger] of strangers.entries()) await enter(stranger, house.id, `theirs-${n}`)
    const theirs = await codeOf()
    const sendAgain = (browser: string | null) =>
      service(world, 'svc_request_member_code', {
        p_workspace_id: house.id,
        p_email: address,
        p_browser_hash: browser,
        p_client: null,
      })
    const mails = await mailsTo(world, address, 'code')
    for (const browser of [null, 'another']) await sendAgain(browser)
    expect(await mailsTo(world, address, 'code')).toBe(mails)
    for (const browser of [null, 'hers', 'another'])
      for (const named of [null, address])
        expect(await confirmMember(house.id, named, theirs, browser)).not.toMatchObject({
          outcome: 'confirmed',
        })
    expect(await confirmMember(house.id, null, hers, 'hers')).toMatchObject({ outcome: 'confirmed' })
    expect(await enter(hired, house.id, 'hers')).toMatchObject({ outcome: 'invited', entered: true })
    for (const stranger of strangers) expect((await enter(stranger, house.id)).entered).toBe(false)
  })

  test.each([
    ['expired', "expires_at = now() - interval '1 second'"],
    ['withdrawn', 'revoked_at = now()'],
    ['used', 'accepted_at = now()'],
  ])('that is %s opens nothing', async (_what, change) => {
    const house = await aHouse()
    const guest = await aGuest()
    await invite(house, await emailOf(guest))
    await world.db.query(`update public.workspace_invitations set ${change} where workspace_id = $1`, [
      house.id,
    ])
    expect(await enter(guest, house.id)).toMatchObject({ outcome: 'join_request', entered: false })
  })

  test('brings the projects, groups and teams it names', async () => {
    const house = await aHouse()
    const { rows } = await world.db.query(
      `with p as (insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'P', 'pp', 'private') returning id),
            g as (insert into public.groups (workspace_id, name, slug) values ($1, 'G', '') returning id),
            t as (insert into public.teams (workspace_id, name, slug) values ($1, 'T', '') returning id)
       select p.id::integer as project, g.id::integer as grp, t.id::integer as team from p, g, t`,
      [house.id],
    )
    const { project, grp, team } = rows[0]
    const guest = await aGuest()
    const invitations = [
      {
        email: await emailOf(guest),
        role: 'maker',
        projects: [{ project_id: project, role: 'editor' }],
        groups: [grp],
        teams: [{ team_id: team, role: 'admin' }],
      },
    ]
    await person(world, house.owner, 'invite_members', {
      p_workspace_id: house.id,
      p_invitations: invitations,
    })
    await enter(guest, house.id)
    const given = await world.db.query(
      `select (select role::text from public.project_members where user_id = $1) as project,
         (select count(*)::integer from public.group_admins where user_id = $1) as groups,
         (select role::text from public.team_members where user_id = $1) as team`,
      [guest.id],
    )
    expect(given.rows).toEqual([{ project: 'editor', groups: 1, team: 'admin' }])
  })
})

describe('an approved domain', () => {
  test('lets in with its role, the highest of several', async () => {
    const house = await aHouse()
    const guest = await aGuest()
    await world.db.query('insert into public.emails (user_id, email, confirmed_at) values ($1, $2, now())', [
      guest.id,
      `two-${number}@corp.example`,
    ])
    await approve(house.id, 'example.com', 'viewer')
    await approve(house.id, 'corp.example', 'maker')
    expect(await enter(guest, house.id)).toMatchObject({ outcome: 'approved_domain', role: 'maker' })
  })

  test('means the whole domain, not its end', async () => {
    const house = await aHouse()
    await approve(house.id, 'ample.com')
    expect(await enter(await aGuest(), house.id)).toMatchObject({ outcome: 'join_request' })
  })

  test('counts for nothing without the feature', async () => {
    const house = await aHouse()
    await approve(house.id, 'example.com')
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 1 where workspace_id = $1',
      [house.id],
    )
    expect(await enter(await aGuest(), house.id)).toMatchObject({ outcome: 'join_request' })
  })

  test('counts for nothing when the address is only claimed', async () => {
    const house = await aHouse()
    const guest = await aGuest()
    await approve(house.id, 'claimed.example')
    const address = `c-${number}@claimed.example`
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [guest.id, address])
    expect(await enter(guest, house.id)).toMatchObject({ outcome: 'confirmation_required', email: address })
  })
})

describe('a request to join', () => {
  test('is made once, told to owners and admins, and stays denied', async () => {
    const house = await aHouse()
    await world.aMember(house.id, 'admin', `admin-of-${house.id}`)
    await world.aMember(house.id, 'maker', `maker-of-${house.id}`)
    const guest = await aGuest()
    const asked = { outcome: 'join_request', entered: false, join_request_status: 'created' }
    expect(await enter(guest, house.id)).toMatchObject(asked)
    expect(await enter(guest, house.id)).toMatchObject(asked)
    const admin = `admin-of-${house.id}@example.com`
    expect([
      await mailsTo(world, await emailOf(house.owner), 'join_request'),
      await mailsTo(world, admin, 'join_request'),
      await mailsTo(world, `maker-of-${house.id}@example.com`, 'join_request'),
    ]).toEqual([1, 1, 0])
    await person(world, house.owner, 'decide_join_requests', {
      p_workspace_id: house.id,
      p_decisions: [{ user_id: guest.id, action: 'deny' }],
    })
    expect(await enter(guest, house.id)).toMatchObject({ ...asked, join_request_status: 'denied' })
    expect(await mailsTo(world, await emailOf(guest), 'join_denied')).toBe(1)
  })

  test('of somebody denied is no obstacle to an invitation', async () => {
    const house = await aHouse()
    const guest = await aGuest()
    await enter(guest, house.id)
    await world.db.query('update public.join_requests set is_denied = true where workspace_id = $1', [
      house.id,
    ])
    await invite(house, await emailOf(guest))
    expect(await enter(guest, house.id)).toMatchObject({ outcome: 'invited' })
  })

  test('is not possible where they are disabled', async () => {
    const house = await aHouse()
    await world.db.query('update public.workspaces set join_requests_disabled = true where id = $1', [
      house.id,
    ])
    expect(await enter(await aGuest(), house.id)).toMatchObject({
      join_request_status: 'disabled',
      entered: false,
    })
    expect(await mailsTo(world, await emailOf(house.owner), 'join_request')).toBe(0)
  })

  test('is not made to more than twenty workspaces a day', async () => {
    const guest = await aGuest()
    for (let n = 0; n < 20; n++) await enter(guest, (await aHouse()).id)
    expect((await refusal(enter(guest, (await aHouse()).id))).code).toBe('PT429')
  })
})

describe('a locked workspace', () => {
  test('is closed to all but its oldest owner, and says whom to ask', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    const invited = await aGuest()
    await invite(house, await emailOf(invited))
    await lock(house.id)
    const closed = {
      outcome: 'locked',
      entered: false,
      owner_email: await emailOf(house.owner),
      lock_reason: 'overusage',
    }
    expect(await enter(maker, house.id)).toMatchObject(closed)
    expect(await enter(invited, house.id)).toMatchObject(closed)
    expect(await enter(house.owner, house.id)).toMatchObject({ outcome: 'member', role: 'owner' })
    const stranger = { outcome: 'locked', entered: false, owner_email: null, lock_reason: null }
    expect(await enter(await aGuest(), house.id)).toMatchObject(stranger)
  })

  test('is closed when its time has come, before anybody wrote it down', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    await world.db.query("update public.workspaces set lock_at = now() + interval '1 hour' where id = $1", [
      house.id,
    ])
    expect(await enter(maker, house.id)).toMatchObject({ outcome: 'member' })
    const soon = await person(world, maker, 'workspace_state', { p_workspace_id: house.id })
    expect(soon).toMatchObject({ locked: false, owner_email: await emailOf(house.owner) })
    await world.db.query("update public.workspaces set lock_at = now() - interval '1 second' where id = $1", [
      house.id,
    ])
    expect(await enter(maker, house.id)).toMatchObject({ outcome: 'locked' })
    const state = await person(world, maker, 'workspace_state', { p_workspace_id: house.id })
    expect(state).toMatchObject({ locked: true, is_closed_to_me: true })
    await world.db.query('select private.apply_locks()')
    expect(
      (await world.attempt(maker, 'select 1 from public.workspaces where id = $1', [house.id])).count,
    ).toBe(0)
  })
})

test('neither a password nor a mailed code opens a workspace that signs in otherwise', async () => {
  const house = await aHouse()
  await person(world, house.owner, 'create_integration', {
    p_workspace_id: house.id,
    p_name: 'Hub',
    p_kind: 'github',
  })
  await world.db.query(
    "update public.workspace_integrations set allow_user_login = false where workspace_id = $1 and kind = 'builtin'",
    [house.id],
  )
  expect((await refusal(enter(house.owner, house.id))).message).toBe(
    'This workspace does not allow signing in with e-mail and password.',
  )
})

test('a workspace that does not exist is not found', async () => {
  expect(await refusal(enter(await aGuest(), 999_999))).toMatchObject({
    code: 'PT404',
    message: 'Workspace not found.',
  })
})

test('a full plan refuses with 402 and leaves the invitation', async () => {
  const house = await aHouse('basic')
  const guest = await aGuest()
  await invite(house, await emailOf(guest))
  await world.db.query('update public.billing_accounts set billing_product_id = 1 where workspace_id = $1', [
    house.id,
  ])
  expect((await refusal(enter(guest, house.id))).code).toBe('PT402')
  const { rows } = await world.db.query(
    'select accepted_at from public.workspace_invitations where workspace_id = $1',
    [house.id],
  )
  expect(rows).toEqual([{ accepted_at: null }])
})

test('nobody but the service opens doors', async () => {
  const house = await aHouse()
  for (const caller of [null, house.owner]) {
    const outcome = await world.attempt(
      caller,
      "select public.svc_enter_workspace($1, $2, 'password', null)",
      [house.owner.authId, house.id],
    )
    expect(outcome.refused).toBe('42501')
  }
})
