// Signing in with an identity provider: what lets people in, and every answer that must not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { type IdpDouble, type ResponseOptions, startIdp } from '../../doubles/saml-idp.ts'
import { wrapped, wrappings } from '../../doubles/saml-wrapping.ts'
import { codeIn, mailsTo, nextMail } from '../../support/inbox.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser, type Browser } from '../support/browser.ts'
import { call, refusalIn } from '../support/call.ts'
import { anIntegration, type IntegrationAnswer } from '../support/integrations.ts'
import { aWorkspace, knownPassword, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const issuer = 'waymark-test'
let idp: IdpDouble
let workspace: Workspace
let integration: IntegrationAnswer
beforeAll(async () => {
  idp = await startIdp()
  workspace = await aWorkspace(stack)
  integration = await install(workspace)
})
afterAll(() => idp.close())

function install(at: Workspace, more: object = {}): Promise<IntegrationAnswer> {
  return anIntegration(stack, at, {
    kind: 'saml',
    name: unique('SAML'),
    config_type: 'custom',
    config: {
      entryPoint: `${idp.entryPoint}?app=${unique('app')}`,
      identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      cert: idp.cert,
      issuer,
      idpIssuer: idp.issuer,
      ...more,
    },
  })
}

describe('the metadata', () => {
  it('is shown by its whole address alone: a number that was counted up to tells nothing', async () => {
    const path = (integration.metadata_url ?? '').replace(`${stack.waymarkUrl}/api/v1`, '')
    expect((await call(stack, path)).status).toBe(200)
    const other = await install(await aWorkspace(stack))
    const off = await install(workspace)
    await call(stack, `/vcs-integrations/${off.id}`, {
      method: 'PATCH',
      token: workspace.owner.token,
      json: { enabled: false },
    })
    const [bare] = path.split('?')
    const key = new URL(integration.metadata_url ?? '').search
    for (const refused of [
      bare ?? '',
      `${bare}?key=${'0'.repeat(32)}`,
      `/auth/saml/${other.id}/metadata${key}`,
      `/auth/saml/d2tpbnRnOjk5OTk5OQ/metadata${key}`,
      (off.metadata_url ?? '').replace(`${stack.waymarkUrl}/api/v1`, ''),
    ])
      expect(refusalIn(await call(stack, refused))).toEqual({
        status: 404,
        type: 'NOT_FOUND',
        detail: 'Unknown authentication url',
      })
  })
})

interface Flow {
  browser: Browser
  state: string
  requestId: string
}

async function begin(at = integration, browser = aBrowser(stack)): Promise<Flow> {
  const { url, state } = await browser.begin(at.id)
  expect(url.startsWith(idp.entryPoint)).toBe(true)
  const { id, acs, relayState } = idp.read(url)
  expect([acs, relayState]).toEqual([at.callback_url, state])
  return { browser, state, requestId: id }
}

/** Posts a response as the identity provider's page makes the browser do; where that leads. */
async function post(
  SAMLResponse: string,
  RelayState: string | null,
  at = integration,
): Promise<URLSearchParams> {
  const form = new URLSearchParams({ SAMLResponse, ...(RelayState === null ? {} : { RelayState }) })
  const answer = await fetch(`${stack.apiUrl}/api/v1/auth/saml/${at.id}/acs`, {
    method: 'POST',
    body: form,
    headers: { origin: 'https://idp.example' },
    redirect: 'manual',
  })
  expect(answer.status, await answer.clone().text()).toBe(303)
  const target = new URL(answer.headers.get('location') ?? '')
  expect(`${target.origin}${target.pathname}`).toBe(`${stack.waymarkUrl}/oauth/callback`)
  return target.searchParams
}

const respond = (requestId: string | null, options: ResponseOptions = {}, at = integration) =>
  idp.respond(at.callback_url ?? '', issuer, { inResponseTo: requestId, ...options })

const someone = (email = `${unique('ada')}@idp.example`) => ({
  nameId: email,
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
})

/** What the function says to the person whom the provider vouches for. */
async function signIn({ browser, state, requestId }: Flow, person: ReturnType<typeof someone>) {
  const back = await post(respond(requestId, { person }), state)
  expect(back.get('error')).toBeNull()
  return browser.call('/auth/login', { json: { code: back.get('code'), state } })
}

/** Enters the code of the mail that came after the one `seen`. */
async function confirm(browser: Browser, email: string, seen?: string): Promise<void> {
  const code = codeIn(await nextMail(stack, email, seen))
  const path = `/workspaces/${workspace.id}/member-emails/confirm`
  expect((await browser.call(path, { json: { email, confirmation_code: code } })).status).toBe(204)
}

/** How often a reason was counted of what the trail has a line for. */
const refusalsOf = async (reason: string) => {
  const [row] = await sql<{ times: number }>(
    stack,
    `select coalesce(sum(r.times), 0)::integer as times
     from private.sign_in_refusals r
     join public.workspace_integrations i on i.id = r.workspace_integration_id
     join public.workspaces w on w.id = i.workspace_id and w.slug = $2
     where r.reason = $1 and exists (
       select from public.activity_events e
       where e.workspace_id = w.id and e.type = 'workspace.sign_in.refused' and e.metadata ->> 'reason' = r.reason)`,
    [reason, workspace.slug],
  )
  return row?.times
}

describe('an answer that is right', () => {
  it('lets its person in once the address was confirmed by a code: a workspace’s own provider could claim any', async () => {
    const person = someone()
    await sql(
      stack,
      `insert into public.approved_domains (workspace_id, domain, role)
       select id, 'idp.example', 'viewer' from public.workspaces where slug = $1 on conflict do nothing`,
      [workspace.slug],
    )
    const flow = await begin()
    const answer = await signIn(flow, person)
    expect(answer.json()).toMatchObject({ token: null, confirmation_required: true, email: person.email })
    await confirm(flow.browser, person.email)
    const entered = await signIn(await begin(), person)
    expect(entered.json()).toMatchObject({ user_role: 'viewer', confirmation_required: false })
    expect(entered.json<{ token: string }>().token).toBeTruthy()
  })

  it('opens nothing but its workspace in a browser that nobody confirmed', async () => {
    const person = someone()
    const [home, elsewhere, later] = [await begin(), await begin(), await begin()]
    await signIn(home, person)
    await confirm(home.browser, person.email)
    expect((await signIn(elsewhere, person)).json()).toMatchObject({ confirmation_required: false })
    const renew = () => elsewhere.browser.call('/auth/access-token', { json: {} })
    expect((await renew()).status).toBe(200)

    const other = await aWorkspace(stack)
    await sql(
      stack,
      `insert into public.workspace_members (workspace_id, user_id, role)
       select w.id, e.user_id, 'viewer' from public.workspaces w, public.emails e where w.slug = $1 and e.email = $2`,
      [other.slug, person.email],
    )
    expect((await renew()).status).toBe(401)
    const [seen] = await mailsTo(stack, person.email)
    expect((await signIn(later, person)).json()).toMatchObject({ token: null, confirmation_required: true })
    await confirm(later.browser, person.email, seen?.id)
    expect((await signIn(await begin(integration, later.browser), person)).json()).toMatchObject({
      confirmation_required: false,
    })
  })

  it('gives a code that works once, in the browser that began', async () => {
    const { browser, state, requestId } = await begin()
    const code = (await post(respond(requestId, { person: someone() }), state)).get('code')
    const stolen = await aBrowser(stack).call('/auth/login', { json: { code, state } })
    expect(refusalIn(stolen)).toMatchObject({ status: 400, type: 'TOKEN_ERROR' })
    expect((await browser.call('/auth/login', { json: { code, state } })).status).toBe(200)
    expect((await browser.call('/auth/login', { json: { code, state } })).status).toBe(400)
  })
})

const nested = (xml: string) =>
  xml.replace(/<[^>]*>/, (root) => root + '<a>'.repeat(3_000) + '</a>'.repeat(3_000))

describe('an answer is refused, with a reason and a line in the trail, when it', () => {
  const cases: [what: string, reason: string, options: (requestId: string) => ResponseOptions][] = [
    ['was tampered with', 'tampered', () => ({ tamper: (xml) => xml.replaceAll('Lovelace', 'Byron') })],
    ['is not signed', 'tampered', () => ({ unsigned: true })],
    ['was signed with another key', 'tampered', () => ({ foreignKey: true })],
    [
      'had its signature stripped',
      'tampered',
      () => ({ tamper: (xml) => xml.replace(/<(ds:)?Signature[\s\S]*<\/(ds:)?Signature>/, '') }),
    ],
    ['has expired', 'expired', () => ({ late: 3_600 })],
    ['is meant for another application', 'wrong_audience', () => ({ audience: 'somebody-else' })],
    ['comes from another issuer', 'wrong_issuer', () => ({ issuer: 'https://evil.example' })],
    ['is addressed elsewhere', 'wrong_destination', () => ({ destination: 'https://evil.example/acs' })],
    ['may be brought elsewhere', 'wrong_destination', () => ({ recipient: 'https://evil.example/acs' })],
    ['has more elements than an answer needs', 'too_large', () => ({ tamper: nested })],
    ['holds a document type', 'doctype', () => ({ doctype: true })],
    ['answers a request of nobody', 'unsolicited', () => ({ inResponseTo: '_never-asked' })],
    ['answers no request at all', 'unsolicited', () => ({ inResponseTo: null })],
  ]
  it.each(cases)('%s', async (_what, reason, options) => {
    const before = await refusalsOf(reason)
    const { state, requestId } = await begin()
    const back = await post(respond(requestId, { person: someone(), ...options(requestId) }), state)
    expect(back.get('code')).toBeNull()
    expect(back.get('error')).toMatch(/identity provider/)
    expect(await refusalsOf(reason)).toBe((before ?? 0) + 1)
  })

  it.each(Object.keys(wrappings))('is wrapped, %s', async (name) => {
    const { browser, state, requestId } = await begin()
    const victim = workspace.owner.email
    const back = await post(
      respond(requestId, { person: someone('eve@idp.example'), tamper: wrapped(name, victim) }),
      state,
    )
    // Where the signed assertion is still the one that is read, the attacker is only ever who they are.
    const code = back.get('code')
    if (code === null) return expect(back.get('error')).toMatch(/identity provider/)
    const answer = await browser.call('/auth/login', { json: { code, state } })
    expect(answer.text).not.toContain(victim)
    expect(answer.json<{ token: string | null }>().token).toBeNull()
  })

  it('that names nobody is refused in words', async () => {
    for (const nameId of ['', '   ', 'x'.repeat(1001)]) {
      const { state, requestId } = await begin()
      const back = await post(respond(requestId, { person: { ...someone(), nameId } }), state)
      expect([nameId.length, back.get('code'), back.get('error')]).toEqual([
        nameId.length,
        null,
        'The answer of the identity provider says nothing about a person.',
      ])
    }
  })

  it('was used before', async () => {
    const first = await begin()
    const response = respond(first.requestId, { person: someone() })
    expect((await post(response, first.state)).get('code')).not.toBeNull()
    const second = await post(response, first.state)
    expect(second.get('code')).toBeNull()
    expect(second.get('error')).toMatch(/identity provider/)
  })

  it('is of another workspace’s identity provider', async () => {
    const other = await install(await aWorkspace(stack))
    const { state, requestId } = await begin()
    const back = await post(respond(requestId, { person: someone() }, other), state, other)
    expect(back.get('code')).toBeNull()
  })

  it.each(['', 'not base64 at all', Buffer.from('<x').toString('base64')])(
    'is no answer (%#)',
    async (response) => {
      const { state } = await begin()
      expect((await post(response, state)).get('error')).toMatch(/identity provider/)
    },
  )
})

describe('an answer without end', () => {
  it('is not read to its end', async () => {
    const form = new URLSearchParams({ SAMLResponse: 'A'.repeat(400_000) })
    const address = `${stack.apiUrl}/api/v1/auth/saml/${integration.id}/acs`
    expect((await fetch(address, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(413)
  })
})

describe('an identity provider that begins by itself', () => {
  it('is turned away, unless the workspace allows it', async () => {
    const closed = await post(respond(null, { person: someone() }), null)
    expect([closed.get('code'), closed.get('integration')]).toEqual([null, integration.id])
    const open = await install(await aWorkspace(stack), { allowIdpInitiated: true })
    const back = await post(respond(null, { person: someone() }, open), null, open)
    expect(back.get('error')).toBeNull()
    const json = { code: back.get('code'), workspace_integration_id: open.id }
    const browser = aBrowser(stack)
    await browser.call('/auth/login', { json })
    const answer = await browser.call('/auth/login', { json: { ...json, confirmed: true } })
    expect(answer.status, answer.text).toBe(200)
  })

  it('replaces nobody’s session unasked', async () => {
    const open = await install(await aWorkspace(stack), { allowIdpInitiated: true })
    const person = someone()
    const code = (await post(respond(null, { person }, open), null, open)).get('code')
    const json = { code, workspace_integration_id: open.id }
    const confirmed = { ...json, confirmed: true }
    const mismatch = { status: 400, type: 'TOKEN_ERROR' }
    const browser = aBrowser(stack)
    const { email } = (await aWorkspace(stack)).owner
    const signIn = await browser.call('/auth/login', {
      json: { username_or_email: email, password: knownPassword },
    })
    expect(signIn.status, signIn.text).toBe(200)

    // Asked, the browser is told whom the code would sign in, and where; the session stays.
    const asked = await browser.call('/auth/login', { json })
    expect(asked.json()).toMatchObject({ token: null, continue_as: { name: person.email } })
    expect((asked.headers['set-cookie'] ?? []).join()).not.toContain('waymark_refresh')
    expect((await browser.call('/auth/access-token', { json: {} })).status).toBe(200)

    // Then the code is this browser's, and a foreign page cannot say yes in its place.
    const other = aBrowser(stack)
    expect(refusalIn(await other.call('/auth/login', { json }))).toMatchObject(mismatch)
    const foreign = { json: confirmed, headers: { origin: 'https://evil.example' } }
    expect((await browser.call('/auth/login', foreign)).status).toBe(403)
    expect((await browser.call('/auth/login', { json: confirmed })).status).toBe(200)
    expect(refusalIn(await browser.call('/auth/login', { json: confirmed }))).toMatchObject(mismatch)
  })

  it('is not confirmed by a browser that was never asked', async () => {
    const open = await install(await aWorkspace(stack), { allowIdpInitiated: true })
    const code = (await post(respond(null, { person: someone() }, open), null, open)).get('code')
    const json = { code, workspace_integration_id: open.id, confirmed: true }
    const refused = refusalIn(await aBrowser(stack).call('/auth/login', { json }))
    expect(refused).toMatchObject({ type: 'TOKEN_ERROR' })
    // Numbers can be counted: what is said is the same where there is no such integration.
    const none = { ...json, workspace_integration_id: encodeId('wkintg', 999_999_999) }
    expect(refusalIn(await aBrowser(stack).call('/auth/login', { json: none }))).toEqual(refused)
  })

  it('the first code of the mail is right in a browser that was never here', async () => {
    const open = await install(await aWorkspace(stack), { allowIdpInitiated: true })
    const code = (await post(respond(null, { person: someone() }, open), null, open)).get('code')
    const answer = await call(stack, '/auth/login', { json: { code, workspace_integration_id: open.id } })
    const cookies = answer.headers['set-cookie'] ?? []
    expect(cookies.filter((line) => line.startsWith('waymark_signin='))).toHaveLength(1)
  })
})

describe('a RelayState', () => {
  it('that is none of ours by its length is refused', async () => {
    const form = new URLSearchParams({ SAMLResponse: 'x', RelayState: 'x'.repeat(20_000) })
    const address = `${stack.apiUrl}/api/v1/auth/saml/${integration.id}/acs`
    const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' })
    expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})
