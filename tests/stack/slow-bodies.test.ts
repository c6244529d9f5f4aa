// Clients whose bodies dribble, in crowds, before a gateway with functions of its own and short limits.
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFunctions, type Functions } from '../../stack/functions/index.ts'
import type { BodyLimits } from '../../stack/gateway/bodies.ts'
import type { Gateway } from '../../stack/gateway/index.ts'
import { SMALL_BODY } from '../../stack/http/read-ahead.ts'
import { startGateway } from '../support/gateway.ts'
import { temporaryDir } from '../support/stack.ts'

const dir = temporaryDir()
let functions: Functions
const gateways: Gateway[] = []
const sockets: Socket[] = []

beforeAll(() => {
  mkdirSync(join(dir, 'echo'))
  writeFileSync(
    join(dir, 'echo/index.ts'),
    `Deno.serve(async (request) => {
      if (request.url.endsWith('/large')) return new Response('x'.repeat(50_000_000))
      const { byteLength } = await request.arrayBuffer()
      return Response.json({ byteLength, headers: Object.fromEntries(request.headers) })
    })`,
  )
  functions = createFunctions({
    root: join(import.meta.dirname, '../..'),
    dir,
    dataDir: temporaryDir(),
    tmpDir: temporaryDir(),
    env: {},
    verify: async () => ({ role: 'anon', claims: {} }),
    log: () => undefined,
    onPid: () => undefined,
    config: '[functions.echo]\nverify_jwt = false\n',
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
})
afterAll(() => functions.close())

async function gateway(bodies: Partial<BodyLimits>, idleMs = 180_000): Promise<number> {
  const started = await startGateway({ trustedHops: 1, services: { functions }, bodies, idleMs })
  gateways.push(started.gateway)
  return started.port
}

interface Slow {
  /** The head of the answer, when one came. */
  head: Promise<string>
}

/** Sends the head of a request and the beginning of its body, and nothing more. */
async function dribble(port: number, from: string, length: number | 'chunked', begun: number): Promise<Slow> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))))
  const framing = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`
  socket.write(
    `POST /functions/v1/echo HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\n${framing}\r\n\r\n`,
  )
  await new Promise<void>((resolve) => socket.write('x'.repeat(begun), () => resolve()))
  return { head }
}

function call(
  port: number,
  headers: Record<string, string> = {},
  body = 'four',
): Promise<{ status: number; json: { byteLength: number; headers: IncomingHttpHeaders } }> {
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, method: 'POST', path: '/functions/v1/echo', headers })
    req.once('error', reject)
    req.once('response', async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      resolve({ status: res.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) })
    })
    req.end(body)
  })
}

const PATIENT = { graceMs: 600_000 }

describe('a function', () => {
  it('is not kept by small bodies that dribble, from one address or from many', async () => {
    const port = await gateway({ ...PATIENT, incoming: 300 })
    await Promise.all(Array.from({ length: 200 }, (_, n) => dribble(port, `192.0.2.${n}`, 1000, 1)))
    await Promise.all(Array.from({ length: 200 }, () => dribble(port, '198.51.100.1', 1000, 1)))
    expect((await call(port, { 'x-forwarded-for': '198.51.100.1' })).json.byteLength).toBe(4)
  })

  it('is not kept by large ones: an address has few at a time, and so have all', async () => {
    const port = await gateway({ ...PATIENT, large: 3, largeOfAll: 6 })
    const large = (from: string) => dribble(port, from, 50_000_000, SMALL_BODY + 100_000)
    await Promise.all([large('192.0.2.1'), large('192.0.2.1'), large('192.0.2.1')])
    expect(await (await large('192.0.2.1')).head).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d/i)
    await Promise.all([large('192.0.2.2'), large('192.0.2.3'), large('192.0.2.4')])
    expect(await (await large('192.0.2.5')).head).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d/i)
    expect((await call(port)).status).toBe(200)
    expect((await call(port, {}, 'x'.repeat(SMALL_BODY))).json.byteLength).toBe(SMALL_BODY)
  })

  it('is not kept by bodies of unknown length that never begin', async () => {
    const port = await gateway({ ...PATIENT, large: 2, largeOfAll: 4 })
    const begin = (from: string) => dribble(port, from, 'chunked', 0)
    await Promise.all([begin('192.0.2.1'), begin('192.0.2.1')])
    expect(await (await begin('192.0.2.1')).head).toMatch(/^HTTP\/1\.1 429 /)
    await Promise.all([begin('192.0.2.2'), begin('192.0.2.3')])
    expect(await (await begin('192.0.2.4')).head).toMatch(/^HTTP\/1\.1 503 /)
    expect((await call(port)).json.byteLength).toBe(4)
  })

  it('takes a large body that comes at once', async () => {
    const port = await gateway({})
    const size = 20 * 1024 * 1024
    expect((await call(port, {}, 'x'.repeat(size))).json.byteLength).toBe(size)
    expect((await call(port, { 'transfer-encoding': 'chunked' })).json.byteLength).toBe(4)
  })
})

describe('a body', () => {
  it('has a lowest rate', async () => {
    const port = await gateway({ graceMs: 20 })
    const slow = await dribble(port, '192.0.2.1', 1000, 1)
    expect(await slow.head).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json/)
  })

  it('ends when nothing more comes, however much came at once', async () => {
    const port = await gateway({ ...PATIENT, stillMs: 20 })
    const slow = await dribble(port, '192.0.2.1', 20_000_000, 10_000_000)
    expect(await slow.head).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json/)
  })

  it('that has waited longest gives way to the one that comes', async () => {
    const port = await gateway({ ...PATIENT, incoming: 3 })
    const first = await dribble(port, '192.0.2.1', 1000, 1)
    await dribble(port, '192.0.2.1', 1000, 1)
    await dribble(port, '192.0.2.2', 1000, 1)
    await dribble(port, '192.0.2.1', 1000, 1)
    expect((await call(port, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200)
    expect(await first.head).toMatch(/^HTTP\/1\.1 429 /)
  })

  it('counts among the open requests of an address, and of a network of version 6', async () => {
    const port = await gateway({ ...PATIENT, open: 2 })
    await dribble(port, '2001:db8::1', 1000, 1)
    await dribble(port, '2001:db8:0:0:ffff::2', 1000, 1)
    expect((await call(port, { 'x-forwarded-for': '2001:db8::3' })).status).toBe(429)
    expect((await call(port, { 'x-forwarded-for': '2001:db8:1::3' })).status).toBe(200)
  })
})

describe('Connection', () => {
  it.each([
    'x-forwarded-for',
    'authorization',
    'host',
    'x-request-id',
    'content-length',
    'cookie',
    'x-real-ip',
  ])('takes %s from nobody', async (name) => {
    const port = await gateway({})
    const headers = { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer x', cookie: 'a=b' }
    const plain = await call(port, headers)
    const listed = await call(port, { ...headers, connection: `close, ${name}` })
    const shown = ({ json }: typeof plain) => ({
      ...json,
      headers: { ...json.headers, traceparent: '', 'x-request-id': '' },
    })
    expect(shown(listed)).toEqual(shown(plain))
    expect(listed.json.headers[name]).toBeDefined()
  })
})

describe('a client that does not read its answer', () => {
  it('keeps it waiting for so long, and then loses its connection', async () => {
    const port = await gateway({}, 500)
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(
      'GET /functions/v1/echo/large HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n',
    )
    const { server } = gateways.at(-1) as Gateway
    await once(server, 'request')
    await vi.waitFor(async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0), {
      timeout: 30_000,
      interval: 50,
    })
  })
})
