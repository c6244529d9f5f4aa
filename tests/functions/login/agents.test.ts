// Agents are let in by the protocol's official client: discovery, registration, PKCE, renewal, giving back; and what hostile ones try.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { fetchAtHost } from '../../support/fetch-at-host.ts'
import { fetchHost, sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let origin: string
let fetchFn: ReturnType<typeof fetchAtHost>

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  origin = `http://${workspace.slug}.${stack.baseHost}`
  fetchFn = fetchAtHost(stack, workspace.slug)
  await aDocumentedProject(stack, workspace, { visibility: 'private', slug: 'closed', name: 'Closed pets' })
})
// All tests are one client.
beforeEach(() => sql(stack, "delete from private.throttle where key like 'oauth-client:%'"))

const redirectUrl = 'http://127.0.0.1:33418/callback'
const clientMetadata = { client_name: 'Test agent', redirect_uris: [redirectUrl] }

/** What the owner's click does. */
async function allowed(address: URL, token = workspace.owner.token): Promise<string> {
  const query = address.searchParams
  const answer = await fetchHost(stack, '', '/rest/v1/rpc/allow_oauth_client', {
    method: 'POST',
    headers: { apikey: stack.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      p_workspace_id: decodeId('wk', workspace.id),
      p_client_id: query.get('client_id'),
      p_redirect_uri: query.get('redirect_uri'),
      p_challenge: query.get('code_challenge'),
      p_resource: query.get('resource'),
    }),
  })
  return answer.json<string>()
}

async function letIn() {
  const metadata = await discoverAuthorizationServerMetadata(origin, { fetchFn })
  if (!metadata) throw new Error('There is no metadata.')
  const clientInformation = await registerClient(origin, { metadata, clientMetadata, fetchFn })
  const resource = new URL(`${origin}/api/v1/mcp`)
  const { authorizationUrl, codeVerifier } = await startAuthorization(origin, {
    metadata,
    clientInformation,
    redirectUrl,
    resource,
    state: 'the-state',
  })
  const authorizationCode = await allowed(authorizationUrl)
  const exchange = () =>
    exchangeAuthorization(origin, {
      metadata,
      clientInformation,
      authorizationCode,
      codeVerifier,
      redirectUri: redirectUrl,
      resource,
      fetchFn,
    })
  return { metadata, clientInformation, resource, authorizationUrl, exchange }
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } }
const ask = (token?: string, path = '/mcp', json: unknown = list) =>
  call(stack, path, {
    host: workspace.slug,
    json,
    headers: { accept: 'application/json, text/event-stream' },
    ...(token ? { token } : {}),
  })
const form = (path: string, values: Record<string, string>, host = workspace.slug) =>
  fetchHost(stack, host, `/api/v1/auth/oauth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values).toString(),
  })

it('finds its way from a refusal to what its person may read, renews it, and gives it back', async () => {
  const refused = await ask()
  expect(refused.status).toBe(401)
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(
    new Response(null, { headers: { 'www-authenticate': String(refused.headers['www-authenticate']) } }),
  )
  expect(String(resourceMetadataUrl)).toBe(`${origin}/.well-known/oauth-protected-resource/api/v1/mcp`)
  const found = await discoverOAuthProtectedResourceMetadata(
    `${origin}/api/v1/mcp`,
    { ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}) },
    fetchFn,
  )
  expect(found).toMatchObject({ resource: `${origin}/api/v1/mcp`, authorization_servers: [origin] })

  const { metadata, clientInformation, authorizationUrl, resource, exchange } = await letIn()
  expect(metadata.issuer).toBe(origin)
  expect(`${authorizationUrl.origin}${authorizationUrl.pathname}`).toBe(`${origin}/oauth/authorize`)
  const tokens = await exchange()
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'read', expires_in: expect.any(Number) })
  expect((await ask(tokens.access_token)).text).toContain('Closed pets')

  const refresh = (refreshToken: string) =>
    refreshAuthorization(origin, { metadata, clientInformation, refreshToken, resource, fetchFn })
  const next = await refresh(String(tokens.refresh_token))
  expect(next.refresh_token).not.toBe(tokens.refresh_token)
  expect((await ask(next.access_token)).text).toContain('Closed pets')

  const back = { token: String(next.refresh_token), client_id: clientInformation.client_id }
  expect((await form('revoke', { ...back, client_id: 'another' })).status).toBe(200)
  expect((await ask(next.access_token)).status).toBe(200)
  expect((await form('revoke', back)).status).toBe(200)
  const after = await ask(next.access_token)
  expect([after.status, after.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining('resource_metadata='),
  ])
  await expect(refresh(String(next.refresh_token))).rejects.toThrow()
})

it('asks with every tool there is', async () => {
  const { exchange } = await letIn()
  const { access_token } = await exchange()
  const use = async (name: string, args: object) => {
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    return (await ask(access_token, '/mcp', json)).json<{
      result: { isError?: boolean; content: { text: string }[] }
    }>().result
  }
  const project = 'closed'
  const search = await use('search', { query: 'pets' })
  const [, page] = /"page":"([^"]+)"/.exec(String(search.content[0]?.text)) ?? []
  const answers = {
    search,
    list_projects: await use('list_projects', {}),
    list_branches: await use('list_branches', { project }),
    list_changes: await use('list_changes', { project }),
    list_problems: await use('list_problems', { project }),
    read_page: await use('read_page', { project, page }),
  }
  for (const [name, { isError = false, content }] of Object.entries(answers))
    expect([name, isError, content[0]?.text], name).toEqual([name, false, expect.any(String)])
})

it('is listed where its person is signed in, and ended there', async () => {
  const { exchange } = await letIn()
  const { access_token } = await exchange()
  const sessions = await call(stack, '/auth/sessions', { token: workspace.owner.token })
  const { items } = sessions.json<{ items: { id: string; device: string }[] }>()
  const agents = items.filter(({ device }) => device === 'Agent: Test agent')
  expect(agents.length).toBeGreaterThan(0)
  for (const { id } of agents)
    await call(stack, `/auth/sessions/${id}`, { method: 'DELETE', token: workspace.owner.token })
  expect((await ask(access_token)).status).toBe(401)
})

it('has a token that is good for nothing else', async () => {
  const { exchange } = await letIn()
  const { access_token, refresh_token = '' } = await exchange()
  for (const path of ['/users/me', '/auth/sessions', `/workspaces/${workspace.id}/projects`])
    expect(refusalIn(await call(stack, path, { token: access_token }))).toMatchObject({
      status: 401,
      type: 'INVALID_TOKEN',
    })
  const rest = await fetchHost(stack, '', '/rest/v1/workspaces?select=id', {
    headers: { apikey: stack.anonKey, authorization: `Bearer ${access_token}` },
  })
  expect(rest.status).toBe(401)
  // One kind does not pass for the other, and neither at another workspace.
  expect((await ask(refresh_token)).status).toBe(401)
  const other = await aWorkspace(stack)
  const elsewhere = await call(stack, '/mcp', {
    host: other.slug,
    json: list,
    token: access_token,
    headers: { accept: 'application/json, text/event-stream' },
  })
  expect(elsewhere.status).toBe(401)
  expect((await ask(`${access_token.slice(0, -4)}AAAA`)).status).toBe(401)
  expect((await ask('wmo_')).status).toBe(401)
})

it('uses a code once: shown again, what it opened ends', async () => {
  const { exchange } = await letIn()
  const { access_token } = await exchange()
  expect((await ask(access_token)).status).toBe(200)
  await expect(exchange()).rejects.toThrow(/used before/)
  expect((await ask(access_token)).status).toBe(401)
})

it('notices a refresh token that was used before, and ends what it renewed', async () => {
  const { metadata, clientInformation, exchange } = await letIn()
  const { refresh_token = '' } = await exchange()
  const renew = (more: Record<string, string> = {}) =>
    form('token', {
      grant_type: 'refresh_token',
      client_id: clientInformation.client_id,
      refresh_token,
      ...more,
    })
  const { client_id: another } = await registerClient(origin, { metadata, clientMetadata, fetchFn })
  for (const odd of [
    { client_id: another },
    { resource: 'https://elsewhere.example/api/v1/mcp' },
    { refresh_token: 'x' },
  ])
    expect((await renew(odd)).json()).toMatchObject({ status: 400, error: 'invalid_grant' })
  const next = await renew()
  expect(next.status).toBe(200)
  await sql(stack, "update auth.refresh_tokens set updated_at = updated_at - interval '1 hour' where revoked")
  expect((await renew()).json()).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect((await ask(next.json<{ access_token: string }>().access_token)).status).toBe(401)
})

it('is refused in the words of OAuth', async () => {
  const post = async (values: Record<string, string>) => {
    const { status, error, error_description } = (await form('token', values)).json<Record<string, unknown>>()
    expect(typeof error_description).toBe('string')
    return [status, error]
  }
  expect(await post({ grant_type: 'password', client_id: 'x' })).toEqual([400, 'unsupported_grant_type'])
  expect(await post({ grant_type: 'authorization_code', code: 'x' })).toEqual([400, 'invalid_grant'])
  expect(await post({ grant_type: 'refresh_token' })).toEqual([400, 'invalid_grant'])
  for (const grant_type of ['authorization_code', 'refresh_token'])
    expect(await post({ grant_type, client_id: 'forgotten' })).toEqual([400, 'invalid_client'])
  const odd = await call(stack, '/auth/oauth/register', {
    host: workspace.slug,
    json: { redirect_uris: ['http://agent.example/'] },
  })
  const home = await call(stack, '/auth/oauth/register', {
    host: workspace.slug,
    json: { redirect_uris: [`https://${workspace.slug}.${stack.baseHost}/docs`] },
  })
  expect([home.status, home.json<{ error: string }>().error]).toEqual([400, 'invalid_redirect_uri'])
  expect([odd.status, odd.json<{ error: string }>().error]).toEqual([400, 'invalid_redirect_uri'])
  const huge = await call(stack, '/auth/oauth/register', {
    host: workspace.slug,
    json: { redirect_uris: [redirectUrl], client_name: 'x'.repeat(300 * 1024) },
  })
  expect(huge.status).toBe(413)
  expect((await call(stack, '/auth/oauth/protected-resource')).status).toBe(404)
})

it('is given nothing for an address that is not of the workspace', async () => {
  const { clientInformation } = await letIn()
  const verifier = 'v'.repeat(50)
  const query = new URLSearchParams({
    client_id: clientInformation.client_id,
    redirect_uri: redirectUrl,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    resource: 'https://elsewhere.example/api/v1/mcp',
  })
  const code = await allowed(new URL(`${origin}/oauth/authorize?${query}`))
  const answer = await form('token', {
    grant_type: 'authorization_code',
    client_id: clientInformation.client_id,
    redirect_uri: redirectUrl,
    code_verifier: verifier,
    code,
  })
  expect(answer.json()).toMatchObject({ status: 400, error: 'invalid_target' })
})

describe('an agent whose id is the address that describes it', () => {
  let answers: Record<string, { status?: number; body: unknown; location?: string }> = {}
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(String(req.url))
    const { status = 200, body, location } = answers[String(req.url)] ?? { status: 404, body: {} }
    res.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  let base: string
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const documentAt = (path: string, more: object = {}) => ({
    client_id: `${base}${path}`,
    client_name: 'Described agent',
    redirect_uris: [redirectUrl],
    ...more,
  })
  const look = async (id: string, token: string | undefined = workspace.owner.token) => {
    const answer = await call(stack, '/auth/oauth/client', {
      host: workspace.slug,
      json: { client_id: id },
      ...(token ? { token } : {}),
    })
    return answer.status === 200 ? answer.json<{ is_known: boolean }>().is_known : answer.status
  }

  it('is read there once an hour, for who is signed in, and gets its token', async () => {
    answers = { '/good': { body: documentAt('/good') } }
    const id = `${base}/good`
    expect(await look(id, '')).toBe(401)
    expect(asked).toEqual([])
    expect([await look(id), await look(id)]).toEqual([true, true])
    expect(asked).toEqual(['/good'])
    const metadata = await discoverAuthorizationServerMetadata(origin, { fetchFn })
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true })
    const clientInformation = { client_id: id }
    const resource = new URL(`${origin}/api/v1/mcp`)
    const { authorizationUrl, codeVerifier } = await startAuthorization(origin, {
      ...(metadata ? { metadata } : {}),
      clientInformation,
      redirectUrl,
      resource,
    })
    const tokens = await exchangeAuthorization(origin, {
      ...(metadata ? { metadata } : {}),
      clientInformation,
      authorizationCode: await allowed(authorizationUrl),
      codeVerifier,
      redirectUri: redirectUrl,
      resource,
      fetchFn,
    })
    expect((await ask(tokens.access_token)).text).toContain('Closed pets')
  })

  it('is not known by a document that is another’s, has a secret, leads on, is too long or is none', async () => {
    answers = {
      '/another': { body: documentAt('/other') },
      '/secret': { body: documentAt('/secret', { client_secret: 'x' }) },
      '/shared': { body: documentAt('/shared', { token_endpoint_auth_method: 'client_secret_basic' }) },
      '/moved': { status: 302, location: `${base}/good`, body: {} },
      '/long': { body: documentAt('/long', { more: 'x'.repeat(20_000) }) },
      '/broken': { body: '{' },
      '/nowhere': {
        body: documentAt('/nowhere', { redirect_uris: ['http://agent.example/', `${origin}/`] }),
      },
      '/': { body: documentAt('/') },
    }
    for (const path of [...Object.keys(answers), '/missing'])
      expect([path, await look(`${base}${path}`)]).toEqual([path, false])
    for (const id of ['https://metadata.google.internal/x', `${base}/a/../good`, `${base}/good#x`, 'nobody'])
      expect([id, await look(id)]).toEqual([id, false])
  })
})
