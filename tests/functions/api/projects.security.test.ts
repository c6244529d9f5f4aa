import { generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'
import { aProject, type Project } from '../support/projects.ts'

const stack = sharedStack()

describe('a stranger from another workspace', () => {
  let stranger: Workspace
  let theirs: Workspace
  let project: Project
  beforeAll(async () => {
    ;[stranger, theirs] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    project = await aProject(stack, theirs)
  })

  it('finds nothing, whatever the call', async () => {
    const { token } = stranger.owner
    const calls: [method: string, path: string, json?: unknown][] = [
      ['GET', `/workspaces/${theirs.id}`],
      ['POST', `/workspaces/${theirs.id}/projects`, { name: 'Intruder' }],
      ['GET', `/projects/${project.id}`],
      ['PATCH', `/projects/${project.id}`, { name: 'Mine now' }],
      ['DELETE', `/projects/${project.id}`],
      ['POST', `/projects/${project.id}/pin`],
      ['GET', `/projects/${project.id}/branches`],
      ['GET', `/projects/${project.id}/branches/main`],
      ['GET', `/projects/${project.id}/table-of-contents`],
      ['GET', `/projects/${project.id}/nodes/anything`],
      ['GET', `/projects/${project.id}/tasks`],
    ]
    for (const [method, path, json] of calls) {
      const answer = await call(stack, path, { token, method, ...(json ? { json } : {}) })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
    const list = await call(stack, `/workspaces/${theirs.id}/projects`, { token })
    expect(list.json()).toEqual({ items: [], total: 0 })
    const still = await call(stack, `/projects/${project.id}`, { token: theirs.owner.token })
    expect(still.json()).toMatchObject({ name: 'Pet store' })
  })
})

describe('counts', () => {
  it('are none of the planner’s, which knows the rows of others', async () => {
    const stranger = await aWorkspace(stack)
    const ask = (token: string, prefer: string, method = 'GET') =>
      fetch(`${stack.apiUrl}/rest/v1/projects?visibility=eq.private`, {
        method,
        headers: { apikey: stack.anonKey, authorization: `Bearer ${token}`, prefer },
      })
    const spellings = ['count=planned', 'count=estimated', 'handling=lenient,count=planned']
    spellings.push('return=minimal , count=estimated ,handling=strict', 'Count = Planned', 'count="planned"')
    for (const token of [stack.anonKey, stranger.owner.token]) {
      for (const prefer of spellings) {
        for (const method of ['GET', 'HEAD']) {
          const refused = await ask(token, prefer, method)
          const range = refused.headers.get('content-range')
          expect([prefer, method, refused.status, range]).toEqual([prefer, method, 400, null])
        }
      }
      const exact = await ask(token, 'count=exact')
      expect([exact.status, exact.headers.get('content-range')]).toEqual([200, '*/0'])
    }
    const refused = { code: 'PT400', hint: 'VALIDATION_ERROR' }
    expect(await (await ask(stack.anonKey, 'count=planned')).json()).toMatchObject(refused)
    // The service's own key reads no table at all.
    expect((await ask(stack.serviceRoleKey, 'count=planned')).status).toBe(403)
  })
})

describe('a member with too low a role', () => {
  it('is told so for what they see, and not found for what they do not', async () => {
    const workspace = await aWorkspace(stack)
    const [viewer, guest] = await Promise.all([
      aMember(stack, workspace, 'viewer'),
      aMember(stack, workspace, 'guest'),
    ])
    const { id } = await aProject(stack, workspace)
    const rename = (token: string) =>
      call(stack, `/projects/${id}`, { token, method: 'PATCH', json: { name: 'X' } })
    const remove = (token: string) => call(stack, `/projects/${id}`, { token, method: 'DELETE' })
    const add = (token: string) =>
      call(stack, `/workspaces/${workspace.id}/projects`, { token, json: { name: 'Mine' } })
    const statuses = async (token: string) => {
      const answers = [await rename(token), await remove(token), await add(token)]
      return answers.map((answer) => [answer.status, refusalIn(answer).type])
    }
    const denied = [403, 'INSUFFICIENT_PERMISSIONS']
    expect(await statuses(viewer.token)).toEqual([denied, denied, denied])
    expect(await statuses(guest.token)).toEqual([[404, 'NOT_FOUND'], [404, 'NOT_FOUND'], denied])
  })
})

describe('an anonymous visitor', () => {
  it('reads public projects only, and changes nothing', async () => {
    const workspace = await aWorkspace(stack)
    const open = await aProject(stack, workspace, { name: 'Open', visibility: 'public' })
    const closed = await aProject(stack, workspace, { name: 'Closed' })
    const list = await call(stack, `/workspaces/${workspace.id}/projects`)
    expect(list.json<{ items: { id: string }[] }>().items.map(({ id }) => id)).toEqual([open.id])
    expect((await call(stack, `/projects/${open.id}`)).status).toBe(200)
    expect((await call(stack, `/projects/${closed.id}`)).status).toBe(404)
    for (const [method, path] of [
      ['PATCH', `/projects/${open.id}`],
      ['DELETE', `/projects/${open.id}`],
      ['POST', `/projects/${open.id}/pin`],
      ['POST', `/workspaces/${workspace.id}/projects`],
      ['GET', `/workspaces/${workspace.id}`],
      ['GET', '/users/me'],
    ] as const) {
      const body = method === 'PATCH' || method === 'POST' ? { json: { name: 'X' } } : {}
      const answer = await call(stack, path, { method, ...body })
      expect([method, path, answer.status]).toEqual([method, path, 401])
    }
  })
})

describe('a forged token', () => {
  const secret = new TextEncoder().encode(stack.jwtSecret)
  const sign = (claims: Record<string, unknown>, key = secret) =>
    new SignJWT({ sub: '00000000-0000-0000-0000-000000000000', role: 'authenticated', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key)
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const refused = async (token: string) => refusalIn(await call(stack, '/users/me', { token }))

  it('is refused with the reason', async () => {
    expect(
      await refused(await sign({ exp: inAnHour }, new TextEncoder().encode('x'.repeat(40)))),
    ).toMatchObject({
      status: 401,
      type: 'INVALID_TOKEN',
    })
    expect(await refused(await sign({ exp: 1 }))).toMatchObject({ status: 401, type: 'TOKEN_EXPIRED' })
    expect(await refused(await sign({ exp: inAnHour, nbf: inAnHour }))).toMatchObject({
      type: 'TOKEN_NOT_BEFORE',
    })
    expect(await refused(await sign({}))).toMatchObject({ type: 'TOKEN_PAYLOAD_MALFORMED' })
    expect(await refused('not.a.token')).toMatchObject({ status: 401, type: 'INVALID_TOKEN' })
  })

  it('signed by a key that nobody here knows cannot be verified', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const foreign = await new SignJWT({ sub: '00000000-0000-0000-0000-000000000000', role: 'authenticated' })
      .setProtectedHeader({ alg: 'ES256', kid: 'somebody-else' })
      .setExpirationTime('1h')
      .sign(privateKey)
    expect(await refused(foreign)).toEqual({
      status: 401,
      type: 'TOKEN_ERROR',
      detail: 'The token could not be verified.',
    })
  })

  it('with another role is refused, the service role above all', async () => {
    for (const role of ['service_role', 'postgres', 'supabase_admin']) {
      expect(await refused(await sign({ exp: inAnHour, role }))).toMatchObject({
        status: 401,
        type: 'TOKEN_PAYLOAD_MALFORMED',
      })
    }
    expect(await refused(stack.serviceRoleKey)).toMatchObject({ status: 401 })
  })

  it('without a signature is refused', async () => {
    const { owner } = await aWorkspace(stack)
    const [, payload] = owner.token.split('.')
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await refused(`${header}.${payload}.`)).toMatchObject({ status: 401, type: 'INVALID_TOKEN' })
  })
})

describe('a page of another site', () => {
  it('may call with a token of its own, but never with the visitor’s cookie', async () => {
    const origin = 'https://docs.example.com'
    const preflight = await call(stack, '/users/me', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization, stoplight-elements-version',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase().split(',')
    expect(allowed).toEqual(
      expect.arrayContaining(['stoplight-elements-version', 'x-waymark-share', 'apikey']),
    )
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    const refused = await call(stack, '/users/me', { headers: { origin } })
    expect(refused.status).toBe(401)
    expect(refused.headers['access-control-allow-origin']).toBe('*')
  })
})
