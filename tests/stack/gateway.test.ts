import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { limitBody } from '../../stack/gateway/limits.ts'
import { fetchHost, sharedStack } from '../support/stack.ts'

const stack = sharedStack()
const MB = 1024 * 1024

describe('one origin', () => {
  it('tells its version and what runs', async () => {
    // A part that is slow on a busy machine is said to be ill for a moment.
    const health = () => fetchHost(stack, '', '/health')
    await expect.poll(async () => (await health()).json<{ status: string }>().status).toBe('ok')
    const answer = await health()
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      status: 'ok',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      services: {
        ...Object.fromEntries(['postgres', 'rest', 'auth', 'storage', 'mail'].map((name) => [name, 'ok'])),
        ...Object.fromEntries(
          ['api', 'login', 'pages', 'mocks', 'billing'].map((name) => [
            `function ${name}`,
            // One that nobody called for some minutes sleeps.
            expect.stringMatching(/^(ok|starting|asleep)$/),
          ]),
        ),
        disk: 'ok',
        queue: 'ok',
      },
    })
  })

  it('gives the app its configuration, the public key only', async () => {
    const { text, headers } = await fetchHost(stack, 'demo', '/config.js')
    expect(headers['content-type']).toContain('text/javascript')
    expect(text).toContain(stack.anonKey)
    expect(text).toContain(stack.baseHost)
    expect(text).not.toContain(stack.serviceRoleKey)
    expect(text).not.toContain(stack.jwtSecret)
  })

  it('leads a page on localhost to the base host, path and query kept', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const headers = { accept: 'text/html', host: `${host}:${stack.port}` }
      const answer = await fetchHost(stack, '', '/welcome?step=2', { headers })
      expect(answer.status).toBe(302)
      expect(answer.headers.location).toBe(`${stack.waymarkUrl}/welcome?step=2`)
    }
  })

  it('never redirects to a foreign host', async () => {
    const headers = { accept: 'text/html', host: `localhost:${stack.port}` }
    for (const path of ['//evil.example/x', '/\\evil.example/x', 'http://evil.example/x', '//[::']) {
      const answer = await fetchHost(stack, '', path, { headers })
      expect(new URL(answer.headers.location ?? '').origin).toBe(stack.waymarkUrl)
    }
  })

  it('answers API paths on any host', async () => {
    for (const host of [`localhost:${stack.port}`, `anything.${stack.baseHost}`]) {
      expect((await fetchHost(stack, '', '/auth/v1/health', { headers: { host } })).status).toBe(200)
    }
  })

  it('serves no uploads where the app is', async () => {
    const headers = { authorization: `Bearer ${stack.serviceRoleKey}` }
    const askedAt = async (host: string) =>
      (await fetchHost(stack, '', '/storage/v1/bucket', { headers: { ...headers, host } })).status
    const [name, port] = stack.baseHost.split(':')
    expect(await askedAt(`127.0.0.1:${port}`)).toBe(200)
    const below = [`${name}:${port}`, `demo.${name}:${port}`, `DEMO.${name}.:${port}`, `${name}`]
    // Any other name may be a workspace's own domain.
    for (const host of [...below, `docs.customer.example:${port}`, 'Docs.Customer.Example.']) {
      expect([host, await askedAt(host)]).toEqual([host, 404])
    }
  })

  it('serves no more of Auth where the app is than its keys and its health', async () => {
    const [name, port] = stack.baseHost.split(':')
    const headers = { apikey: stack.anonKey, authorization: `Bearer ${stack.serviceRoleKey}` }
    const askedAt = async (host: string, path: string) =>
      (await fetchHost(stack, '', path, { headers: { ...headers, host } })).status
    const more = ['/auth/v1/settings', '/auth/v1/admin/users?page=1', '/auth/v1/health/../settings']
    for (const host of [`${name}:${port}`, `DEMO.${name}.:${port}`]) {
      expect(await askedAt(host, '/auth/v1/.well-known/jwks.json')).toBe(200)
      expect(await askedAt(host, '/auth/v1/health')).toBe(200)
      for (const path of [...more, '/rest/v1/../../auth/v1/settings', '/rest/v1/.%2E/%2e./auth/v1/settings'])
        expect([host, path, await askedAt(host, path)]).toEqual([host, path, 404])
    }
    for (const path of more.slice(0, 2)) expect(await askedAt(`127.0.0.1:${port}`, path)).toBe(200)
  })

  it('gives every answer an id, that of the trace a client brings', async () => {
    const trace = 'a'.repeat(32)
    const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01` }
    expect((await fetchHost(stack, '', '/health', { headers })).headers['x-request-id']).toBe(trace)
    expect((await fetchHost(stack, '', '/health')).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('an address below /api that belongs to nothing', () => {
  it.each(['GET', 'POST', 'DELETE'])('is a problem for %s, and never a page', async (method) => {
    const answer = await fetchHost(stack, 'demo', '/api/nope?page=1', {
      method,
      headers: { accept: 'text/html' },
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
    expect(answer.json()).toEqual({
      type: 'NOT_FOUND',
      title: 'Not found.',
      status: 404,
      detail: 'There is nothing at /api/nope.',
      instance: '/api/nope',
      trace_id: answer.headers['x-request-id'],
    })
  })
})

describe('the API key', () => {
  const rest = (headers: Record<string, string>, query = '') =>
    fetchHost(stack, '', `/rest/v1/${query}`, { headers })

  it('is asked for, as by the hosted gateway', async () => {
    const answer = await rest({})
    expect(answer.status).toBe(401)
    expect(answer.json()).toMatchObject({ message: 'No API key found in request' })
  })

  it('is refused when it is not one of the two', async () => {
    expect((await rest({ apikey: `${stack.anonKey}x` })).status).toBe(401)
  })

  it('is taken from the header or from the query', async () => {
    expect((await rest({ apikey: stack.anonKey })).status).toBe(200)
    expect((await rest({}, `?apikey=${stack.anonKey}`)).status).toBe(200)
  })
})

describe('GraphQL', () => {
  const ask = (headers: Record<string, string>) =>
    fetchHost(stack, '', '/graphql/v1', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ __typename }' }),
    })

  it('stands behind the same door as REST', async () => {
    expect((await ask({})).status).toBe(401)
    expect((await ask({ apikey: `${stack.anonKey}x` })).status).toBe(401)
    const answer = await ask({ apikey: stack.anonKey, origin: 'https://elsewhere.example' })
    expect([answer.status, answer.json()]).toEqual([200, { data: { __typename: 'Query' } }])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('cross-origin calls', () => {
  it('reach the Supabase surfaces from anywhere', async () => {
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey, prefer',
    }
    const preflight = await fetchHost(stack, '', '/rest/v1/projects', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH')
    expect(preflight.headers['access-control-allow-headers']).toContain('prefer')
    const refusal = await fetchHost(stack, '', '/rest/v1/')
    expect(refusal.headers['access-control-allow-origin']).toBe('*')
  })

  it('do not reach what works by cookie', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const answer = await fetchHost(stack, '', '/api/v1/auth/access-token', { method: 'POST', headers })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('limits', () => {
  it('refuses a body that says it is too large, before it is sent', async () => {
    const socket = connect(stack.port, '127.0.0.1')
    socket.write(`POST /rest/v1/x HTTP/1.1\r\nhost: ${stack.baseHost}\r\ncontent-length: ${60 * MB}\r\n\r\n`)
    const [head] = await once(socket.setEncoding('utf8'), 'data')
    socket.destroy()
    expect(head).toMatch(/^HTTP\/1\.1 413 /)
    expect(head).toContain('application/problem+json')
    expect((await fetchHost(stack, '', '/health')).status).toBe(200)
  })

  it('refuses a body that grows too large without saying so', async () => {
    const server = createServer((req, res) => {
      if (limitBody(req, res, 1_000)) req.on('error', () => undefined).resume()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    socket.write(`400\r\n${'x'.repeat(1024)}\r\n`)
    const [head] = await once(socket.setEncoding('utf8'), 'data')
    server.close()
    expect(head).toMatch(/^HTTP\/1\.1 413 /)
  })
})
