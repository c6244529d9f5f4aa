// Invitations: the link, many at once, what comes with them, and taking them back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCredential, mailsTo, newestMail, person, refusal, service, trail } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

interface Item {
  ok: boolean
  code: string | null
  status: number | null
  message: string | null
  field: string | null
}
const each = async (caller: Person, name: string, args: Record<string, unknown>): Promise<Item[]> =>
  (await person<{ results: Item[] }>(world, caller, name, args)).results

let number = 0
const aHouse = (plan = 'enterprise') => world.aWorkspace(`join-${++number}`, plan)
const fresh = () => `invited-${++number}@example.org`
const invite = async (
  house: { id: number; owner: Person },
  email: string,
  role = 'maker',
): Promise<string> => {
  await person(world, house.owner, 'invite_member', {
    p_workspace_id: house.id,
    p_email: email,
    p_role: role,
  })
  return tokenTo(email)
}
const tokenTo = async (email: string): Promise<string> =>
  String((await newestMail(world, email, 'invitation'))?.data.token)
const lookUp = (token: string) =>
  service<Record<string, unknown> | null>(world, 'svc_invitation', { p_token: token })
const accept = (token: string, authId: string) =>
  service<Record<string, unknown>>(world, 'svc_accept_invitation', {
    p_token: token,
    p_auth_id: authId,
    p_client: null,
  })
const idOf = async (workspaceId: number, email: string): Promise<number> => {
  const { rows } = await world.db.query(
    'select id from public.workspace_invitations where workspace_id = $1 and email = $2 order by id desc limit 1',
    [workspaceId, email],
  )
  return Number(rows[0].id)
}

/** What a mail program reads as victim@example.org, or as a list with it. */
const disguised = [
  'a<victim@example.org>',
  'victim@example.org,',
  'a,victim@example.org',
  '(c)victim@example.org',
  'victim(c)@example.org',
  '"a"<victim@example.org>',
  'g:victim@example.org;',
  'victim@mail\u3002example.org',
  'victim@exam\u0001ple.org',
]

describe('an address that is none', () => {
  test.each(disguised)('as %j is refused by every way to invite, and nothing is mailed', async (email) => {
    const house = await aHouse()
    const id = house.id
    const refusals = [
      await refusal(person(world, house.owner, 'invite_member', { p_workspace_id: id, p_email: email })),
      await refusal(person(world, house.owner, 'add_email', { p_email: email })),
      await refusal(
        service(world, 'svc_request_code', { p_purpose: 'signup', p_email: email, p_client: null }),
      ),
    ]
    for (const refused of refusals) {
      expect(refused).toEqual({
        code: 'PT400',
        hint: 'VALIDATION_ERROR',
        message: 'Invalid email, please make sure that it is formatted correctly.',
      })
    }
    const [item] = await each(house.owner, 'invite_members', {
      p_workspace_id: id,
      p_invitations: [{ email }],
    })
    expect(item).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, field: 'email' })
    const { rows } = await world.db.query(`select from private.outbox_mails where recipient ~ 'victim'`)
    expect(rows).toEqual([])
  })

  test('cannot be written by any function, forgotten checks included', async () => {
    const house = await aHouse()
    await expect(
      world.db.query(
        `insert into public.workspace_invitations (workspace_id, email, token_hash) values ($1, 'a<b@example.org>', 'x')`,
        [house.id],
      ),
    ).rejects.toMatchObject({ constraint: 'email_check' })
    await expect(
      world.db.query(`select private.enqueue_mail('a<b@example.org>', 'reset', '{}')`),
    ).rejects.toMatchObject({ hint: 'VALIDATION_ERROR' })
  })
})

describe('the link of an invitation', () => {
  test('says what it is for, and is kept as a hash', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await invite(house, email)
    expect(await lookUp(token)).toMatchObject({
      state: 'ok',
      email,
      has_account: false,
      role: 'maker',
      workspace: { id: house.id },
    })
    const { rows } = await world.db.query(
      'select i::text as row from public.workspace_invitations i where email = $1',
      [email],
    )
    expect(rows[0].row).not.toContain(token)
  })

  test('makes a new account of the address, and works once', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await invite(house, email)
    const authId = await aCredential(world, email)
    expect(await accept(token, authId)).toMatchObject({
      outcome: 'invited',
      entered: true,
      role: 'maker',
      has_password: false,
    })
    expect(await lookUp(token)).toMatchObject({ state: 'used', has_account: true })
    expect((await refusal(accept(token, authId))).message).toBe('This invitation has already been used.')
  })

  test('is for the account of its address, and says so to another one', async () => {
    const house = await aHouse()
    const invited = await world.aPerson(`right-${++number}`)
    const other = await world.aPerson(`wrong-${number}`)
    const token = await invite(house, `right-${number}@example.com`)
    expect(await refusal(accept(token, other.authId))).toMatchObject({
      code: 'PT403',
      hint: 'ACTION_PROHIBITED',
      message: `This invitation is for right-${number}@example.com. You are signed in as wrong-${number}@example.com.`,
    })
    expect(await accept(token, invited.authId)).toMatchObject({ entered: true, user_id: invited.id })
  })

  test('does not give its address to who is signed in with another', async () => {
    const house = await aHouse()
    const token = await invite(house, fresh())
    expect((await refusal(accept(token, (await world.aPerson(`thief-${++number}`)).authId))).hint).toBe(
      'ACTION_PROHIBITED',
    )
  })

  test('declines it for good, frees its seat, and tells the administrators', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await invite(house, email)
    await service(world, 'svc_decline_invitation', { p_token: token, p_client: null })
    expect(await lookUp(token)).toMatchObject({ state: 'declined' })
    const authId = await aCredential(world, email)
    for (const again of [
      () => accept(token, authId),
      () => service(world, 'svc_decline_invitation', { p_token: token, p_client: null }),
    ])
      expect((await refusal(again())).message).toBe('This invitation has been declined.')
    const [event] = await trail(world, house.id, 'workspace.invitation.declined')
    expect(event?.metadata).toMatchObject({ email, role: 'maker' })
    // The address is free for another invitation.
    await invite(house, email)
  })

  test.each([
    ['expired', "expires_at = now() - interval '1 second'", 'This invitation has expired.'],
    ['revoked', 'revoked_at = now()', 'This invitation has been withdrawn.'],
  ])('tells that it is %s', async (state, change, message) => {
    const house = await aHouse()
    const email = fresh()
    const token = await invite(house, email)
    await world.db.query(`update public.workspace_invitations set ${change} where email = $1`, [email])
    expect(await lookUp(token)).toMatchObject({ state })
    expect((await refusal(accept(token, await aCredential(world, email)))).message).toBe(message)
  })

  test('tells that the workspace is locked, or full', async () => {
    const house = await aHouse('basic')
    const email = fresh()
    const token = await invite(house, email)
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 1 where workspace_id = $1',
      [house.id],
    )
    expect(await lookUp(token)).toMatchObject({ state: 'seat_limit' })
    expect((await refusal(accept(token, await aCredential(world, email)))).code).toBe('PT402')
    await world.db.query('update public.workspaces set locked = true where id = $1', [house.id])
    expect(await lookUp(token)).toMatchObject({ state: 'locked' })
  })

  test('nobody sent leads nowhere', async () => {
    expect(await lookUp('made-up')).toBeNull()
    expect((await refusal(accept('made-up', await aCredential(world, fresh())))).message).toBe(
      'Invalid invite URL',
    )
  })

  test('accepted ten times at once lets in once', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await invite(house, email)
    const authId = await aCredential(world, email)
    const clients = await Promise.all(Array.from({ length: 10 }, () => world.another()))
    const outcomes = await Promise.all(
      clients.map(async (client) => {
        try {
          await client.query('select public.svc_accept_invitation($1, $2, null)', [token, authId])
          return 'in'
        } catch (error) {
          return (error as { code: string }).code
        } finally {
          await client.end()
        }
      }),
    )
    expect(outcomes.sort()).toEqual([...Array.from({ length: 9 }, () => 'PT400'), 'in'])
  })
})

describe('many invitations at once', () => {
  const inviteAll = (house: { id: number; owner: Person }, caller: Person, invitations: unknown[]) =>
    each(caller, 'invite_members', { p_workspace_id: house.id, p_invitations: invitations })

  test('succeed and fail one by one, in order', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    const good = fresh()
    const results = await inviteAll(house, maker, [
      { email: good, role: 'maker' },
      { email: 'no address', role: 'maker' },
      { email: fresh(), role: 'admin' },
      { email: good, role: 'maker' },
      { email: fresh(), role: 'guest', projects: [{ project_id: 999_999, role: 'viewer' }] },
    ])
    expect(results.map(({ ok, status }) => (ok ? 'ok' : status))).toEqual(['ok', 400, 403, 409, 404])
    expect(results[1]).toMatchObject({
      field: 'email',
      message: 'Invalid email, please make sure that it is formatted correctly.',
    })
    expect(await mailsTo(world, good, 'invitation')).toBe(1)
  })

  test('past the seats of the plan are all refused; open invitations count', async () => {
    const house = await aHouse('basic')
    await world.db.query(
      'update public.billing_accounts set included_members = 2, paid_members = 1 where workspace_id = $1',
      [house.id],
    )
    await inviteAll(house, house.owner, [{ email: fresh() }])
    const attempt = inviteAll(house, house.owner, [{ email: fresh() }, { email: fresh() }])
    expect((await refusal(attempt)).code).toBe('PT402')
    const { rows } = await world.db.query(
      'select count(*)::integer as n from public.workspace_invitations where workspace_id = $1',
      [house.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('give no more of a project than the caller could', async () => {
    const house = await aHouse()
    const maker = await world.aMember(house.id, 'maker')
    const { rows } = await world.db.query(
      "insert into public.projects (workspace_id, name, slug) values ($1, 'Shared', 'shared') returning id",
      [house.id],
    )
    const project_id = Number(rows[0].id)
    const results = await inviteAll(house, maker, [
      { email: fresh(), projects: [{ project_id, role: 'editor' }] },
      { email: fresh(), projects: [{ project_id, role: 'admin' }] },
      { email: fresh(), projects: [{ project_id, role: 'owner' }] },
    ])
    expect(results.map(({ ok, status }) => (ok ? 'ok' : status))).toEqual(['ok', 403, 400])
  })
})

describe('a pending invitation', () => {
  test('is sent again with a new link, once a minute; the old link is dead', async () => {
    const house = await aHouse()
    const email = fresh()
    const old = await invite(house, email)
    const id = await idOf(house.id, email)
    const resend = () => each(house.owner, 'resend_invitations', { p_ids: [id] })
    expect((await resend())[0]).toMatchObject({ status: 429 })
    await world.db.query(
      "update public.workspace_invitations set last_sent_at = now() - interval '2 minutes' where id = $1",
      [id],
    )
    expect((await resend())[0]).toMatchObject({ ok: true })
    expect([await lookUp(old), (await lookUp(await tokenTo(email)))?.state]).toEqual([null, 'ok'])
    expect(await trail(world, house.id, 'workspace.invitation.resent')).toHaveLength(1)
  })

  test('and inviting again and again sends few mails to an address', async () => {
    const house = await aHouse()
    const email = fresh()
    for (let round = 0; round < 5; round++) {
      await invite(house, email)
      await person(world, house.owner, 'revoke_invitations', { p_ids: [await idOf(house.id, email)] })
    }
    expect(await refusal(invite(house, email))).toMatchObject({ code: 'PT429', hint: 'TOO_MANY_REQUESTS' })
    expect(await mailsTo(world, email, 'invitation')).toBe(5)
    await invite(house, fresh())
  })

  test('is never refused for what strangers sent to the address: it comes with theirs, within the hour', async () => {
    const email = fresh()
    const strangers = [await aHouse(), await aHouse(), await aHouse(), await aHouse()]
    for (const stranger of strangers) {
      for (let round = 0; round < 5; round++) {
        await invite(stranger, email)
        await person(world, stranger.owner, 'revoke_invitations', { p_ids: [await idOf(stranger.id, email)] })
      }
    }
    expect(await mailsTo(world, email, 'invitation')).toBe(20)
    const [house, other] = [await aHouse(), await aHouse()]
    await invite(house, email)
    await person(world, house.owner, 'revoke_invitations', { p_ids: [await idOf(house.id, email)] })
    await invite(house, email)
    await invite(other, email)
    expect([await mailsTo(world, email, 'invitation'), await mailsTo(world, email, 'invitations')]).toEqual([
      20, 1,
    ])
    const collected = (await newestMail(world, email, 'invitations'))?.data.invitations as Record<
      string,
      { token: string; slug: string }
    >
    expect(Object.keys(collected).sort()).toEqual([`${house.id}`, `${other.id}`].sort())
    // Of a workspace the newest: the older link is dead.
    for (const [id, { token }] of Object.entries(collected))
      expect(await lookUp(token)).toMatchObject({ state: 'ok', workspace: { id: Number(id) } })
    const { rows } = await world.db.query(
      `select j.run_at > now() + interval '50 minutes' and j.run_at <= now() + interval '1 hour' as later
       from private.outbox_mails o join graphile_worker.jobs j on j.key = 'mail:' || o.id
       where o.recipient = $1 and o.template = 'invitations'`,
      [email],
    )
    expect(rows).toEqual([{ later: true }])

    // A mail holds a hundred workspaces at most.
    await world.db.query(
      `update private.outbox_mails set data = jsonb_build_object('invitations', (select jsonb_object_agg('x' || n, '{}'::jsonb) from generate_series(1, 100) n))
       where recipient = $1 and template = 'invitations'`,
      [email],
    )
    await invite(await aHouse(), email)
    expect(await mailsTo(world, email, 'invitations')).toBe(2)
  })

  test('is withdrawn by who sent it or approves members, by nobody else, and then unseen', async () => {
    const house = await aHouse()
    const [maker, other] = [
      await world.aMember(house.id, 'maker'),
      await world.aMember(house.id, 'maker', `other-${++number}`),
    ]
    const emails = [fresh(), fresh()]
    for (const email of emails)
      await person(world, maker, 'invite_member', { p_workspace_id: house.id, p_email: email })
    const ids = [await idOf(house.id, emails[0] ?? ''), await idOf(house.id, emails[1] ?? '')]
    const revoke = async (who: Person, id: number | undefined) =>
      (await each(who, 'revoke_invitations', { p_ids: [Number(id)] }))[0]
    expect(await revoke(other, ids[0])).toMatchObject({ status: 403 })
    expect(await revoke((await aHouse()).owner, ids[0])).toMatchObject({ status: 404 })
    expect(await revoke(maker, ids[0])).toMatchObject({ ok: true })
    expect(await revoke(house.owner, ids[1])).toMatchObject({ ok: true })
    const seen = await world.attempt(
      house.owner,
      'select 1 from public.workspace_invitations where workspace_id = $1',
      [house.id],
    )
    expect(seen.count).toBe(0)
    expect((await world.attempt(house.owner, 'delete from public.workspace_invitations')).refused).toBe(
      '42501',
    )
  })

  test('takes projects on and off', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await invite(house, email)
    const { rows } = await world.db.query(
      "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'A', 'aa', 'private'), ($1, 'B', 'bb', 'private') returning id",
      [house.id],
    )
    const [a, b] = rows.map((row) => Number(row.id))
    const id = await idOf(house.id, email)
    const projects = [
      { project_id: a, role: 'viewer' },
      { project_id: b, role: 'editor' },
    ]
    await person(world, house.owner, 'link_invitation', { p_invitation_id: id, p_projects: projects })
    // Who could not give a role does not take it back either.
    const maker = await world.aMember(house.id, 'maker')
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')",
      [b, maker.id],
    )
    const lowered = { p_invitation_id: id, p_projects: [{ project_id: b, role: 'viewer' }] }
    expect((await refusal(person(world, maker, 'link_invitation', lowered))).code).toBe('PT403')
    await person(world, house.owner, 'unlink_invitation', { p_invitation_id: id, p_project_id: a })
    const { user_id: userId } = await accept(token, await aCredential(world, email))
    const given = await world.db.query(
      'select project_id::integer as id from public.project_members where user_id = $1',
      [userId],
    )
    expect(given.rows).toEqual([{ id: b }])
  })
})
