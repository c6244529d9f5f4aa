// The trail reaches a SIEM whole and in order, through refusals, redirects and kills of the worker.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditSecretContext } from '../../supabase/functions/_shared/domain/audit-webhook.ts'
import { newWebhookSecret } from '../../supabase/functions/_shared/git/webhooks/secret.ts'
import { signatureOf } from '../../supabase/functions/_shared/net/signed-webhook.ts'
import { seal } from '../../supabase/functions/_shared/secrets/box.ts'
import { gitEnv } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

interface Received {
  headers: IncomingMessage['headers']
  body: string
  events: { id: string; type: string }[]
}

let world: World
let siem: Server
let url: string
let secret: string
let received: Received[]
let answer: (req: IncomingMessage, res: ServerResponse) => void

beforeEach(async () => {
  world = await aWorld()
  received = []
  answer = (_req, res) => res.writeHead(204).end()
  siem = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ headers: req.headers, body, ...(JSON.parse(body) as Pick<Received, 'events'>) })
      answer(req, res)
    })
  })
  await new Promise<void>((resolve) => siem.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(siem.address() as AddressInfo).port}`
  secret = newWebhookSecret()
  // As a worker with `gitEnv` says it at its start: these tests receive on the machine itself.
  await world.db.query('update private.deployment set inside_hosts = null')
  const box = await seal(secret, auditSecretContext(world.workspaceId))
  await world.asOwner('select public.set_audit_webhook($1, $2, $3)', [
    world.workspaceId,
    `${url}/in`,
    JSON.stringify(box),
  ])
})
afterEach(async () => {
  await world.end()
  siem.closeAllConnections()
  siem.close()
})

const write = (type: string) =>
  world.db.query('select private.log_activity($1, $2)', [world.workspaceId, type])
const send = async () => {
  await world.db.query('update private.audit_webhooks set next_try_at = now()')
  await world.db.query('select private.queue_audit_deliveries()')
}
const until = (condition: string) =>
  world.untilRow(`select * from private.audit_webhooks where ${condition}`, [])
const arrived = () => received.flatMap(({ events }) => events)

it('each entry is signed and taken, those that follow after it', async () => {
  const begun = Math.floor(Date.now() / 1000)
  await write('test.one')
  await world.worker(gitEnv)
  await send()
  await until('delivered = 2 and batch_end is null')
  await write('test.two')
  await send()
  await until('delivered = 3')
  expect(arrived().map(({ type }) => type)).toEqual(['workspace.audit_webhook.set', 'test.one', 'test.two'])
  const [taken] = received
  if (!taken) throw new Error('Nothing came.')
  const { headers, body } = taken
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${await signatureOf(secret, signed)}`)
  // The time of this sending, in seconds: by it a receiver refuses what somebody sends once more.
  expect(Number(headers['webhook-timestamp'])).toBeGreaterThanOrEqual(begun)
  expect(Number(headers['webhook-timestamp'])).toBeLessThanOrEqual(Date.now() / 1000)
})

it('what was not taken comes again under the same id, with the same entries', async () => {
  let refusals = 2
  answer = (_req, res) => res.writeHead(refusals-- > 0 ? 503 : 200).end()
  await world.worker(gitEnv)
  for (const tries of [1, 2]) {
    await send()
    await until(`tries = ${tries} and problem like '127.0.0.1:% answered 503.'`)
  }
  await write('test.meanwhile')
  await send()
  await until('delivered = 2')
  const [first, second, third] = received.map(({ headers, body }) => [headers['webhook-id'], body])
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(arrived().at(-1)?.type).toBe('test.meanwhile')
})

it('a worker that is killed before it heard the answer is followed by one that sends the same again', async () => {
  const asked = new Promise<void>((resolve) => {
    answer = () => resolve()
  })
  const first = await world.worker(gitEnv)
  await send()
  await asked
  await first.end('SIGKILL')
  answer = (_req, res) => res.writeHead(200).end()
  await world.worker(gitEnv)
  await send()
  await until('delivered = 1')
  expect(received).toHaveLength(2)
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  expect(received[1]?.events).toEqual(received[0]?.events)
})

it.each([
  [
    'a redirect',
    (res: ServerResponse) => res.writeHead(307, { location: '/elsewhere' }).end(),
    'answered with a redirect.',
  ],
  [
    'an endless answer',
    (res: ServerResponse) => void res.writeHead(200).write('x'.repeat(100_000)),
    'answered with too much.',
  ],
])('%s is no taking', async (_what, answers, problem) => {
  answer = (_req, res) => answers(res)
  await world.worker(gitEnv)
  await send()
  await until(`tries = 1 and problem like '%${problem}'`)
  expect(received).toHaveLength(1)
})

it('an address of a private network is never called', async () => {
  await world.worker({ WAYMARK_SECRET_KEY: gitEnv.WAYMARK_SECRET_KEY })
  await world.db.query(`update private.audit_webhooks set url = replace(url, 'http:', 'https:')`)
  await send()
  await until(`problem = 'Addresses of private networks are not allowed on this installation.'`)
  expect(received).toEqual([])
})

it('a secret that no key opens is said, and the worker goes on', async () => {
  await world.worker({ ...gitEnv, WAYMARK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') })
  await send()
  await until(`problem = 'The secret cannot be read any more. Make a new one.'`)
  expect(received).toEqual([])
})
