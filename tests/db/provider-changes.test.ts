// A provider in whose place another one answers: what of its people goes, and what stays.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Said, signingIn, verified } from './support/external.ts'
import {
  anIntegration,
  aSession,
  person,
  refusal,
  revisionOf,
  sealed,
  service,
  settings,
} from './support/identity.ts'
import { aWorld, type World } from './support/people.ts'

let world: World
let at: ReturnType<typeof signingIn>
beforeAll(async () => {
  world = await aWorld()
  at = signingIn(world)
})
afterAll(() => world.end())

const login = (...of: Parameters<typeof at.login>) => at.login(...of)
const arrive = (...of: Parameters<typeof at.arrive>) => at.arrive(...of)
const accountOf = (...of: Parameters<typeof at.accountOf>) => at.accountOf(...of)
const confirm = (...of: Parameters<typeof at.confirm>) => at.confirm(...of)

let number = 0

describe('a provider in whose place another one answers', () => {
  /** A member, with a workspace of their own, whom the own host of another workspace calls 900900 and who proved it. */
  async function known(kind: string, config: Record<string, unknown>) {
    const here = await world.aWorkspace(`moved-${++number}`)
    const custom = kind === 'github' ? { p_config_type: 'custom', p_secrets: { clientSecret: sealed } } : {}
    const secrets = kind === 'ldap' ? { p_secrets: { bindCredentials: sealed } } : {}
    const host = await anIntegration(world, here, kind, config, { ...custom, ...secrets })
    const vera = await world.aMember(here.id, 'viewer', `vera-${number}`)
    const email = `vera-${number}@example.com`
    await world
      .aWorkspace(`veraco-${number}`)
      .then(({ id }) =>
        world.db.query(
          `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')`,
          [id, vera.id],
        ),
      )
    await login(host, '900900', verified(email), { p_browser_hash: 'home' })
    await confirm(here.id, email, 'home')
    const at = (browser: string, said: Said[] = []) =>
      login(host, '900900', said, { p_browser_hash: browser })
    expect(await at('home', verified(email))).toMatchObject({ user_id: vera.id, only_workspace_id: null })
    const change = (changes: Record<string, unknown>) =>
      person(world, here.owner, 'update_integration', { p_integration_id: host, ...changes })
    return { here, host, vera, email, at, change }
  }
  const left = async (host: number) => {
    const tables = ['public.external_users', 'private.known_browsers', 'private.email_claims']
    const { rows } = await world.db.query(
      `select ${tables.map((t) => `(select count(*)::integer from ${t} where workspace_integration_id = $1)`).join(' + ')} as n`,
      [host],
    )
    return rows[0].n
  }

  test('does not inherit its people: the number of an own host is nobody at the public one', async () => {
    const { host, vera, at, change } = await known('github', settings.github)
    await change({ p_config_type: 'default' })
    expect(await left(host)).toBe(0)
    const attacker = `attacker-${number}@example.org`
    const entry = await arrive(host, '900900', verified(attacker), { p_browser_hash: 'home' })
    expect(entry.user_id).not.toBe(vera.id)
    expect(await at('home')).toMatchObject({ user_id: entry.user_id })
    expect(await accountOf(attacker)).toBe(entry.user_id)
  })

  test.each([
    ['github', settings.github, { hostUrl: 'https://other.example.com' }],
    ['github', settings.github, { apiUrl: 'https://other.example.com/api' }],
    ['saml', settings.saml, { entryPoint: 'https://other.example.com/sso' }],
    ['saml', settings.saml, { idpIssuer: 'https://other.example.com' }],
    ['ldap', settings.ldap, { url: 'ldaps://other.example.com' }],
    ['ldap', settings.ldap, { searchBase: 'dc=other' }],
    ['ldap', settings.ldap, { searchFilter: '(mail={{username}})' }],
  ])('is another one of kind %s by its settings', async (kind, config, moved) => {
    const { host, vera, email, at, change } = await known(kind, config)
    const [secret] = kind === 'github' ? ['clientSecret'] : kind === 'ldap' ? ['bindCredentials'] : []
    await change({ p_config: moved, p_secrets: secret ? { [secret]: sealed } : {} })
    expect(await left(host)).toBe(0)
    expect(await at('home')).toMatchObject({ outcome: 'no_email' })
    expect(await at('home', verified(email))).toMatchObject({
      outcome: 'confirmation_required',
      user_id: null,
    })
    expect(vera.id).toBe(await accountOf(email))
  })

  test('is the same one under another name, with another client and another address of a person', async () => {
    const { host, vera, at, change } = await known('github', settings.github)
    const before = await left(host)
    await change({ p_name: 'Renamed', p_config: { clientId: 'another' } })
    expect(await left(host)).toBe(before)
    expect(await at('home')).toMatchObject({ user_id: vera.id, only_workspace_id: null })
  })

  test('ends the sessions it opened, except that of who changes it, which counts as opened by nobody', async () => {
    const { here, host, vera } = await known('github', settings.github)
    const by = { method: 'provider', integrationId: host } as const
    const [theirs, other, mine] = [
      await aSession(world, vera, by),
      await aSession(world, vera),
      await aSession(world, here.owner, by),
    ]
    await person(world, mine, 'update_integration', { p_integration_id: host, p_config_type: 'default' })
    const lives = async ({ sessionId }: { sessionId: string }) =>
      (await world.db.query('select 1 from auth.sessions where id = $1', [sessionId])).rowCount === 1
    expect([await lives(theirs), await lives(other), await lives(mine)]).toEqual([false, true, true])
    const { rows } = await world.db.query(
      'select method, integration_id from private.sessions where session_id = $1',
      [mine.sessionId],
    )
    expect(rows).toEqual([{ method: 'code', integration_id: null }])
    expect(await service(world, 'svc_why_ended', { p_refresh_token: theirs.refreshToken })).toMatchObject({
      reason: 'provider_changed',
    })
  })

  test('opens nothing and connects nobody with what was asked before', async () => {
    const { here, host, vera } = await known('github', settings.github)
    const asked = await revisionOf(world, host)
    await person(world, here.owner, 'update_integration', {
      p_integration_id: host,
      p_config_type: 'default',
    })
    const note = (p_revision: string | null) =>
      service(world, 'svc_note_sign_in', {
        p_auth_id: vera.authId,
        p_session_id: '00000000-0000-4000-8000-000000000001',
        p_method: 'provider',
        p_user_agent: '',
        p_client: null,
        p_integration_id: host,
        p_revision,
      })
    const connect = (p_revision: string | null) =>
      aSession(world, vera).then(({ sessionId }) =>
        service(world, 'svc_connect_external', {
          p_auth_id: vera.authId,
          p_session_id: sessionId,
          p_integration_id: host,
          p_external_id: '900900',
          p_username: 'x',
          p_revision,
        }),
      )
    for (const stale of [asked, null])
      for (const attempt of [note, connect]) expect((await refusal(attempt(stale))).hint).toBe('TOKEN_ERROR')
    expect(await left(host)).toBe(0)
  })

  test('waits for a sign-in that is on its way, and clears away what that wrote', async () => {
    const { host } = await known('github', settings.github)
    const asked = await revisionOf(world, host)
    const other = await world.another()
    const move = () =>
      other.query(`update public.workspace_integrations set config_type = 'default' where id = $1`, [host])
    try {
      await other.query(`set lock_timeout = '50ms'`)
      await world.db.query('begin')
      await world.db.query('select private.require_revision($1, $2)', [host, asked])
      await expect(move()).rejects.toMatchObject({ code: '55P03' })
      await world.db.query(
        `insert into private.known_browsers (workspace_integration_id, external_id, email, browser_hash) values ($1, '1', 'a@example.com', 'late')`,
        [host],
      )
      await world.db.query('commit')
      await move()
      expect(await left(host)).toBe(0)
    } finally {
      await other.end()
    }
  })
})
