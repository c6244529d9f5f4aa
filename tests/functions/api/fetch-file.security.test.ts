// What an import fetches from an address: text, for who may create projects, and nothing of our own network.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'
import { petStore } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let host: Server
let origin: string
let asked: IncomingMessage[]
let answering: (res: ServerResponse, req: IncomingMessage) => void

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  host = createServer((req, res) => {
    asked.push(req)
    answering(res, req)
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  // The test's stack may call this machine; that is what the relaxed setting is for.
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  answering = (res) => void res.writeHead(200, { 'Content-Type': 'application/yaml' }).end(petStore)
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const fetchFile = (url: string, token = workspace.owner.token) =>
  call(stack, `/workspaces/${workspace.id}/fetch-file`, { token, json: { url } })
const refusalOf = async (url: string) => {
  const answer = await fetchFile(url)
  expect(answer.status).toBe(400)
  return answer.json<ProblemBody>().errors
}

it.each([
  ['/files/pets.yml?v=2', 'application/octet-stream', 'pets.yml'],
  ['/v3/api-docs', 'application/json', 'api-docs.json'],
  ['/', 'text/plain', 'openapi.yaml'],
  ['/%2e%2e%2f%ff/p%20a.yaml', 'text/yaml', 'p-a.yaml'],
])('%s is fetched without anything of the caller', async (path, type, name) => {
  answering = (res) => void res.writeHead(200, { 'Content-Type': type }).end(petStore)
  const answer = await fetchFile(origin + path)
  expect([answer.status, answer.json()]).toEqual([200, { name, content: petStore }])
  expect(asked[0]?.headers).not.toHaveProperty('authorization')
  expect(asked[0]?.headers).not.toHaveProperty('cookie')
})

describe('a redirect', () => {
  /** Another server than the one that is asked. */
  let other: Server
  let elsewhere: string
  beforeAll(async () => {
    other = createServer(
      (_req, res) => void res.writeHead(200, { 'Content-Type': 'text/plain' }).end(petStore),
    )
    await once(other.listen(0, '127.0.0.1'), 'listening')
    elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(() => {
    other.closeAllConnections()
    other.close()
  })
  const leadsTo = (location: (path: string) => string) => {
    answering = (res, { url = '' }) => void res.writeHead(302, { Location: location(url) }).end()
  }

  it.each([
    ['/acme/raw/main/pets.yaml', '/assets/4711', 'pets.yaml'],
    ['/latest', '/v2/pets.json', 'pets.json'],
    ['/latest', '/assets/4711', 'latest.yaml'],
  ])('of %s leads to another server, here %s', async (path, target, name) => {
    leadsTo(() => elsewhere + target)
    const answer = await fetchFile(origin + path)
    expect([answer.status, answer.json()]).toEqual([200, { name, content: petStore }])
  })

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/a.yaml',
    'file:///etc/passwd',
    'https://user:password@example.com/a.yaml',
  ])('into %s is refused as that address is', async (target) => {
    const [refusal] = (await refusalOf(target)) ?? []
    leadsTo(() => target)
    expect(await refusalOf(`${origin}/a.yaml`)).toEqual([refusal])
    expect(asked).toHaveLength(1)
  })

  it('is followed three times, and not a fourth', async () => {
    const hops = (most: number) => {
      answering = (res, { url = '' }) =>
        Number(url.slice(1)) < most
          ? void res.writeHead(307, { Location: `/${Number(url.slice(1)) + 1}` }).end()
          : void res.writeHead(200).end(petStore)
    }
    hops(3)
    expect((await fetchFile(`${origin}/0`)).status).toBe(200)
    hops(4)
    expect((await refusalOf(`${origin}/0`))?.[0]?.message).toMatch(/answered with a redirect\.$/)
  })
})

it.each([
  'https://169.254.169.254/latest/meta-data',
  'http://metadata.google.internal/',
  'file:///etc/passwd',
  'https://user:password@example.com/a.yaml',
  'nonsense',
])('%s is refused at the field', async (url) => {
  expect(await refusalOf(url)).toEqual([{ field: 'url', message: expect.any(String) }])
})

it('what is not there, or too large, is said', async () => {
  answering = (res) => void res.writeHead(404).end('no')
  expect((await refusalOf(`${origin}/a.yaml`))?.[0]?.message).toMatch(/answered with 404\.$/)
  answering = (res) => void res.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
  expect((await refusalOf(`${origin}/a.yaml`))?.[0]?.message).toMatch(/answered with too much\.$/)
})

it('who may not create projects makes nobody fetch anything', async () => {
  const viewer = await aMember(stack, workspace, 'viewer')
  expect((await fetchFile(`${origin}/a.yaml`, viewer.token)).status).toBe(403)
  expect(asked).toEqual([])
})
