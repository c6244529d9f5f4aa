// Signing in by a Git host, a directory or SAML: whose account that is, and whose it never becomes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aCredential,
  anIntegration,
  aSession,
  mailsTo,
  newestMail,
  person,
  refusal,
  revisionOf,
  sealed,
  service,
  settings,
} from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let github: number
let saml: number
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('providers')
  github = await anIntegration(world, house, 'github')
  saml = await anIntegration(world, house, 'saml', settings.saml)
  await world.db.query(
    "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'corp.example', 'maker')",
    [house.id],
  )
})
afterAll(() => world.end())

interface Answer {
  outcome: string
  entered: boolean
  email: string | null
  user_id: number | null
  role: string | null
  /** The workspace whose provider alone says who this is. */
  only_workspace_id: number | null
}
interface Said {
  email: string
  verified: boolean
  primary?: boolean
}

let number = 0
const fresh = (domain = 'corp.example') => `somebody-${++number}@${domain}`
const login = async (
  integration: number,
  externalId: string,
  emails: Said[],
  more: Record<string, unknown> = {},
) =>
  service<Answer>(world, 'svc_external_login', {
    p_integration_id: integration,
    p_external_id: externalId,
    p_username: externalId,
    p_emails: emails,
    p_browser_hash: 'usual',
    p_revision: await revisionOf(world, integration),
    ...more,
  })
const verified = (email: string): Said[] => [{ email, verified: true, primary: true }]

/** Signs in as the function does: makes the credential it is asked for, and calls again. */
async function arrive(
  integration: number,
  externalId: string,
  emails: Said[],
  more: Record<string, unknown> = {},
) {
  const first = await login(integration, externalId, emails, more)
  if (first.outcome !== 'needs_credential') return first
  return login(integration, externalId, emails, {
    ...more,
    p_auth_id: await aCredential(world, first.email ?? ''),
  })
}
async function confirm(workspaceId: number, email: string, browser = 'usual') {
  const mail = await newestMail(world, email, 'code')
  return service<{ outcome: string }>(world, 'svc_confirm_member_email', {
    p_workspace_id: workspaceId,
    p_email: email,
    p_code: mail?.data.code,
    p_browser_hash: browser,
    p_client: null,
  })
}
const accountOf = async (email: string): Promise<number | undefined> => {
  const { rows } = await world.db.query(
    'select user_id::integer as id from public.emails where email = $1 and confirmed_at is not null',
    [email],
  )
  return rows[0]?.id
}

describe('a host whose word counts everywhere', () => {
  test('makes an account of a verified address, once, and finds it again by its own id', async () => {
    const email = fresh()
    const first = await arrive(github, `gh-${email}`, verified(email), {
      p_data: { first_name: 'Ada', last_name: 'L' },
    })
    expect(first).toMatchObject({ outcome: 'approved_domain', entered: true, role: 'maker' })
    const again = await login(github, `gh-${email}`, [])
    expect(again).toMatchObject({ outcome: 'member', user_id: first.user_id })
    const { rows } = await world.db.query('select first_name, has_password from public.users where id = $1', [
      first.user_id,
    ])
    expect(rows).toEqual([{ first_name: 'Ada', has_password: false }])
  })

  test('leads to the account that proved the address', async () => {
    const known = await world.aPerson(`known-${++number}`)
    const answer = await login(github, 'gh-known', verified(`known-${number}@example.com`))
    expect(answer).toMatchObject({ outcome: 'join_request', user_id: known.id })
  })

  test('says nothing by an address that it did not verify', async () => {
    const victim = `victim-${++number}`
    await world.aPerson(victim)
    const emails = [{ email: `${victim}@example.com`, verified: false, primary: true }]
    expect(await login(github, 'gh-attacker', emails)).toMatchObject({ outcome: 'no_email', entered: false })
  })

  test('does not reach an account that only claims the address', async () => {
    const squatter = await world.aPerson(`squatter-${++number}`)
    const email = fresh()
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [squatter.id, email])
    const answer = await arrive(github, `gh-${email}`, verified(email))
    expect(answer.entered).toBe(true)
    expect(answer.user_id).not.toBe(squatter.id)
    expect(await accountOf(email)).toBe(answer.user_id)
  })

  test('cannot be answered with the credential of another address', async () => {
    const other = await aCredential(world, fresh())
    const attempt = login(github, 'gh-mismatch', verified(fresh()), { p_auth_id: other })
    expect(await refusal(attempt)).toMatchObject({ hint: 'TOKEN_ERROR' })
  })

  test('keeps the account a known id belongs to, whatever address it comes with later', async () => {
    const email = fresh()
    const first = await arrive(github, `gh-${email}`, verified(email))
    const victim = await world.aPerson(`renamed-${++number}`)
    const later = await login(github, `gh-${email}`, verified(`renamed-${number}@example.com`))
    expect(later.user_id).toBe(first.user_id)
    expect(await accountOf(`renamed-${number}@example.com`)).toBe(victim.id)
  })
})

describe('an identity provider of the workspace', () => {
  test('can claim any address, so a code decides: no account before, the right one after', async () => {
    const email = fresh()
    expect(await login(saml, `idp-${email}`, verified(email))).toMatchObject({
      outcome: 'confirmation_required',
      entered: false,
      email,
    })
    expect(await accountOf(email)).toBeUndefined()
    expect(await confirm(house.id, email)).toMatchObject({ outcome: 'confirmed' })
    expect(await arrive(saml, `idp-${email}`, verified(email))).toMatchObject({
      outcome: 'approved_domain',
      entered: true,
    })
    expect(await login(saml, `idp-${email}`, verified(email))).toMatchObject({ outcome: 'member' })
  })

  test('does not become the account of who is claimed, nor do other people it names', async () => {
    const victim = await world.aPerson(`target-${++number}`)
    const email = `target-${number}@example.com`
    expect(await login(saml, 'evil', verified(email))).toMatchObject({ outcome: 'confirmation_required' })
    await login(saml, 'honest', verified(email))
    await confirm(house.id, email)
    expect(await login(saml, 'evil', verified(email))).toMatchObject({
      outcome: 'confirmation_required',
      user_id: null,
    })
    expect(await login(saml, 'honest', verified(email))).toMatchObject({ user_id: victim.id })
  })

  test('cannot have another browser confirm it', async () => {
    const email = fresh()
    await login(saml, `idp-${email}`, verified(email), { p_browser_hash: 'browser-a' })
    expect(await confirm(house.id, email, 'browser-b')).toMatchObject({ outcome: 'spent_code' })
    expect(await confirm(house.id, email, 'browser-a')).toMatchObject({ outcome: 'confirmed' })
  })

  test('opens an account that reaches other workspaces only in browsers where a code was entered', async () => {
    const email = fresh()
    const id = `idp-${email}`
    const from = (browser: string) => login(saml, id, verified(email), { p_browser_hash: browser })
    await from('home')
    await confirm(house.id, email, 'home')
    const { user_id: account } = await arrive(saml, id, verified(email), { p_browser_hash: 'home' })
    expect(await from('elsewhere')).toMatchObject({ outcome: 'member', only_workspace_id: house.id })

    const other = await world.aWorkspace('beyond')
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'guest')`,
      [other.id, account],
    )
    expect(await from('elsewhere')).toMatchObject({ outcome: 'confirmation_required', entered: false, email })
    expect(await login(saml, id, [], { p_browser_hash: 'elsewhere' })).toMatchObject({ entered: false })
    expect(await confirm(house.id, email, 'home')).toMatchObject({ outcome: 'spent_code' })
    expect(await from('home')).toMatchObject({ outcome: 'member', only_workspace_id: null })

    await confirm(house.id, email, 'elsewhere')
    expect(await from('elsewhere')).toMatchObject({ outcome: 'member', only_workspace_id: null })
  })

  test('adds no address to an account, though who runs it confirmed one of their own under the same id', async () => {
    const at = (id: string, browser: string, ...said: string[]) =>
      arrive(
        saml,
        id,
        said.map((email, n) => ({ email, verified: true, primary: n === 0 })),
        {
          p_browser_hash: browser,
        },
      )
    const addressesOf = async (account: number | null) => {
      const { rows } = await world.db.query('select email from public.emails where user_id = $1', [account])
      return rows.map((row) => row.email)
    }
    const email = fresh()
    const [id, evil] = [`idp-${email}`, fresh('evil.example')]
    await at(id, 'thief', evil)
    await confirm(house.id, evil, 'thief')
    await at(id, 'home', email)
    await confirm(house.id, email, 'home')

    // In the person's own browser, and in the thief's.
    const { user_id: account } = await at(id, 'home', email, evil)
    expect(await addressesOf(account)).toEqual([email])
    expect(await at(id, 'thief', evil)).toMatchObject({ user_id: account, only_workspace_id: house.id })
    expect(await at(id, 'thief', evil)).toMatchObject({ only_workspace_id: house.id })
    expect(await addressesOf(account)).toEqual([email])
  })

  test('is sent a fresh code only for a sign-in that waits', async () => {
    const email = fresh()
    const resend = (to: string) =>
      service(world, 'svc_request_member_code', {
        p_workspace_id: house.id,
        p_email: to,
        p_browser_hash: 'usual',
        p_client: null,
      })
    expect(await resend(email)).toEqual({ retry_after: 0 })
    expect(await mailsTo(world, email, 'code')).toBe(0)
    await login(saml, `idp-${email}`, verified(email))
    await resend(email)
    expect(await mailsTo(world, email, 'code')).toBe(2)
  })

  test('is believed where one company runs all of it', async () => {
    await world.db.query("update private.deployment set mode = 'single_tenant'")
    try {
      const email = fresh()
      expect(await arrive(saml, `idp-${email}`, verified(email))).toMatchObject({ entered: true })
    } finally {
      await world.db.query("update private.deployment set mode = 'multi_tenant'")
    }
  })
})

describe('a Git host of one’s own', () => {
  const own = (host: string) => ({
    ...settings.github,
    hostUrl: `https://${host}`,
    apiUrl: `https://${host}/api`,
  })
  const custom = { p_config_type: 'custom', p_secrets: { clientSecret: sealed } }

  test('is believed when the operator lists it, and only as listed', async () => {
    await world.db.query(
      'select private.set_trusted_providers(\'[{"kind": "github", "hostUrl": "https://git.trusted.example", "apiUrl": "https://git.trusted.example/api"}]\')',
    )
    const other = await world.aWorkspace('own-host')
    const trusted = await anIntegration(world, other, 'github', own('git.trusted.example'), custom)
    const mixed = await anIntegration(
      world,
      other,
      'github',
      {
        ...own('git.trusted.example'),
        hostUrl: 'https://evil.example',
        apiUrl: 'https://git.trusted.example/api/x',
      },
      { ...custom, p_name: 'Mixed' },
    )
    const kind = await anIntegration(world, other, 'gitlab', own('git.trusted.example'), custom)
    const email = fresh()
    expect(await login(trusted, 'a', verified(email))).toMatchObject({ outcome: 'needs_credential' })
    for (const integration of [mixed, kind])
      expect(await login(integration, 'a', verified(email))).toMatchObject({
        outcome: 'confirmation_required',
      })
  })

  test('is not believed for what it said before it became the default one', async () => {
    const here = await world.aWorkspace('turncoat')
    const host = await anIntegration(world, here, 'github', own('git.turncoat.example'), custom)
    const asked = await revisionOf(world, host)
    await person(world, here.owner, 'update_integration', {
      p_integration_id: host,
      p_config_type: 'default',
    })
    const victim = await world.aPerson(`turned-${++number}`)
    const said = verified(`turned-${number}@example.com`)
    for (const p_revision of [asked, null])
      expect((await refusal(login(host, 'a', said, { p_revision }))).hint).toBe('TOKEN_ERROR')
    expect(await mailsTo(world, said[0]?.email ?? '', 'code')).toBe(0)
    expect(await login(host, 'a', said)).toMatchObject({ user_id: victim.id })
  })
})

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
    const change = (wish: Record<string, unknown>) =>
      person(world, here.owner, 'update_integration', { p_integration_id: host, ...wish })
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

describe('registration that is off', () => {
  test('lets invited people in and nobody else', async () => {
    const here = await world.aWorkspace('closed')
    const hub = await anIntegration(world, here, 'github', {}, { p_allow_user_register: false })
    const email = fresh()
    expect(await arrive(hub, 'x', verified(email))).toMatchObject({
      outcome: 'not_registered',
      entered: false,
    })
    await person(world, here.owner, 'invite_member', { p_workspace_id: here.id, p_email: email })
    expect(await arrive(hub, 'x', verified(email))).toMatchObject({ outcome: 'invited', entered: true })
  })
})

test.each([
  ['disabled', 'enabled = false'],
  ['closed for sign-in', 'allow_user_login = false'],
])('an integration that is %s is unknown', async (_what, change) => {
  const here = await world.aWorkspace(`off-${++number}`)
  const hub = await anIntegration(world, here, 'github')
  await world.db.query(`update public.workspace_integrations set ${change} where id = $1`, [hub])
  expect(await refusal(login(hub, 'x', verified(fresh())))).toMatchObject({
    code: 'PT404',
    message: 'Unknown authentication url',
  })
})

test('a locked workspace mails no codes and makes no accounts', async () => {
  const here = await world.aWorkspace('shut')
  const idp = await anIntegration(world, here, 'saml', settings.saml)
  const hub = await anIntegration(world, here, 'github')
  await world.db.query('update public.workspaces set locked = true where id = $1', [here.id])
  const email = fresh()
  for (const way of [idp, hub]) {
    expect(await login(way, 'x', verified(email))).toMatchObject({ outcome: 'locked', entered: false })
  }
  expect([await accountOf(email), await mailsTo(world, email, 'code')]).toEqual([undefined, 0])
})

describe('a connected account', () => {
  const connect = async (
    who: Person,
    integration: number,
    externalId: string,
    more: Record<string, unknown> = {},
  ) =>
    service<{ id: number }>(world, 'svc_connect_external', {
      p_auth_id: who.authId,
      p_session_id: who.sessionId ?? (await aSession(world, who)).sessionId,
      p_integration_id: integration,
      p_revision: await revisionOf(world, integration),
      p_external_id: externalId,
      p_username: externalId,
      p_tokens: { access_token: sealed },
      ...more,
    })

  test('is seen and let go by its owner alone', async () => {
    const maker = await world.aMember(house.id, 'maker', `connector-${++number}`)
    const { id } = await connect(maker, github, `own-${number}`)
    await world.db.query('update public.users set has_password = true where id = $1', [maker.id])
    expect(
      (await world.attempt(house.owner, 'select 1 from public.external_users where id = $1', [id])).count,
    ).toBe(0)
    expect((await refusal(person(world, house.owner, 'disconnect_external', { p_id: id }))).code).toBe(
      'PT404',
    )
    const listed = await world.attempt(maker, 'select * from public.connected_accounts($1)', [house.id])
    expect(listed.rows.find((row) => row.kind === 'github')).toMatchObject({ external_user_id: String(id) })
    await person(world, maker, 'disconnect_external', { p_id: id })
    const { rows } = await world.db.query('select 1 from private.secrets where external_user_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('of somebody else cannot be taken over', async () => {
    const one = await world.aMember(house.id, 'maker', `one-${++number}`)
    const two = await world.aMember(house.id, 'maker', `two-${number}`)
    await connect(one, github, `shared-${number}`)
    expect(await refusal(connect(two, github, `shared-${number}`))).toMatchObject({
      code: 'PT409',
      message: 'This account is already connected to another user.',
    })
    const { rows } = await world.db.query(
      'select user_id::integer as id from public.external_users where external_id = $1',
      [`shared-${number}`],
    )
    expect(rows).toEqual([{ id: one.id }])
  })

  test('is for members', async () => {
    expect((await refusal(connect(await world.aPerson(`out-${++number}`), github, 'z'))).code).toBe('PT404')
  })

  test('needs a session that reaches the workspace and was just proven', async () => {
    const maker = await world.aMember(house.id, 'maker', `reaching-${++number}`)
    const elsewhere = await world.aWorkspace(`reaching-${number}`)
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'maker')`,
      [elsewhere.id, maker.id],
    )
    const hub = await anIntegration(world, elsewhere, 'github')
    const may = (as: Person, integration: number) =>
      person(world, as, 'check_connecting', { p_integration_id: integration })
    const session = await aSession(world, maker)
    expect([await may(session, hub), await may(session, github)]).toEqual([true, true])

    const limited = await aSession(world, maker, {
      method: 'provider',
      integrationId: github,
      onlyWorkspaceId: house.id,
    })
    expect((await refusal(may(limited, github))).hint).toBe('PROOF_REQUIRED')
    expect((await refusal(connect(limited, github, `limited-${number}`))).hint).toBe('PROOF_REQUIRED')
    expect((await refusal(connect(limited, hub, `limited-${number}`))).code).toBe('PT404')

    const old = await aSession(world, maker)
    await world.db.query(
      `update private.sessions set proven_at = now() - interval '11 minutes' where session_id = $1`,
      [old.sessionId],
    )
    const both = (as: Person & { sessionId: string }) => [
      () => may(as, hub),
      () => connect(as, hub, `both-${number}`),
    ]
    for (const attempt of both(old)) expect((await refusal(attempt())).hint).toBe('PROOF_REQUIRED')

    // Where e-mail and password are off, no session of a password connects anything.
    await world.db.query(
      `update public.workspace_integrations set enabled = false where workspace_id = $1 and kind = 'builtin'`,
      [elsewhere.id],
    )
    for (const attempt of both(session))
      expect(await refusal(attempt())).toMatchObject({ code: 'PT404', message: 'Unknown authentication url' })
    const ended = await aSession(world, maker)
    await world.db.query('delete from auth.sessions where id = $1', [ended.sessionId])
    expect((await refusal(connect(ended, github, `ended-${number}`))).code).toBe('PT404')
    const { rows } = await world.db.query('select 1 from public.external_users where user_id = $1', [
      maker.id,
    ])
    expect(rows).toEqual([])
  })

  test('that is the last way in stays', async () => {
    const email = fresh()
    const { user_id: userId } = await arrive(github, `last-${email}`, verified(email))
    const { rows } = await world.db.query(
      'select x.id, u.auth_id from public.external_users x join public.users u on u.id = x.user_id where x.user_id = $1',
      [userId],
    )
    const me = { id: Number(userId), authId: rows[0].auth_id }
    const first = Number(rows[0].id)
    const let_go = (id: number) => person(world, me, 'disconnect_external', { p_id: id })
    expect(await refusal(let_go(first))).toMatchObject({
      hint: 'ACTION_PROHIBITED',
      message: 'This is your only way to sign in. Set a password or connect another account first.',
    })
    const second = await connect(me, saml, `second-${email}`)
    await let_go(first)
    expect((await refusal(let_go(second.id))).hint).toBe('ACTION_PROHIBITED')
  })
})
