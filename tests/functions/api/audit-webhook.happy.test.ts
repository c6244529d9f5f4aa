// The audit webhook over HTTP: its secret is shown once, an address inside is refused, a test says what was answered.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signatureOf } from '../../../supabase/functions/_shared/net/signed-webhook.ts'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, type Workspace } from '../support/people.ts'

const stack = sharedStack()

let workspace: Workspace
let siem: Server
let url: string
let status = 204
const received: { headers: IncomingHttpHeaders; body: string }[] = []

interface Webhook {
  url: string
  status: string
  secret?: string | null
}

const path = () => `/workspaces/${workspace.id}/audit-webhook`
const ask = (method: string, more = '', json?: object) =>
  call(stack, `${path()}${more}`, { method, token: workspace.owner.token, ...(json ? { json } : {}) })

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  siem = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      received.push({ headers: req.headers, body: Buffer.concat(chunks).toString() })
      res.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => siem.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(siem.address() as AddressInfo).port}/in`
})
afterAll(() => siem.close())

it('is set, shown without its secret, tried, given another secret, and removed', async () => {
  expect((await ask('GET')).status).toBe(404)
  expect((await ask('POST', '/test')).status).toBe(404)
  const first = (await ask('PUT', '', { url })).json<Webhook>()
  expect(first).toMatchObject({ url, status: 'active', secret: expect.stringMatching(/^whsec_/) })
  expect((await ask('GET')).text).not.toContain('secret')

  expect((await ask('POST', '/test')).json()).toEqual({ success: true, message: 'The test was taken.' })
  const [test] = received
  const signed = `${test?.headers['webhook-id']}.${test?.headers['webhook-timestamp']}.${test?.body}`
  expect(test?.headers['webhook-signature']).toBe(`v1,${await signatureOf(String(first.secret), signed)}`)
  expect(JSON.parse(test?.body ?? '')).toEqual({ type: 'audit.test', workspace_id: workspace.id, events: [] })
  status = 500
  expect((await ask('POST', '/test')).json()).toMatchObject({
    success: false,
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ answered 500\.$/),
  })

  expect((await ask('PUT', '', { url })).json<Webhook>().secret).toBeNull()
  const second = (await ask('PUT', '', { url, new_secret: true })).json<Webhook>()
  expect(second.secret).not.toBe(first.secret)
  const late = await ask('PUT', '', { url: 'https://siem.example/in', seen: { url: null } })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('changed this meanwhile.')])
  expect((await ask('PUT', '', { url, seen: { url } })).status).toBe(200)
  expect((await ask('POST', '/resume')).json()).toMatchObject({ status: 'active' })
  expect((await ask('DELETE')).status).toBe(204)
  expect((await ask('DELETE')).status).toBe(404)
})

it.each([
  ['https://169.254.169.254/latest', 'This address is not allowed.'],
  ['https://a:b@siem.example', 'Must be a valid URL.'],
  ['no address', 'Must be a valid URL.'],
])('%s is refused at its field', async (odd, message) => {
  const answer = await ask('PUT', '', { url: odd })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(message)
})
