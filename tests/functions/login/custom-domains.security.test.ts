// Signing in at a workspace's own domain: cookies of that host alone, for that workspace alone. Its owner could lead the
// domain elsewhere at any time, and would then be sent what browsers keep for it.
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { type Call, call, cookieIn, refusalIn } from '../support/call.ts'
import { aDomain, hostOf, look, originOf } from '../support/domains.ts'
import { aWorkspace, knownPassword, sql, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace
let domain: string

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  domain = await aDomain(stack, workspace)
})

/** What a browser sends from a page of a domain. */
const at = (name: string, request: Call = {}): Call => ({
  ...request,
  host: hostOf(stack, name),
  headers: { origin: originOf(stack, name), 'sec-fetch-site': 'same-origin', ...request.headers },
})

const credentials = () => ({
  username_or_email: workspace.owner.email,
  password: knownPassword,
  workspace_id: workspace.id,
})
const signIn = (name: string, more: Call = {}) =>
  call(stack, '/auth/login', at(name, { json: credentials(), ...more }))

describe('a session of a custom domain', () => {
  it('has cookies of its host alone', async () => {
    const answer = await signIn(domain)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"token"')])
    const cookies = answer.headers['set-cookie'] ?? []
    expect(cookies.map((one) => one.split('=')[0]).toSorted()).toEqual([
      'waymark_refresh',
      'waymark_session',
      'waymark_signin',
    ])
    for (const cookie of cookies) expect(cookie).not.toMatch(/domain/i)
  })

  it('is for its workspace, wherever its cookie is shown, and cannot be made more', async () => {
    const other = await aWorkspace(stack)
    await sql(
      stack,
      `insert into public.workspace_members (workspace_id, user_id, role)
       select w.id, e.user_id, 'admin' from public.workspaces w, public.emails e where w.slug = $1 and e.email = $2`,
      [other.slug, workspace.owner.email],
    )
    const answer = await signIn(domain)
    const cookie = cookieIn(answer) ?? ''
    const { token } = answer.json<{ token: string }>()
    expect((await call(stack, `/workspaces/${workspace.id}`, { token })).status).toBe(200)
    expect((await call(stack, `/workspaces/${other.id}`, { token })).status).toBe(404)
    expect(
      (await call(stack, '/users/me', { method: 'PATCH', token, json: { first_name: 'Eve' } })).status,
    ).toBe(403)
    // The person proves who they are: elsewhere that would open the account.
    await sql(stack, `update private.sessions set proven_at = '-infinity' where session_id = $1`, [
      decodeJwt(token).session_id,
    ])
    const proof = await fetch(`${stack.apiUrl}/rest/v1/rpc/prove_session`, {
      method: 'POST',
      headers: {
        apikey: stack.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ p_password: knownPassword }),
    })
    expect(await proof.json()).toMatchObject({ outcome: 'proven' })
    expect((await call(stack, `/workspaces/${other.id}`, { token })).status).toBe(404)
    // Whoever is led the cookie shows it where they like.
    const elsewhere = await call(stack, `/auth/access-token/${other.id}`, { method: 'POST', cookie })
    expect(refusalIn(elsewhere).type).toBe('ACTION_PROHIBITED')
  })

  it('is renewed at its domain', async () => {
    const cookie = cookieIn(await signIn(domain)) ?? ''
    const renewed = await call(
      stack,
      `/auth/access-token/${workspace.id}`,
      at(domain, { method: 'POST', cookie }),
    )
    expect(renewed.status).toBe(200)
    expect(renewed.headers['set-cookie']?.[0]).not.toMatch(/domain/i)
  })

  it('ends when the domain goes, and with it what its next owner is sent', async () => {
    const leaving = await aWorkspace(stack)
    const host = await aDomain(stack, leaving)
    const json = { username_or_email: leaving.owner.email, password: knownPassword, workspace_id: leaving.id }
    const cookie = cookieIn(await signIn(host, { json })) ?? ''
    await look(stack, leaving, { route: 'elsewhere' })
    await look(stack, leaving, { route: 'elsewhere' })
    // Functions know for a second who is served at a host: nothing begins in it.
    expect((await signIn(host, { json })).status).not.toBe(200)
    const after = await call(stack, '/auth/access-token', { method: 'POST', cookie })
    expect(after.status).toBe(401)
    // Sessions of the workspace's own host stay.
    const own = await call(stack, '/auth/access-token', { method: 'POST', cookie: leaving.owner.cookie })
    expect(own.status).toBe(200)
    await expect.poll(async () => (await signIn(host, { json })).status).toBe(403)
  })
})

describe('nobody signs in', () => {
  const refused = 'This request came from another site and was refused.'

  it.each<[string, Call]>([
    ['at a domain that is nobody’s', { host: 'evil.example', headers: { origin: 'http://evil.example' } }],
    ['at an address', { host: '192.0.2.7:80', headers: { origin: 'http://192.0.2.7' } }],
    ['from a page of another host', { headers: { origin: 'http://evil.example' } }],
  ])('%s', async (_where, request) => {
    expect(refusalIn(await call(stack, '/auth/login', { ...request, json: credentials() })).detail).toBe(
      refused,
    )
  })

  it('from a page of a custom domain at another host, or from another port or scheme of it', async () => {
    const other = await aDomain(stack, await aWorkspace(stack))
    const from = async (origin: string, host: string) =>
      refusalIn(await call(stack, '/auth/login', { json: credentials(), host, headers: { origin } })).detail
    expect(await from(originOf(stack, domain), '')).toBe(refused)
    expect(await from(originOf(stack, domain), workspace.slug)).toBe(refused)
    expect(await from(originOf(stack, other), hostOf(stack, domain))).toBe(refused)
    expect(await from(`https://${hostOf(stack, domain)}`, hostOf(stack, domain))).toBe(refused)
    expect(await from(`http://${domain}:1`, hostOf(stack, domain))).toBe(refused)
    expect(await from(`${originOf(stack, domain)}.`, hostOf(stack, `${domain}.`))).toBe(refused)
  })

  it('by a header that only proxies of ours may set', async () => {
    const answer = await call(stack, '/auth/login', {
      json: credentials(),
      host: 'evil.example',
      headers: { origin: originOf(stack, domain), 'x-forwarded-host': hostOf(stack, domain) },
    })
    expect(refusalIn(answer).detail).toBe(refused)
  })

  it('at a domain whose workspace is locked', async () => {
    const locked = await aWorkspace(stack)
    const host = await aDomain(stack, locked)
    const json = { username_or_email: locked.owner.email, password: knownPassword, workspace_id: locked.id }
    expect((await signIn(host, { json })).status).toBe(200)
    await sql(stack, 'update public.workspaces set locked = true where slug = $1', [locked.slug])
    await expect.poll(async () => (await signIn(host, { json })).status).toBe(403)
  })
})
