// Try It's calls in a reader's place: to described servers alone, with nothing of ours, and whatever a hostile server does
// ends with its own request.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AnswerEnd,
  type AnswerHead,
  framesIn,
} from '../../../supabase/functions/_shared/domain/answer-frames.ts'
import { sharedStack } from '../../support/stack.ts'
import { type Call, call, type ProblemBody } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, type Project } from '../support/projects.ts'
import { inOneWindow } from '../support/windows.ts'

const stack = sharedStack()

interface Told {
  headers: IncomingMessage['headers']
  method: string
  url: string
  body: string
}
type Answering = (res: ServerResponse, told: Told) => void

/** A server that keeps what it was told. */
async function aServer() {
  const heard: Told[] = []
  const state: { answering: Answering; readsBodies: boolean } = {
    answering: (res) => void res.end('{}'),
    readsBodies: true,
  }
  const server: Server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    if (state.readsBodies) for await (const chunk of req) chunks.push(chunk as Buffer)
    const { headers, method = '', url = '' } = req
    const told = { headers, method, url, body: Buffer.concat(chunks).toString() }
    heard.push(told)
    state.answering(res, told)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // The test's stack may call this machine; that is what the relaxed setting is for.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { heard, state, origin, server }
}

let api: Awaited<ReturnType<typeof aServer>>
let other: Awaited<ReturnType<typeof aServer>>
let workspace: Workspace
let project: Project
let slug: string

beforeAll(async () => {
  api = await aServer()
  other = await aServer()
  workspace = await aWorkspace(stack)
  project = await aDocumentedProject(
    stack,
    workspace,
    { visibility: 'public' },
    `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
servers: [{ url: "${api.origin}/v1" }]
paths:
  /pets:
    post:
      summary: Make a pet
      security: [{ oauth: [] }]
      responses: { "200": { description: Done } }
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "${other.origin}/token", scopes: {} } } }
`,
  )
  const [node] = await sql<{ slug: string }>(
    stack,
    `select n.slug from public.branch_nodes n join public.workspaces w on w.id = n.workspace_id
     where w.slug = $1 and n.type = 'http_operation'`,
    [workspace.slug],
  )
  slug = node?.slug ?? ''
})
beforeEach(() => {
  for (const server of [api, other]) {
    server.heard.length = 0
    server.state.answering = (res) => void res.end('{}')
    server.state.readsBodies = true
  }
})
afterAll(() => {
  for (const { server } of [api, other]) {
    server.closeAllConnections()
    server.close()
  }
})

interface Sent {
  method?: string
  url?: string
  headers?: [string, string][]
  server?: { index: number; variables?: Record<string, string> } | null
  body?: string
  /** Said of the body; its own unless said otherwise, null to say nothing. */
  bodySize?: number | null
}

/** Sends a request on, as the owner unless said otherwise. */
const send = (
  { body, bodySize, server, ...sent }: Sent = {},
  as: Call = { token: workspace.owner.token },
) => {
  const request = JSON.stringify({
    method: 'GET',
    url: `${api.origin}/v1/pets`,
    ...(server === null ? {} : { server: server ?? { index: 0 } }),
    ...(body === undefined || bodySize === null ? {} : { body_size: bodySize ?? Buffer.byteLength(body) }),
    ...sent,
  })
  const form = { request, ...(body === undefined ? {} : { body: { name: 'body', content: body } }) }
  return call(stack, `/projects/${project.id}/nodes/${slug}/try-it`, { form, ...as })
}

async function answerOf(sent: Sent = {}, as?: Call) {
  const answer = await send(sent, as)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  let head: AnswerHead | undefined
  let end: AnswerEnd | undefined
  const pieces: Uint8Array[] = []
  async function* all() {
    yield new Uint8Array(answer.bytes)
  }
  for await (const frame of framesIn(all())) {
    if (frame.kind === 'head') head = frame.head
    else if (frame.kind === 'end') end = frame.end
    else pieces.push(frame.bytes)
  }
  if (!head) throw new Error('there was no head')
  return { head, end, body: Buffer.concat(pieces), own: answer.headers }
}

const reasonOf = async (sent: Sent, as?: Call) => {
  const answer = await send(sent, as)
  expect(answer.status).toBe(400)
  return answer.json<ProblemBody>().detail
}

describe('a request is passed on', () => {
  it('as it was typed, with nothing of the caller or of ours', async () => {
    const answer = await answerOf(
      {
        method: 'POST',
        url: `${api.origin}/v1/pets?color=blue`,
        headers: [
          ['Authorization', 'Bearer theirs'],
          ['Cookie', 'theirs=1'],
          ['Content-Type', 'application/json'],
          ['X-Forwarded-For', '10.0.0.1'],
          ['Host', 'internal.example'],
          ['Accept-Encoding', 'gzip'],
        ],
        body: '{"name":"Rex"}',
      },
      {
        token: workspace.owner.token,
        cookie: 'waymark_session=ours',
        headers: { referer: 'http://ours', 'x-waymark-share': 'wms_nothing' },
      },
    )
    const [told] = api.heard
    expect(told).toMatchObject({ method: 'POST', url: '/v1/pets?color=blue', body: '{"name":"Rex"}' })
    const { host, connection, ...headers } = told?.headers ?? {}
    expect(headers).toEqual({
      authorization: 'Bearer theirs',
      cookie: 'theirs=1',
      'content-type': 'application/json',
      'content-length': '14',
      'accept-encoding': 'identity',
      'user-agent': 'Waymark-Try-It',
    })
    expect(host).toBe(new URL(api.origin).host)
    expect(answer.head.left_out).toEqual(['X-Forwarded-For', 'Host', 'Accept-Encoding'])
  })

  it('and its answer told in a way that does nothing here', async () => {
    api.state.answering = (res) =>
      void res
        .writeHead(
          418,
          [
            ['Content-Type', 'text/html'],
            ['Set-Cookie', 'waymark_session=evil'],
            ['Set-Cookie', 'b=2'],
            ['Access-Control-Allow-Origin', 'null'],
          ].flat(),
        )
        .end('<script>alert(1)</script>')
    const { head, end, body, own } = await answerOf()
    expect(head).toMatchObject({ status: 418, url: `${api.origin}/v1/pets`, left_out: [] })
    expect(head.headers).toEqual(
      expect.arrayContaining([
        ['set-cookie', 'waymark_session=evil'],
        ['set-cookie', 'b=2'],
        ['content-type', 'text/html'],
      ]),
    )
    expect([end, body.toString()]).toEqual(['complete', '<script>alert(1)</script>'])
    expect(own).not.toHaveProperty('set-cookie')
    expect(own).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
    })
  })

  it('to where a scheme gives out tokens, and nowhere else there', async () => {
    const token = { method: 'POST', server: null, body: 'grant_type=client_credentials' }
    await answerOf({ ...token, url: `${other.origin}/token` })
    expect(other.heard[0]).toMatchObject({ url: '/token', body: 'grant_type=client_credentials' })
    const reason = await reasonOf({ ...token, url: `${other.origin}/token?a=1` })
    expect(reason).toBe('The description of this operation names no such server.')
    expect(other.heard).toHaveLength(1)
  })
})

describe('an address is refused', () => {
  it.each([
    ['another server', () => `${other.origin}/v1/pets`, 'names no such server'],
    ['a host that begins alike', () => `${api.origin}.evil.example/`, ''],
    ['a user before the host', () => `${api.origin}@evil.example/`, ''],
    ['the secrets of a cloud', () => 'http://169.254.169.254/latest', 'not allowed'],
    ['the same in one number', () => 'http://2852039166/latest', 'not allowed'],
    ['the same in octal', () => 'http://0251.0376.0251.0376/', 'not allowed'],
    ['the same inside IPv6', () => 'http://[::ffff:a9fe:a9fe]/', 'not allowed'],
    ['the same by a translator', () => 'http://[64:ff9b::a9fe:a9fe]/', 'not allowed'],
    ['by name', () => 'http://metadata.google.internal./', 'not allowed'],
    ['this installation', () => `${stack.waymarkUrl}/api/v1/me`, 'this installation'],
    ['a file', () => 'file:///etc/passwd', ''],
    ['nonsense', () => 'nonsense', ''],
  ])('%s', async (_what, address, reason) => {
    expect(await reasonOf({ url: address() })).toContain(reason)
    expect([api.heard, other.heard]).toEqual([[], []])
  })

  it.each<[string, Sent]>([
    ['a line in a header', { headers: [['X-A', 'a\r\nHost: evil']] }],
    ['a name that is none', { headers: [['X A', 'a']] }],
    ['a method that opens a tunnel', { method: 'CONNECT' }],
    ['a server that is not there', { server: { index: 7 } }],
    [
      'a variable that the server does not have',
      { server: { index: 0, variables: { host: 'evil.example' } } },
    ],
  ])('%s', async (_what, sent) => {
    await reasonOf(sent)
    expect(api.heard).toEqual([])
  })
})

describe('a redirect', () => {
  const secrets: [string, string][] = [
    ['Authorization', 'Bearer theirs'],
    ['X-Api-Key', 'theirs'],
    ['Accept', 'application/json'],
  ]
  const leadTo = (location: string, status = 302) => {
    api.state.answering = (res, { url }) =>
      url === '/v1/pets'
        ? void res.writeHead(status, { Location: location }).end('moved')
        : void res.end('there')
  }

  it('on the same server is followed with all headers', async () => {
    leadTo('/v1/cats')
    const { head, body } = await answerOf({ headers: secrets })
    expect([head.url, body.toString()]).toEqual([`${api.origin}/v1/cats`, 'there'])
    expect(api.heard[1]?.headers).toMatchObject({ authorization: 'Bearer theirs' })
  })

  it('to another server takes no secrets along, and for visitors is the answer', async () => {
    leadTo(`${other.origin}/elsewhere`)
    const { head } = await answerOf({ headers: secrets })
    expect(head.url).toBe(`${other.origin}/elsewhere`)
    expect(other.heard[0]?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Waymark-Try-It',
    })
    expect(other.heard[0]?.headers).not.toHaveProperty('authorization')
    expect(other.heard[0]?.headers).not.toHaveProperty('x-api-key')
    const visitor = await answerOf({ headers: secrets }, {})
    expect(visitor.head).toMatchObject({ status: 302, redirect_refused: expect.stringContaining('Sign in') })
    expect(other.heard).toHaveLength(1)
  })

  it.each([
    ['the secrets of a cloud', 'http://169.254.169.254/'],
    ['the same, spelled otherwise', 'http://0xa9fea9fe/'],
    ['this installation', `${stack.waymarkUrl}/health`],
    ['a file', 'file:///etc/passwd'],
  ])('to %s is the answer', async (_what, location) => {
    leadTo(location)
    const { head, body } = await answerOf()
    expect(head).toMatchObject({ status: 302, redirect_refused: expect.any(String) })
    expect(body.toString()).toBe('moved')
  })

  it.each([301, 302, 303])('of %d drops the body of what only reads', async (status) => {
    leadTo('/v1/cats', status)
    const sent: Sent = { body: '{"a":1}', headers: [['Content-Type', 'application/json']] }
    const { head, body } = await answerOf(sent)
    expect([head.url, body.toString()]).toEqual([`${api.origin}/v1/cats`, 'there'])
    expect(api.heard.map((told) => told.body)).toEqual(['{"a":1}', ''])
    expect(api.heard[1]?.headers).not.toHaveProperty('content-type')
    expect(api.heard[1]?.headers).not.toHaveProperty('content-length')
  })

  it.each([307, 308])('of %d, which keeps the body, is the answer: it is sent once', async (status) => {
    leadTo('/v1/cats', status)
    const { head, body } = await answerOf({ body: '{"a":1}' })
    expect(head).toMatchObject({ status, redirect_refused: expect.stringContaining('sent again') })
    expect(body.toString()).toBe('moved')
    expect(api.heard).toHaveLength(1)
    expect((await answerOf()).head.url).toBe(`${api.origin}/v1/cats`)
  })

  it('without end, and of what changes something, is the answer', async () => {
    leadTo('/v1/pets')
    expect((await answerOf()).head).toMatchObject({ status: 302, redirect_refused: expect.any(String) })
    expect(api.heard).toHaveLength(6)
    leadTo('/v1/cats', 307)
    expect((await answerOf({ method: 'POST', body: 'a' })).head).toMatchObject({ status: 307 })
    expect(api.heard).toHaveLength(7)
  })
})

describe('a hostile answer ends its own request', () => {
  it('that never ends', async () => {
    api.state.answering = (res) => {
      const chunk = Buffer.alloc(256 * 1024, 'a')
      const more = () => {
        while (!res.destroyed && res.write(chunk));
      }
      res.on('drain', more)
      more()
    }
    const { end, body } = await answerOf()
    expect([end, body.length]).toEqual(['too_large', 10 * 1024 * 1024])
  })

  it('that unpacks to a thousand times its size', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    api.state.answering = (res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
    const { end, body } = await answerOf()
    expect([end, body.equals(bomb)]).toEqual(['complete', true])
  })

  it('that breaks off', async () => {
    api.state.answering = (res) => {
      res.writeHead(200, { 'Content-Length': '100' })
      res.write('half', () => res.destroy())
    }
    const { end, body } = await answerOf()
    expect([end, body.toString()]).toEqual(['broken', 'half'])
  })

  it('that floods with headers, or is no HTTP', async () => {
    api.state.answering = (res) => void res.writeHead(200, { 'X-Flood': 'a'.repeat(200_000) }).end()
    expect(await reasonOf({})).toMatch(/could not be reached\.$/)
    api.state.answering = (res) => void res.socket?.end('SSH-2.0-OpenSSH\r\n')
    expect(await reasonOf({})).toMatch(/could not be reached\.$/)
    api.state.answering = (res) => void res.end('still here')
    expect((await answerOf()).body.toString()).toBe('still here')
  })
})

describe('who may', () => {
  it('whoever reads the page: visitors of a public project, nobody else of a private one', async () => {
    expect((await answerOf({}, {})).head.status).toBe(200)
    const stranger = (await aWorkspace(stack)).owner
    const set = (visibility: string) =>
      call(stack, `/projects/${project.id}`, {
        method: 'PATCH',
        token: workspace.owner.token,
        json: { visibility },
      })
    await set('private')
    expect((await send({}, {})).status).toBe(404)
    expect((await send({}, { token: stranger.token })).status).toBe(404)
    await set('public')
    expect((await answerOf({}, { token: stranger.token })).head.status).toBe(200)
  })

  it('nobody where the workspace switched it off', async () => {
    const set = (on: boolean) =>
      sql(stack, 'update public.workspaces set show_tryit = $2 where slug = $1', [workspace.slug, on])
    await set(false)
    const answer = await send()
    expect([answer.status, answer.json<ProblemBody>().detail]).toEqual([
      403,
      'Try It is switched off in this workspace.',
    ])
    await set(true)
    expect(api.heard).toEqual([])
  })

  it('so often: members by themselves, visitors by their address', async () => {
    const viewer = await aMember(stack, workspace, 'viewer')
    const wrong = { url: 'nonsense' }
    let visitors = 0
    const statuses = await inOneWindow(60, async () => {
      const visitor = { from: `127.77.0.${++visitors}` }
      const said: number[] = []
      for (let at = 0; at < 21; at++) said.push((await send(wrong, visitor)).status)
      said.push((await send(wrong, { from: '127.77.1.1' })).status)
      said.push((await send(wrong, { ...visitor, token: viewer.token })).status)
      return said
    })
    expect(statuses).toEqual([...Array(20).fill(400), 429, 400, 400])
  })

  it.each<[string, number | null, string]>([
    ['more than', 10, 'abc'],
    ['less than', 3, 'abcdefgh'],
    ['much less than', 3, 'a'.repeat(1024 * 1024)],
    ['nothing of', 0, 'abc'],
    ['no size of', null, 'abc'],
  ])('nobody who says %s what the body has: at once', async (_what, bodySize, body) => {
    const answer = await send({ method: 'POST', body, bodySize })
    expect(answer.status).toBe(400)
    expect(answer.json<ProblemBody>().errors).toEqual([
      { field: 'body_size', message: bodySize === null ? 'Required' : 'The body does not have this size.' },
    ])
  })

  it('with a large body that nobody reads: refused, redirected, or answered before its end', async () => {
    const body = 'a'.repeat(8 * 1024 * 1024)
    expect(await reasonOf({ body, url: `${other.origin}/v1/pets` })).toContain('names no such server')
    api.state.readsBodies = false
    expect((await answerOf({ method: 'POST', body })).body.toString()).toBe('{}')
    api.state.answering = (res, { url }) =>
      url === '/v1/pets' ? void res.writeHead(302, { Location: '/v1/cats' }).end() : void res.end('there')
    expect((await answerOf({ body })).body.toString()).toBe('there')
  })

  it('with a body of ten megabytes at most', async () => {
    const body = 'a'.repeat(10 * 1024 * 1024 + 1)
    expect(await reasonOf({ method: 'POST', body })).toBe('The body may have at most 10 MB.')
    api.state.answering = (res, told) => void res.end(String(told.body.length))
    const whole = await answerOf({ method: 'POST', body: body.slice(1) })
    expect(whole.body.toString()).toBe(String(10 * 1024 * 1024))
  })
})
