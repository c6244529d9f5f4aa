// People with several addresses, and people beside them: what is meant for one address, person or place leaves the others alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newestMail, person, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let other: { id: number; owner: Person }
let ada: Person
let bob: Person
let name: string
let number = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('neighbours')
  other = await world.aWorkspace('neighbours-beyond')
})
afterAll(() => world.end())

/** ada and bob, makers: each has a primary address, a second confirmed one, and claims a third. */
beforeEach(async () => {
  name = `n${++number}`
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
const address = (which = '', who = 'ada') => `${name}-${who}${which && `-${which}`}@example.com`
const emailId = async (email: string) =>
  Number((await world.db.query('select id from public.emails where email = $1', [email])).rows[0]?.id)

describe('an address that is only claimed', () => {
  const lookup = async (identifier: string, client = '192.0.2.9', browser: string | null = null) =>
    service<{ auth_id?: string | null; retry_after: number }>(world, 'svc_login_lookup', {
      p_identifier: identifier,
      p_client: client,
      p_browser_hash: browser,
    })

  test('signs nobody in; confirmed ones and the username do', async () => {
    const { rows } = await world.db.query('select username from public.users where id = $1', [ada.id])
    for (const identifier of [address(), address('second'), rows[0].username])
      expect((await lookup(identifier)).auth_id).toBe(ada.authId)
    expect((await lookup(address('claim'))).auth_id).toBeNull()
  })

  test('makes no browser a known one, and takes back no count', async () => {
    const result = (identifier: string, client: string, browser = 'browser') =>
      service(world, 'svc_login_result', {
        p_identifier: identifier,
        p_client: client,
        p_ok: true,
        p_browser_hash: browser,
      })
    const known = async (email: string, browser: string) =>
      (await world.db.query('select private.is_known_browser($1, $2) as known', [email, browser])).rows[0]
        .known
    const client = `198.51.100.${number}`
    const tries = async (count: number) => {
      for (let n = 0; n < count; n++) await lookup(address(), client)
      return (await lookup(address(), client)).retry_after > 0
    }
    expect(await tries(19)).toBe(false)
    await expect(result(address('claim'), client)).rejects.toThrow()
    expect(await known(address(), 'browser')).toBe(false)
    expect(await tries(0)).toBe(true)
    await result(address('second', 'bob'), client)
    expect(await tries(0)).toBe(true)
    // Not from the browser that is unknown either, once another is known.
    await result(address('second'), '203.0.113.77', 'known elsewhere')
    expect((await lookup(address(), client, 'unknown')).retry_after).toBeGreaterThan(0)
    expect((await lookup(address(), client, 'known elsewhere')).retry_after).toBe(0)
    await result(address('second'), client)
    expect(await tries(0)).toBe(false)
    expect([await known(address('second'), 'browser'), await known(address('claim'), 'browser')]).toEqual([
      true,
      false,
    ])
    expect([await known(address(), 'another'), await known(address('', 'bob'), 'known elsewhere')]).toEqual([
      false,
      false,
    ])
  })

  test('finds no workspaces and is mailed none', async () => {
    const has = (email: string) => service<boolean>(world, 'svc_has_workspaces', { p_email: email })
    const mailed = async (email: string) => {
      await service(world, 'svc_mail_workspaces', { p_email: email, p_client: `203.0.113.${number}` })
      return (await newestMail(world, email))?.data.workspaces
    }
    expect([await has(address()), await has(address('second')), await has(address('claim'))]).toEqual([
      true,
      true,
      false,
    ])
    expect(await mailed(address('second'))).toEqual([{ name: 'Workspace neighbours', slug: 'neighbours' }])
    expect(await mailed(address('claim'))).toBeUndefined()
  })

  test('is no address of the credential', async () => {
    const moved = async (email: string) =>
      world.as(null, async (ask) => {
        await ask('reset role')
        return ask('update auth.users set email = $2 where id = $1', [ada.authId, email]).then(
          () => 'allowed',
          (error: Error) => error.message,
        )
      })
    const refused = 'Addresses are added and changed in the account settings.'
    expect(await moved(address('second'))).toBe('allowed')
    expect(await moved(address('claim'))).toBe(refused)
    expect(await moved(address('second', 'bob'))).toBe(refused)
  })
})

describe('failed sign-ins that are forgotten', () => {
  test('are one account’s, of every kind', async () => {
    const keys = (who: Person) => [
      `login-account:${who.authId}`,
      `login:${who.authId} client`,
      `login-slow:${who.authId} client`,
    ]
    for (const key of [...keys(ada), ...keys(bob)])
      await world.db.query('select private.throttle_hit($1, 1, 900)', [key])
    await world.db.query('select private.clear_login_throttle($1)', [ada.id])
    const { rows } = await world.db.query(
      'select key from private.throttle where key = any ($1) order by key',
      [[...keys(ada), ...keys(bob)]],
    )
    expect(rows.map(({ key }) => key)).toEqual(keys(bob).sort())
  })
})

describe('a reset', () => {
  test('is of use only in a workspace that one is in', async () => {
    const client = `198.51.100.${100 + number}`
    await service(world, 'svc_request_reset', { p_email: address(), p_client: client })
    const code = (await newestMail(world, address()))?.data.code
    const redeem = async (workspaceId: number) =>
      service<{ outcome: string }>(world, 'svc_redeem_reset', {
        p_email: address(),
        p_code: code,
        p_workspace_id: workspaceId,
        p_client: client,
      })
    expect((await redeem(other.id)).outcome).toBe('not_member')
    expect((await redeem(house.id)).outcome).not.toBe('not_member')
  })
})

describe('the addresses of an account', () => {
  test('are its own', async () => {
    const theirs = await emailId(address('second', 'bob'))
    for (const call of ['set_primary_email', 'remove_email', 'resend_email_code'])
      expect(await world.said(ada, `public.${call}($1)`, [theirs])).toBe('E-mail not found.')
  })

  test('change which one is primary, and nobody else’s do', async () => {
    await world.does(ada, 'select public.set_primary_email($1)', [await emailId(address('second'))])
    const { rows } = await world.db.query(
      'select email from public.emails where is_primary and user_id in ($1, $2) order by email',
      [ada.id, bob.id],
    )
    expect(rows.map(({ email }) => email)).toEqual([address('second'), address('', 'bob')].sort())
  })

  test('keep a confirmed one, which claims are not', async () => {
    const remove = async (which = '') =>
      world.said(ada, 'public.remove_email($1)', [await emailId(address(which))])
    expect(await remove()).toBe('Choose another primary address before removing this one.')
    expect([await remove('second'), await remove('claim')]).toEqual(['allowed', 'allowed'])
    await world.db.query("delete from public.emails where email like $1 || '-ada-second%'", [name])
    expect(await remove()).toBe('The last confirmed e-mail address of an account cannot be removed.')
  })

  test('lose the codes of the one that is removed, and no others', async () => {
    for (const which of ['claim', 'second'])
      for (const who of ['ada', 'bob'])
        await world.db.query(
          "insert into private.codes (purpose, email, subject, code_hash) values ('confirm_email', $1, 'user:' || $2::bigint, '\\x00')",
          [address(which, who), who === 'ada' ? ada.id : bob.id],
        )
    await world.does(ada, 'select public.remove_email($1)', [await emailId(address('claim'))])
    const { rows } = await world.db.query(
      'select email from private.codes where email like $1 order by email',
      [`${name}-%`],
    )
    expect(rows.map(({ email }) => email)).toEqual(
      [address('second'), address('claim', 'bob'), address('second', 'bob')].sort(),
    )
  })

  test('hear of a confirmed one that is removed, and of no claim', async () => {
    const told = async (which: string) => {
      await world.does(ada, 'select public.remove_email($1)', [await emailId(address(which))])
      const { rows } = await world.db.query(
        "select recipient from private.outbox_mails where recipient like $1 and template = 'email_removed' order by 1",
        [`${name}-%`],
      )
      return rows.map(({ recipient }) => recipient)
    }
    expect(await told('claim')).toEqual([])
    expect(await told('second')).toEqual([address(), address('second')].sort())
  })

  test('are confirmed by links and codes for that, not by others', async () => {
    await world.db.query(
      `insert into private.codes (purpose, email, subject, code_hash, token_hash)
       values ('signup', $1, 'user:' || $2::bigint, '\\x00', private.token_hash($3))`,
      [address('claim'), ada.id, `token-${name}`],
    )
    expect(await person(world, ada, 'email_confirmation', { p_token: `token-${name}` })).toBeNull()
    expect(await person(world, ada, 'confirm_email', { p_token: `token-${name}` })).toMatchObject({
      outcome: 'invalid_token',
    })
  })

  test('prove somebody at the primary one', async () => {
    await person(world, ada, 'request_proof_code')
    const mail = await newestMail(world, address())
    expect([mail?.template, await newestMail(world, address('second'))]).toEqual(['code', undefined])
    expect(await person(world, ada, 'prove_session', { p_code: mail?.data.code })).toMatchObject({
      outcome: 'proven',
    })
  })
})

describe('a request to join', () => {
  const mails = async () =>
    (
      await world.db.query(
        "select recipient, data ->> 'email' as email from private.outbox_mails where template = 'join_request' and data ->> 'email' like $1 order by 1",
        [`${name}-%`],
      )
    ).rows

  test('reaches who may approve it, once, at the primary address; denied or not it is its own', async () => {
    const admin = await world.aMember(other.id, 'admin', `${name}-admin`)
    await world.aMember(other.id, 'maker', `${name}-maker`)
    await world.db.query(
      'insert into public.emails (user_id, email, is_primary, confirmed_at) values ($1, $2, false, now())',
      [admin.id, `${name}-admin-second@example.com`],
    )
    const ask = async (who: Person) =>
      (
        await world.db.query("select private.request_to_join($1, $2, '192.0.2.1') as outcome", [
          other.id,
          who.id,
        ])
      ).rows[0].outcome
    expect(await ask(ada)).toBe('created')
    const expected = [`${name}-admin@example.com`, 'owner-neighbours-beyond@example.com']
    expect(
      (await mails()).filter(({ email }) => email === address()).map(({ recipient }) => recipient),
    ).toEqual(expect.arrayContaining(expected))
    expect((await mails()).filter(({ recipient }) => recipient.startsWith(name))).toEqual([
      { recipient: `${name}-admin@example.com`, email: address() },
    ])
    expect(await ask(bob)).toBe('created')
    await world.does(admin, 'select public.decide_join_requests($1, $2)', [
      other.id,
      JSON.stringify([{ user_id: bob.id, action: 'deny' }]),
    ])
    expect([await ask(ada), await ask(bob)]).toEqual(['created', 'denied'])
    await world.does(admin, 'select public.decide_join_requests($1, $2)', [
      other.id,
      JSON.stringify([{ user_id: ada.id, action: 'viewer' }]),
    ])
    const { rows } = await world.db.query(
      'select m.user_id, j.is_denied from public.users u left join public.workspace_members m on m.user_id = u.id and m.workspace_id = $1 left join public.join_requests j on j.user_id = u.id and j.workspace_id = $1 where u.id in ($2, $3) order by u.id',
      [other.id, ada.id, bob.id],
    )
    expect(rows.map(({ user_id, is_denied }) => [user_id !== null, is_denied])).toEqual([
      [true, null],
      [false, true],
    ])
    expect((await newestMail(world, address(), 'join_approved'))?.template).toBe('join_approved')
  })

  test('is seen by who made it and who reads the members', async () => {
    await world.db.query('insert into public.join_requests (workspace_id, user_id) values ($1, $2)', [
      other.id,
      ada.id,
    ])
    const seen = async (who: Person) =>
      (
        await world.attempt(
          who,
          'select 1 from public.join_requests where user_id = $1 and workspace_id = $2',
          [ada.id, other.id],
        )
      ).count
    const viewer = await world.aMember(other.id, 'viewer', `${name}-viewer`)
    expect([await seen(ada), await seen(other.owner), await seen(bob), await seen(viewer)]).toEqual([
      1, 1, 0, 0,
    ])
  })
})

test('a session with two living tokens ends like any other', async () => {
  const session = '00000000-0000-0000-0000-0000000000dd'
  await world.as(ada, async (ask) => {
    await ask('reset role')
    await ask(
      'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())',
      [session, ada.authId],
    )
    for (const token of ['first', 'second'])
      await ask(
        'insert into auth.refresh_tokens (token, user_id, revoked, session_id) values ($1, $2, false, $3)',
        [token, ada.authId, session],
      )
    await ask('delete from auth.sessions where id = $1', [session])
    expect(
      await ask(
        "select token_hash = extensions.digest('second', 'sha256') as last from private.ended_sessions where session_id = $1",
        [session],
      ),
    ).toEqual([{ last: true }])
  })
})

test('a workspace goes with all that is logged about it', async () => {
  const place = await world.aWorkspace(`${name}-goes`)
  const calls = [
    "public.create_integration($1, 'Goes', 'github')",
    "public.add_approved_domain($1, 'goes.example', 'viewer')",
    "public.create_team($1, 'Goes')",
    "public.create_group($1, 'Goes')",
    "public.create_project($1, 'Goes')",
    "public.create_workspace_token($1, 'Goes')",
  ]
  for (const call of calls) await world.does(place.owner, `select ${call}`, [place.id])
  await world.db.query('delete from public.workspaces where id = $1', [place.id])
  const { rows } = await world.db.query('select type from public.activity_events where workspace_id = $1', [
    place.id,
  ])
  expect(rows).toEqual([])
})
