// What an account, a session and a sign-up are refused: each guard as who meets it would notice that it is gone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, newestMail, refusal, service } from './support/identity.ts'
import { aWorld, become, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('guarded')
})
afterAll(() => world.end())

let number = 0
const someone = () => world.aPerson(`guarded-${++number}`)

/** A credential that signed in but has no account. */
async function withoutAccount(): Promise<Person> {
  const { rows } = await world.db.query(
    `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
    [`nobody-${++number}@example.com`],
  )
  return { id: 0, authId: rows[0].id }
}

/** The same in a request that came to this path, with these headers. */
async function saidIn(
  caller: Caller,
  { path = '', headers = {} }: { path?: string; headers?: Record<string, string> },
  call: string,
): Promise<string> {
  return world.as(caller, async (ask) => {
    await ask("select set_config('request.path', $1, true), set_config('request.headers', $2, true)", [
      path,
      JSON.stringify(headers),
    ])
    return ask(`select ${call}`).then(
      () => 'allowed',
      (error: Error) => error.message,
    )
  })
}

describe('an account', () => {
  test('has twenty addresses and no more', async () => {
    const who = await someone()
    const give = (count: number) =>
      world.db.query(
        `insert into public.emails (user_id, email, is_primary)
         select $1::bigint, 'more-' || $1::bigint || '-' || n || '@example.com', false from generate_series(1, $2::integer) n on conflict do nothing`,
        [who.id, count],
      )
    await give(18)
    expect(await world.said(who, "public.add_email('the-twentieth@example.com')")).toBe('allowed')
    await give(19)
    expect(await world.said(who, "public.add_email('one-too-many@example.com')")).toBe(
      'An account has at most 20 e-mail addresses.',
    )
  })

  test('keeps one primary address, unless it goes itself', async () => {
    const who = await someone()
    const atTheEnd = async (sql: string) => {
      await world.db.query('begin')
      await world.db.query(sql, [who.id])
      return world.db
        .query('set constraints all immediate')
        .then(
          () => 'allowed',
          (error: Error) => error.message,
        )
        .finally(() => world.db.query('rollback'))
    }
    const needed = 'An account needs one primary e-mail address.'
    expect(await atTheEnd('delete from public.emails where user_id = $1')).toBe(needed)
    expect(await atTheEnd('update public.emails set is_primary = false where user_id = $1')).toBe(needed)
    expect(await atTheEnd('delete from public.users where id = $1')).toBe('allowed')
  })

  test.each([
    ["'', 'Lovelace'", 'Required'],
    ["'  ', 'Lovelace'", 'Required'],
    ["'Ada', null", 'Required'],
    ["'Ada', ' '", 'Required'],
    ["'Ada', 'Lovelace', p_survey => '[]'", 'The survey is not an object.'],
    ["'Ada', 'Lovelace', p_survey => '\"much\"'", 'The survey is not an object.'],
    ["'Ada', 'Lovelace', p_survey => '{\"role\": \"much\"}'", 'allowed'],
    ["'Ada', 'Lovelace'", 'allowed'],
  ])('is named and surveyed by update_account(%s): %s', async (args, answer) => {
    expect(await world.said(await someone(), `public.update_account(${args})`)).toBe(answer)
  })

  test('is needed to prove oneself, to end sessions and to sign in to a workspace', async () => {
    const nobody = await withoutAccount()
    const signIn = 'Sign in to change your account.'
    expect(await world.said(nobody, 'public.request_proof_code()')).toBe(signIn)
    expect(await world.said(nobody, "public.prove_session('password')")).toBe(signIn)
    expect(await world.said(nobody, 'public.revoke_session($1)', [nobody.authId])).toBe(signIn)
    const entering = service(world, 'svc_enter_workspace', {
      p_auth_id: nobody.authId,
      p_workspace_id: house.id,
      p_client: '192.0.2.1',
    })
    expect(await refusal(entering)).toMatchObject({
      code: 'PT401',
      message: 'The email, username or password is incorrect.',
    })
  })

  test('is shown no workspace that it does not belong to', async () => {
    expect(await world.said(house.owner, 'public.workspace_summary($1)', [house.id])).toBe('allowed')
    expect(await world.said(await someone(), 'public.workspace_summary($1)', [house.id])).toBe(
      'Workspace not found.',
    )
  })
})

describe('a request', () => {
  const alone = 'Codes and passwords are asked for and tried by themselves, by a call of this function alone.'

  test.each([
    [{ path: '/rpc/prove_session' }, 'allowed'],
    [{ path: '/rest/v1/rpc/prove_session', headers: { prefer: 'return=minimal' } }, 'allowed'],
    [{ path: '/graphql' }, alone],
    [{ path: '/rpc/another_call' }, alone],
    [{ path: '/rpc/prove_session', headers: { accept: 'application/vnd.pgrst.object+json' } }, alone],
    [{ path: '/rpc/prove_session', headers: { prefer: 'count=exact' } }, alone],
    [{ path: '/rpc/prove_session', headers: { prefer: 'tx=rollback' } }, alone],
    [{ path: '/rpc/prove_session', headers: { prefer: 'max-affected=1' } }, alone],
  ])('that tries a password is nothing but that: %j', async (request, answer) => {
    expect(await saidIn(await someone(), request, "public.prove_session('a password')")).toBe(answer)
  })

  test.each([
    ['count=exact', 'allowed'],
    ['count=planned', 'Rows are counted exactly or not at all: "Prefer: count=exact".'],
    ['return=minimal, count="estimated"', 'Rows are counted exactly or not at all: "Prefer: count=exact".'],
  ])('that prefers %s', async (prefer, answer) => {
    const headers = { prefer }
    expect(await saidIn(house.owner, { headers }, 'request.check_session()')).toBe(answer)
    expect(await saidIn(null, { headers }, 'request.check_session()')).toBe(answer)
  })

  test('has an idempotency key of somebody, or none', async () => {
    await become(world.db, null)
    await world.db.query('reset role; set local role authenticated')
    const begun = world.db.query("select public.idempotency_begin('POST /', 'key', 'print')")
    expect((await refusal(begun)).message).toBe('Sign in to do this.')
    await world.db.query('rollback')
  })
})

describe('signing up', () => {
  const address = () => `signing-up-${++number}@example.com`

  test('in a workspace needs its leave', async () => {
    const at = (id: number) =>
      service(world, 'svc_workspace_signup', {
        p_workspace_id: id,
        p_email: address(),
        p_code: '000000',
        p_auth_id: null,
        p_client: '192.0.2.1',
      })
    expect(await at(house.id)).toMatchObject({ outcome: 'spent_code' })
    expect((await refusal(at(0))).message).toBe('Workspace not found.')
    // Each switch of the built-in integration by itself, whatever another one allows.
    for (const off of ['enabled', 'allow_user_login', 'allow_user_register']) {
      const closed = await world.aWorkspace(`guarded-${off.slice(-8).replace('_', '-')}`)
      await anIntegration(world, closed, 'github', {}, { p_allow_user_register: true })
      await world.db.query(
        `update public.workspace_integrations set ${off} = false where workspace_id = $1 and kind = 'builtin'`,
        [closed.id],
      )
      expect((await refusal(at(closed.id))).message).toBe(
        'This workspace does not allow signing up by e-mail.',
      )
    }
  })

  test('takes a slug that is one', async () => {
    const email = address()
    await world.db.query("select public.svc_request_code('signup', $1, '192.0.2.1', null)", [email])
    const code = (await newestMail(world, email))?.data.code
    const { authId } = await withoutAccount()
    const under = (slug: string) =>
      service(world, 'svc_signup_workspace', {
        p_auth_id: authId,
        p_email: email,
        p_code: code,
        p_slug: slug,
        p_name: 'Company',
        p_client: '192.0.2.1',
      })
    const invalid = 'Must only contain numbers, lowercase letters, or dashes.'
    for (const slug of ['a', 'Upper', 'a-slug-of-twentyone-x'])
      expect((await refusal(under(slug))).message).toBe(invalid)
    expect(await under('a-slug-of-twenty-xyz')).toMatchObject({ workspace: { slug: 'a-slug-of-twenty-xyz' } })
  })
})
