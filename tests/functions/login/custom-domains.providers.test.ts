// Providers at a workspace's own domain: they come back there where they are registered by the workspace, and nowhere else.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeId, encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { type IdpDouble, startIdp } from '../../doubles/saml-idp.ts'
import { fetchHost, sharedStack } from '../../support/stack.ts'
import { aBrowser, type Browser } from '../support/browser.ts'
import { refusalIn } from '../support/call.ts'
import { aDomain, hostOf, originOf } from '../support/domains.ts'
import { anIntegration } from '../support/integrations.ts'
import { aWorkspace, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const issuer = 'waymark-test'
let idp: IdpDouble
let workspace: Workspace
let host: string
let origin: string
beforeAll(async () => {
  idp = await startIdp()
  workspace = await aWorkspace(stack)
  const domain = await aDomain(stack, workspace)
  host = hostOf(stack, domain)
  origin = originOf(stack, domain)
})
afterAll(() => idp.close())

const saml = (at: Workspace) =>
  anIntegration(stack, at, {
    kind: 'saml',
    name: unique('SAML'),
    config_type: 'custom',
    config: {
      entryPoint: `${idp.entryPoint}?app=${unique('app')}`,
      identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      cert: idp.cert,
      issuer,
      idpIssuer: idp.issuer,
    },
  })

async function begin(browser: Browser, integration: string, slug = workspace.slug) {
  const state = JSON.stringify({ nonce: randomBytes(16).toString('hex') })
  const json = { workspace_integration_id: integration, state, workspace: slug }
  return {
    state,
    answer: await browser.call('/auth/authentication-url', { json, host, headers: { origin } }),
  }
}

/** Posts an answer of the identity provider to a host; where the browser is led. */
async function post(id: string, name: string, SAMLResponse: string, state: string): Promise<URL> {
  const body = new URLSearchParams({ SAMLResponse, RelayState: state }).toString()
  const led = await fetchHost(stack, name, `/api/v1/auth/saml/${id}/acs`, {
    method: 'POST',
    body,
    headers: {
      origin: 'https://idp.example',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    },
  })
  expect([led.status, led.text]).toEqual([303, ''])
  return new URL(led.headers.location ?? '')
}

function aPerson() {
  const email = `${unique('ada')}@idp.example`
  return { nameId: email, email, firstName: 'Ada', lastName: 'Lovelace' }
}

it('an identity provider is asked from the domain, answers there, and signs in there', async () => {
  const { id } = await saml(workspace)
  const browser = aBrowser(stack)
  const { state, answer } = await begin(browser, id)
  const request = idp.read(answer.json<{ url: string }>().url)
  expect(request.acs).toBe(`${origin}/api/v1/auth/saml/${id}/acs`)
  const person = aPerson()
  const response = idp.respond(request.acs, issuer, { inResponseTo: request.id, person })
  // An answer for the domain is none for the base host.
  expect((await post(id, '', response, state)).searchParams.get('error')).toBeTruthy()
  const back = await post(id, host, response, state)
  expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
    `${origin}/oauth/callback`,
    null,
  ])
  const json = { code: back.searchParams.get('code'), state, redirect_uri: `${origin}/oauth/callback` }
  // The browser of the domain, and not one that has the code alone.
  const stolen = await aBrowser(stack).call('/auth/login', { json })
  expect(refusalIn(stolen).type).toBe('TOKEN_ERROR')
  const entered = await browser.call('/auth/login', { json, host, headers: { origin } })
  expect(entered.json()).toMatchObject({ confirmation_required: true, email: person.email })
})

it('what an identity provider answered at the domain signs nobody in at the base host', async () => {
  const { id } = await saml(workspace)
  const browser = aBrowser(stack)
  const { state, answer } = await begin(browser, id)
  const request = idp.read(answer.json<{ url: string }>().url)
  const response = idp.respond(request.acs, issuer, { inResponseTo: request.id, person: aPerson() })
  const back = await post(id, host, response, state)
  const json = { code: back.searchParams.get('code'), state, redirect_uri: `${origin}/oauth/callback` }
  expect(refusalIn(await browser.call('/auth/login', { json })).type).toBe('TOKEN_ERROR')
})

it('the integration of another workspace is none here', async () => {
  const other = await aWorkspace(stack)
  const { id } = await saml(other)
  const { answer } = await begin(aBrowser(stack), id, other.slug)
  expect(refusalIn(answer)).toMatchObject({ status: 404, detail: 'Unknown authentication url' })
})

it('a Git host of the workspace’s own registration comes back to the domain', async () => {
  const { id } = await anIntegration(stack, workspace, {
    kind: 'github',
    name: unique('Git'),
    config_type: 'custom',
    config: { hostUrl: 'https://git.example', apiUrl: 'https://git.example/api', clientId: 'id' },
    secrets: { clientSecret: 'secret' },
  })
  const { answer } = await begin(aBrowser(stack), id)
  const url = new URL(answer.json<{ url: string }>().url)
  expect(url.searchParams.get('redirect_uri')).toMatch(new RegExp(`^${origin}/oauth/integrations/[0-9a-f]+$`))
})

it('one of the installation’s registration signs people in at the workspace’s own host only', async () => {
  const [row] = await sql<{ id: string }>(
    stack,
    `insert into public.workspace_integrations (workspace_id, name, kind, config_type, allow_user_login)
     values ($1, 'GitHub', 'github', 'default', true) returning id`,
    [decodeId('wk', workspace.id)],
  )
  const { answer } = await begin(aBrowser(stack), encodeId('wkintg', Number(row?.id)))
  expect(refusalIn(answer)).toEqual({
    status: 403,
    type: 'ACTION_PROHIBITED',
    detail: `This provider signs people in at ${workspace.slug}.${stack.baseHost} only.`,
  })
})
