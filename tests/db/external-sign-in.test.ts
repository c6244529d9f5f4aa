// Signing in by a Git host, a directory or SAML: whose account that is, and whose it never becomes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingIn, verified } from './support/external.ts'
import {
  aCredential,
  anIntegration,
  mailsTo,
  person,
  refusal,
  revisionOf,
  sealed,
  service,
  settings,
  trail,
} from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let github: number
let saml: number
let at: ReturnType<typeof signingIn>
beforeAll(async () => {
  world = await aWorld()
  at = signingIn(world)
  house = await world.aWorkspace('providers')
  github = await anIntegration(world, house, 'github')
  saml = await anIntegration(world, house, 'saml', settings.saml)
  await world.db.query(
    "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'corp.example', 'maker')",
    [house.id],
  )
})
afterAll(() => world.end())

const login = (...of: Parameters<typeof at.login>) => at.login(...of)
const arrive = (...of: Parameters<typeof at.arrive>) => at.arrive(...of)
const confirm = (...of: Parameters<typeof at.confirm>) => at.confirm(...of)
const accountOf = (...of: Parameters<typeof at.accountOf>) => at.accountOf(...of)

let number = 0
const fresh = (domain = 'corp.example') => `somebody-${++number}@${domain}`

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

  test('proves by a code the address that it was mailed to, and no other that it names', async () => {
    const [mine, theirs] = [fresh(), fresh()]
    const { user_id: victim } = await arrive(github, `gh-${theirs}`, verified(theirs))
    const id = `idp-${mine}`
    await login(saml, id, verified(mine))
    await confirm(house.id, mine)
    const claimed = await login(saml, id, verified(theirs))
    expect(claimed).toMatchObject({ outcome: 'confirmation_required', entered: false })
    expect(claimed.user_id).not.toBe(victim)
  })

  test('knows a browser by a confirmed address of the account alone, after that sign-in', async () => {
    const [owner, other] = [
      await world.aPerson(`browser-${++number}`),
      await world.aPerson(`other-${number}`),
    ]
    const [mine, claimed] = [`browser-${number}@example.com`, fresh()]
    await world.db.query('insert into public.emails (user_id, email, is_primary) values ($1, $2, false)', [
      owner.id,
      claimed,
    ])
    for (const [id, email] of [
      ['shared', mine],
      ['claims', claimed],
    ])
      await world.db.query(
        "insert into private.known_browsers (workspace_integration_id, external_id, email, browser_hash) values ($1, $2, $3, 'home')",
        [saml, id, email],
      )
    const known = async (who: Person, integration: number, id: string, browser: string) =>
      (
        await world.db.query('select private.browser_is_known($1, $2, $3, $4) as known', [
          who.id,
          integration,
          id,
          browser,
        ])
      ).rows[0].known
    expect(await known(owner, saml, 'shared', 'home')).toBe(true)
    expect(await known(other, saml, 'shared', 'home')).toBe(false)
    expect(await known(owner, github, 'shared', 'home')).toBe(false)
    expect(await known(owner, saml, 'claims', 'home')).toBe(false)
    expect(await known(owner, saml, 'another', 'home')).toBe(false)
    expect(await known(owner, saml, 'shared', 'away')).toBe(false)
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

test('who a provider vouches for and nobody lets in is told in the trail, with the address', async () => {
  const here = await world.aWorkspace('told')
  const hub = await anIntegration(world, here, 'github', {}, { p_allow_user_register: false })
  const told = () => trail(world, here.id, 'workspace.sign_in.refused')
  const from = '203.0.113.77'
  await login(hub, 'a', [], { p_client: from })
  await arrive(hub, 'b', verified(fresh()), { p_client: from })
  await person(world, here.owner, 'invite_member', { p_workspace_id: here.id, p_email: 'asked@corp.example' })
  expect(await arrive(hub, 'c', verified('asked@corp.example'))).toMatchObject({ entered: true })
  await world.db.query('update public.workspaces set locked = true where id = $1', [here.id])
  await login(hub, 'c', [], { p_client: from })
  await login(hub, 'd', verified(fresh()), { p_client: from })
  expect(await told()).toMatchObject(
    ['locked', 'locked', 'not_registered', 'no_email'].map((reason) => ({
      metadata: { kind: 'github', reason },
      ip_address: from,
    })),
  )
  for (let n = 0; n < 65; n++) await login(hub, 'd', [], { p_client: from })
  expect(await told()).toHaveLength(4)
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
