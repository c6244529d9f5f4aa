// What an import fetches from an address: text, for who may create projects, and nothing of our own network.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

it('redirects are followed on the same origin alone', async () => {
  answering = (res, { url }) =>
    url === '/old.yaml'
      ? void res.writeHead(302, { Location: '/new.yaml' }).end()
      : void res.writeHead(200).end(petStore)
  expect((await fetchFile(`${origin}/old.yaml`)).status).toBe(200)
  answering = (res) => void res.writeHead(302, { Location: stack.waymarkUrl }).end()
  expect(await refusalOf(`${origin}/old.yaml`)).toEqual([
    { field: 'url', message: expect.stringMatching(/answered with a redirect\.$/) },
  ])
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
