// What a sign-in leaves behind on its way: nonces, SAML ids and codes that work once, and a trail of refusals.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anIntegration, refusal, service, settings, trail } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let github: number
let saml: number
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('states')
  github = await anIntegration(world, house, 'github')
  saml = await anIntegration(world, house, 'saml', settings.saml)
})
afterAll(() => world.end())

type Answer = Record<string, unknown> | null
const hash = () => createHash('sha256').update(randomBytes(16)).digest('hex')

describe('a nonce', () => {
  const put = (state: string, more: Record<string, unknown> = {}) =>
    service<Answer>(world, 'svc_put_login_state', {
      p_state_hash: state,
      p_purpose: 'login',
      p_integration_id: github,
      p_browser_hash: 'browser-a',
      p_verifier: 'sealed',
      p_return_to: '/docs',
      ...more,
    })
  const take = (state: string, browser = 'browser-a') =>
    service<Answer>(world, 'svc_take_login_state', { p_state_hash: state, p_browser_hash: browser })

  test('works once, in the browser it was made in', async () => {
    const state = hash()
    await put(state)
    expect(await take(state)).toMatchObject({
      integration_id: github,
      workspace_id: house.id,
      verifier: 'sealed',
      return_to: '/docs',
    })
    expect(await take(state)).toBeNull()
  })

  test('is used up by another browser, which gets nothing', async () => {
    const state = hash()
    await put(state)
    expect(await take(state, 'browser-b')).toBeNull()
    expect(await take(state)).toBeNull()
  })

  test('lasts ten minutes', async () => {
    const state = hash()
    await put(state)
    await world.db.query(
      "update private.login_states set expires_at = expires_at - interval '10 minutes' where state_hash = $1",
      [state],
    )
    expect(await take(state)).toBeNull()
  })

  test('is looked at without being used up', async () => {
    const state = hash()
    await put(state)
    const peeked = await service<Answer>(world, 'svc_peek_login_state', { p_state_hash: state })
    expect(peeked).toMatchObject({ integration_id: github })
    expect(peeked).not.toHaveProperty('verifier')
    expect(await take(state)).not.toBeNull()
  })

  test('that is known already is refused', async () => {
    const state = hash()
    await put(state)
    expect(await refusal(put(state, { p_browser_hash: 'browser-b' }))).toMatchObject({ hint: 'TOKEN_ERROR' })
    expect(await take(state)).not.toBeNull()
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'never leads to %s',
    async (target) => {
      await expect(put(hash(), { p_return_to: target })).rejects.toMatchObject({ code: '23514' })
    },
  )

  test('is for an integration that may be used', async () => {
    expect((await refusal(put(hash(), { p_integration_id: 999_999 }))).message).toBe(
      'Unknown authentication url',
    )
    expect((await refusal(put(hash(), { p_purpose: 'connect' }))).code).toBe('PT401')
  })

  test('taken by two requests at once is given to one', async () => {
    const state = hash()
    await put(state)
    const clients = await Promise.all([world.another(), world.another()])
    const answers = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query("select public.svc_take_login_state($1, 'browser-a') as state", [
          state,
        ])
        await client.end()
        return rows[0].state
      }),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })
})

describe('SAML', () => {
  test('requests are taken once', async () => {
    await service(world, 'svc_saml_request_put', { p_id: '_r1', p_integration_id: saml, p_value: 'when' })
    expect(await service(world, 'svc_saml_request_get', { p_id: '_r1', p_integration_id: saml })).toBe('when')
    for (const name of ['svc_saml_request_get', 'svc_saml_request_take'])
      expect(await service(world, name, { p_id: '_r1', p_integration_id: saml + 1 })).toBeNull()
    expect(await service(world, 'svc_saml_request_take', { p_id: '_r1', p_integration_id: saml })).toBe(
      'when',
    )
    expect(await service(world, 'svc_saml_request_take', { p_id: '_r1', p_integration_id: saml })).toBeNull()
  })

  test('assertions are used once an integration, however short they live', async () => {
    const once = (id: number) =>
      service<boolean>(world, 'svc_saml_assertion_once', {
        p_integration_id: id,
        p_assertion_id: '_a1',
        p_expires_at: '2020-01-01T00:00:00Z',
      })
    expect([await once(saml), await once(saml)]).toEqual([true, false])
    await world.db.query('select private.purge_sign_in()')
    expect(await once(saml)).toBe(false)
  })

  test('codes work once, with their state, for a minute', async () => {
    const put = (code: string, state: string | null) =>
      service(world, 'svc_put_sso_code', {
        p_code_hash: code,
        p_integration_id: saml,
        p_state_hash: state,
        p_profile: { id: 'x' },
      })
    const take = (code: string, state: string | null, browser: string | null = null) =>
      service<Answer>(world, 'svc_take_sso_code', {
        p_code_hash: code,
        p_state_hash: state,
        p_browser_hash: browser,
      })
    const [code, other, late] = [hash(), hash(), hash()]
    await put(code, 'state')
    expect(await take(code, 'state')).toMatchObject({
      integration_id: saml,
      workspace_id: house.id,
      profile: { id: 'x' },
    })
    expect(await take(code, 'state')).toBeNull()
    await put(other, 'state')
    expect(await take(other, null)).toBeNull()
    expect(await take(other, 'state')).toBeNull()
    await put(late, null)
    await service(world, 'svc_hold_sso_code', { p_code_hash: late, p_browser_hash: 'browser-a' })
    await world.db.query(
      "update private.sso_codes set expires_at = now() - interval '1 second' where code_hash = $1",
      [late],
    )
    expect(await take(late, null, 'browser-a')).toBeNull()
  })

  test('codes that nobody asked for work in the browser that was asked about them, and in no other', async () => {
    const put = async () => {
      const code = hash()
      await service(world, 'svc_put_sso_code', {
        p_code_hash: code,
        p_integration_id: saml,
        p_state_hash: null,
        p_profile: { id: 'x' },
      })
      return code
    }
    const hold = (code: string, browser: string) =>
      service<object>(world, 'svc_hold_sso_code', { p_code_hash: code, p_browser_hash: browser })
    const take = (code: string, browser: string | null) =>
      service<Answer>(world, 'svc_take_sso_code', {
        p_code_hash: code,
        p_state_hash: null,
        p_browser_hash: browser,
      })
    const [unasked, other, mine] = [await put(), await put(), await put()]
    expect([await take(unasked, 'browser-a'), await take(await put(), null)]).toEqual([null, null])
    expect(await hold(other, 'browser-a')).toMatchObject({ integration_id: saml, profile: { id: 'x' } })
    expect(await hold(other, 'browser-b')).toBeNull()
    expect(await take(other, 'browser-b')).toBeNull()
    await hold(mine, 'browser-a')
    expect(await take(mine, 'browser-a')).toMatchObject({ integration_id: saml })
    expect(await take(mine, 'browser-a')).toBeNull()
  })

  test('a code that nobody asked for is told by the account it opens, not by whom the provider names', async () => {
    const { rows } = await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username)
       values ($1, $2, 'mallory', 'mallory') returning (select username from public.users where id = $1)`,
      [house.owner.id, saml],
    )
    const asked = async (externalId: string) => {
      const code = hash()
      await service(world, 'svc_put_sso_code', {
        p_code_hash: code,
        p_integration_id: saml,
        p_state_hash: null,
        p_profile: { externalId, username: 'x', emails: [{ email: 'victim@corp.example', verified: true }] },
      })
      const args = { p_code_hash: code, p_browser_hash: 'browser-a' }
      return (await service<{ account: string | null }>(world, 'svc_hold_sso_code', args)).account
    }
    expect(await asked('mallory')).toBe(rows[0].username)
    expect(await asked('unknown')).toBeNull()
  })
})

describe('refused sign-ins', () => {
  let here: { id: number; owner: Person }
  let integration: number
  const refuse = (client: string, { cause = 'wrong_password', reason = 'Wrong.', username = '' } = {}) =>
    service(world, 'svc_log_sign_in_refused', {
      p_integration_id: integration,
      p_cause: cause,
      p_reason: reason,
      p_client: client,
      p_username: username,
    })
  const told = () => trail(world, here.id, 'workspace.sign_in.refused')
  const pass = async () => {
    await world.db.query(`update private.sign_in_refusals set began_at = now() - interval '16 minutes'`)
    await world.db.query('select private.tell_sign_in_refusals()')
  }
  let number = 0
  beforeEach(async () => {
    here = await world.aWorkspace(`refuses-${++number}`)
    integration = await anIntegration(world, here, 'saml', settings.saml)
  })

  test('are on the trail at once, with the address, and those that follow together', async () => {
    const reason = 'The response was not signed.'
    for (let n = 0; n < 5; n++) await refuse('203.0.113.5', { cause: 'answer', reason })
    const first = { metadata: { kind: 'saml', reason }, ip_address: '203.0.113.5' }
    expect(await told()).toMatchObject([first])
    await world.db.query('select private.tell_sign_in_refusals()')
    expect(await told()).toHaveLength(1)
    await pass()
    expect(await told()).toMatchObject([{ metadata: { reason, times: 4 }, ip_address: '203.0.113.5' }, first])
    await pass()
    expect(await told()).toHaveLength(2)
  })

  test('of one cause hide no other cause, and nobody whose name was used', async () => {
    const member = await world.aMember(here.id, 'viewer', 'guessed-at')
    await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username) values ($1, $2, 'g', 'Guessed')`,
      [member.id, integration],
    )
    for (let n = 0; n < 70; n++) await refuse(`198.51.100.${n}`, { username: `secret-${n}` })
    expect(await told()).toHaveLength(60)
    await refuse('192.0.2.1', { cause: 'provider', reason: 'The directory could not be reached.' })
    expect((await told())[0]).toMatchObject({ metadata: { reason: 'The directory could not be reached.' } })
    for (let n = 0; n < 3; n++) await refuse(`192.0.2.${n}`, { username: ' guessed ' })
    expect(await told()).toHaveLength(61)
    await pass()
    const events = await told()
    const counted = (more: object) => ({
      metadata: expect.objectContaining({ reason: 'wrong_password', ...more }),
      ip_address: null,
    })
    const counts = events.slice(0, 2)
    expect(counts).toContainEqual(expect.objectContaining(counted({ times: 10 })))
    expect(counts).toContainEqual(expect.objectContaining(counted({ times: 3, user_id: member.id })))
    expect(JSON.stringify(events)).not.toContain('secret-')
  })
})

test('clearing away leaves what can still be used', async () => {
  const [live, dead] = [hash(), hash()]
  for (const state of [live, dead]) {
    await service(world, 'svc_put_login_state', {
      p_state_hash: state,
      p_purpose: 'login',
      p_integration_id: github,
      p_browser_hash: 'b',
    })
  }
  await world.db.query(
    "update private.login_states set expires_at = now() - interval '1 second' where state_hash = $1",
    [dead],
  )
  await world.db.query('select private.purge_sign_in()')
  const { rows } = await world.db.query(
    'select state_hash from private.login_states where state_hash = any ($1)',
    [[live, dead]],
  )
  expect(rows).toEqual([{ state_hash: live }])
})

test('none of it is for people', async () => {
  const tables = [
    'login_states',
    'sso_codes',
    'saml_requests',
    'saml_assertions',
    'email_claims',
    'secrets',
    'session_devices',
    'devices',
    'unsubscribe_tokens',
    'digests',
  ]
  for (const caller of [null, house.owner]) {
    for (const table of tables) {
      expect([table, (await world.attempt(caller, `select 1 from private.${table}`)).refused]).toEqual([
        table,
        '42501',
      ])
    }
  }
  const { rows } = await world.db.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and proname like 'svc\\_%'
     and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute')
       or not has_function_privilege('service_role', oid, 'execute'))`,
  )
  expect(rows).toEqual([])
})
