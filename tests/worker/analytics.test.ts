// What a collector of analytics is told: kinds of events, from when it was named, each once it was taken, and nobody's data.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forwardAnalytics } from '../../worker/jobs/forward-analytics.ts'
import { aWorld, type World } from './support/world.ts'

interface Received {
  authorization: string | undefined
  body: { source: string; batch: string; events: Record<string, string>[] }
}

let world: World
let collector: Server
let received: Received[]
let status: number
beforeAll(async () => {
  world = await aWorld()
  collector = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    received.push({
      authorization: req.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    res.writeHead(status).end()
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  collector.close()
  await world.end()
})
beforeEach(async () => {
  received = []
  status = 204
  await turn(null)
})

/** One turn of the worker, with a collector or without. */
async function turn(analytics: { url: string; token: string } | null = named()): Promise<void> {
  const { signal: stopping } = new AbortController()
  await forwardAnalytics({ config: { analytics }, db: world.db, log: () => undefined, stopping })()
}
const named = () => ({
  url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/events`,
  token: 's3cret',
})
const told = () => received.flatMap(({ body }) => body.events)

test('is nothing from before, then each event in the fields that are documented, and no more', async () => {
  await world.aProject('Before')
  await turn()
  expect(received).toEqual([])
  await world.aProject('Secret project')
  await turn()
  expect(received.map(({ authorization }) => authorization)).toEqual(['Bearer s3cret'])
  expect(told()).toContainEqual({
    event: 'project.created',
    hour: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00Z$/),
    workspace: expect.stringMatching(/^[0-9a-f]{16}$/),
    plan: expect.any(String),
  })
  const page = readFileSync(join(import.meta.dirname, '../../docs/telemetry.md'), 'utf8')
  for (const field of new Set(told().flatMap(Object.keys))) expect(page).toContain(`| \`${field}\` |`)
  expect(JSON.stringify(received)).not.toMatch(/secret project|owner@|acme/i)
  await turn()
  expect(received).toHaveLength(1)
})

test('is the same batch again where it was not taken, whatever happened meanwhile; that comes behind it', async () => {
  await turn()
  await world.aProject('Twice')
  status = 503
  await turn()
  await world.aProject('Beside it')
  await world.db.query('update public.workspaces set disable_cookie_tracking = true')
  await world.db.query('update public.billing_accounts set billing_product_id = 1')
  status = 204
  await turn()
  await world.db.query('update public.billing_accounts set billing_product_id = 4')
  await world.db.query('update public.workspaces set disable_cookie_tracking = false')
  await world.aProject('After')
  await turn()
  const [first, again, behind] = received
  expect(received).toHaveLength(3)
  expect(again).toEqual(first)
  expect(Number(behind?.body.batch.split('-')[0])).toBeGreaterThanOrEqual(
    Number(first?.body.batch.split('-')[1]),
  )
})

test('is a batch for a day: what nobody took until then is left out, and the next one is sent', async () => {
  await turn()
  await world.aProject('Never')
  status = 503
  await turn()
  await world.db.query(`update private.analytics_position set begun_at = now() - interval '25 hours'`)
  await world.aProject('Next')
  status = 204
  await turn()
  const [never, next] = received.map(({ body }) => body.batch.split('-').map(Number))
  expect(received).toHaveLength(2)
  expect(next?.[0]).toBe(never?.[1])
})

test('is no more behind a batch that two workers had taken', async () => {
  await turn()
  await world.aProject('First')
  const batch = async () => {
    const { rows } = await world.db.query<{ batch: { after: number; until: number } | null }>(
      'select private.analytics_batch(500) as batch',
    )
    return rows[0]?.batch
  }
  const first = await batch()
  await world.db.query('select private.keep_analytics($1)', [first?.until])
  await world.aProject('Second')
  const second = await batch()
  await world.db.query('select private.keep_analytics($1)', [first?.until])
  expect(await batch()).toEqual(second)
})

test('is nothing of workspaces that ask before tracking, nor of what happened while no collector was named', async () => {
  await turn()
  await world.db.query('update public.workspaces set disable_cookie_tracking = true')
  await world.aProject('Quiet')
  await turn()
  expect(told()).toEqual([])
  await world.db.query('update public.workspaces set disable_cookie_tracking = false')
  await turn()
  received = []
  await turn(null)
  await world.aProject('Meanwhile')
  await turn()
  expect(told()).toEqual([])
})

test('is nothing that is a day old, so that a collector that was away is not flooded', async () => {
  await turn()
  await world.db.query(
    `insert into public.activity_events (workspace_id, type, created_at) select id, 'project.created', now() - interval '25 hours' from public.workspaces`,
  )
  await turn()
  expect(told()).toEqual([])
})
