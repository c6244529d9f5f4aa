// Invitations: the link, many at once, and what comes with them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCredential, mailsTo, person, refusal, service, trail } from './support/identity.ts'
import { inviting } from './support/inviting.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let at: ReturnType<typeof inviting>
beforeAll(async () => {
  world = await aWorld()
  at = inviting(world)
})
afterAll(() => world.end())

let number = 0
const aHouse = (plan = 'enterprise') => world.aWorkspace(`join-${++number}`, plan)
const fresh = () => `invited-${++number}@example.org`

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
    const [item] = await at.each(house.owner, 'invite_members', {
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
    const token = await at.invite(house, email)
    expect(await at.lookUp(token)).toMatchObject({
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
    const token = await at.invite(house, email)
    const authId = await aCredential(world, email)
    expect(await at.accept(token, authId)).toMatchObject({
      outcome: 'invited',
      entered: true,
      role: 'maker',
      has_password: false,
    })
    expect(await at.lookUp(token)).toMatchObject({ state: 'used', has_account: true })
    expect((await refusal(at.accept(token, authId))).message).toBe('This invitation has already been used.')
  })

  test('is for the account of its address, and says so to another one', async () => {
    const house = await aHouse()
    const invited = await world.aPerson(`right-${++number}`)
    const other = await world.aPerson(`wrong-${number}`)
    const token = await at.invite(house, `right-${number}@example.com`)
    expect(await refusal(at.accept(token, other.authId))).toMatchObject({
      code: 'PT403',
      hint: 'ACTION_PROHIBITED',
      message: `This invitation is for right-${number}@example.com. You are signed in as wrong-${number}@example.com.`,
    })
    expect(await at.accept(token, invited.authId)).toMatchObject({ entered: true, user_id: invited.id })
  })

  test('does not give its address to who is signed in with another', async () => {
    const house = await aHouse()
    const token = await at.invite(house, fresh())
    expect((await refusal(at.accept(token, (await world.aPerson(`thief-${++number}`)).authId))).hint).toBe(
      'ACTION_PROHIBITED',
    )
  })

  test('declines it for good, frees its seat, and tells the administrators', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await at.invite(house, email)
    await service(world, 'svc_decline_invitation', { p_token: token, p_client: null })
    expect(await at.lookUp(token)).toMatchObject({ state: 'declined' })
    const authId = await aCredential(world, email)
    for (const again of [
      () => at.accept(token, authId),
      () => service(world, 'svc_decline_invitation', { p_token: token, p_client: null }),
    ])
      expect((await refusal(again())).message).toBe('This invitation has been declined.')
    const [event] = await trail(world, house.id, 'workspace.invitation.declined')
    expect(event?.metadata).toMatchObject({ email, role: 'maker' })
    // The address is free for another invitation.
    await at.invite(house, email)
  })

  test.each([
    ['expired', "expires_at = now() - interval '1 second'", 'This invitation has expired.'],
    ['revoked', 'revoked_at = now()', 'This invitation has been withdrawn.'],
  ])('tells that it is %s', async (state, change, message) => {
    const house = await aHouse()
    const email = fresh()
    const token = await at.invite(house, email)
    await world.db.query(`update public.workspace_invitations set ${change} where email = $1`, [email])
    expect(await at.lookUp(token)).toMatchObject({ state })
    expect((await refusal(at.accept(token, await aCredential(world, email)))).message).toBe(message)
  })

  test('tells that the workspace is locked, or full', async () => {
    const house = await aHouse('basic')
    const email = fresh()
    const token = await at.invite(house, email)
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 1 where workspace_id = $1',
      [house.id],
    )
    expect(await at.lookUp(token)).toMatchObject({ state: 'seat_limit' })
    expect((await refusal(at.accept(token, await aCredential(world, email)))).code).toBe('PT402')
    await world.db.query('update public.workspaces set locked = true where id = $1', [house.id])
    expect(await at.lookUp(token)).toMatchObject({ state: 'locked' })
  })

  test('nobody sent leads nowhere', async () => {
    expect(await at.lookUp('made-up')).toBeNull()
    expect((await refusal(at.accept('made-up', await aCredential(world, fresh())))).message).toBe(
      'Invalid invite URL',
    )
  })

  test('accepted ten times at once lets in once', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await at.invite(house, email)
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
    at.each(caller, 'invite_members', { p_workspace_id: house.id, p_invitations: invitations })

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
