// A workspace whose date of deletion has come: everything of it goes, nothing of its neighbours does, wherever a worker is killed.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '../doors/support/world.ts'
import { startStripe } from '../doubles/stripe/index.ts'
import { blockTable } from './support/blockade.ts'
import { census } from './support/census.ts'
import { anApi } from './support/descriptions.ts'
import { aProgram, furnishLeaving, NOT_OF_A_WORKSPACE } from './support/furnish-leaving.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

/** The worker's own clock and queue are quiet. */
const quiet = () => world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')

async function filled(slug: string): Promise<string> {
  const id = await world.aWorkspace(slug)
  const project = await world.aProject(`Of ${slug}`, id)
  const job = await world.importFiles(project, { 'reference/parts.json': anApi(slug, 2) })
  expect((await world.finished(job)).status).toBe('success')
  return id
}

const isDue = (slugs: string[]) =>
  world.db.query(
    "update public.workspaces set delete_at = now() - interval '1 minute' where slug = any ($1)",
    [slugs],
  )
const follow = () => world.db.query('select private.follow_deletions()')
const isLater = () =>
  world.db.query("update private.workspace_leftovers set created_at = created_at - interval '2 hours'")

async function purged(): Promise<void> {
  await isLater()
  await world.db.query(`select graphile_worker.add_job('purge')`)
  await quiet()
}

test('takes every row, every byte, its accounts and its customer; what others have stays to the last bit', async () => {
  const stripe = await startStripe({
    webhookUrl: await nowhere(),
    webhookSecret: 'whsec_x',
    retries: [],
  })
  try {
    const worker = await world.worker({ STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_URL: stripe.url })
    await filled('neighbour')
    await aProgram(world.db)
    await quiet()
    const before = await census(world)
    const bytesBefore = world.storedFiles()

    await filled('leaving')
    const doors = await makeWorld({ ...world.place, anonKey: '' }, '')
    for (const [bucket, count] of [
      ['files', 3],
      ['uploads', 2],
      ['exports', 2],
    ] as const)
      for (let index = 0; index < count; index++) await store(bucket, `${doors.workspaceId}/x/${index}`)
    const customer = await customerAt(stripe)
    await world.db.query(
      'update public.billing_accounts set stripe_customer_id = $2 where workspace_id = $1',
      [doors.workspaceId, customer],
    )
    await furnishLeaving(world.db, doors.workspaceId, customer)
    expect(world.storedFiles().length).toBeGreaterThan(bytesBefore.length + 4)
    const there = await census(world)
    const untouched = Object.keys(there).filter((table) => there[table] === before[table])
    expect(untouched.filter((table) => !(table in NOT_OF_A_WORKSPACE))).toEqual([])
    const { rows: buckets } = await world.db.query<{ id: string }>(
      `select b.id from storage.buckets b
       where not exists (select from storage.objects o where o.bucket_id = b.id and o.name like $1 || '/%')`,
      [doors.workspaceId],
    )
    expect(buckets).toEqual([])
    // The account of the owner of "leaving" has other workspaces; all others have nothing else.
    await isDue(['leaving', 'doors', 'doors-elsewhere', 'doors-far'])
    await follow()
    await quiet()
    await purged()

    expect(await census(world)).toEqual(before)
    expect(world.storedFiles()).toEqual(bytesBefore)
    expect(stripe.account.tables.deletedCustomers.has(customer)).toBe(true)
    expect(worker.output()).not.toContain('"level":"error"')
    const { rows } = await world.db.query(
      `select count(*)::int as n from private.outbox_mails where template = 'account_deleted' and recipient = 'founder@doors.example'`,
    )
    expect(rows[0].n).toBe(1)
  } finally {
    await stripe.stop()
  }
})

describe('a worker killed', () => {
  test.each([
    ['among the projects', 'public.projects'],
    ['in the last step', 'public.activity_events'],
    ['among the bytes', 'storage.objects'],
  ])('%s leaves the rest to the next one', async (_where, table) => {
    const first = await world.worker()
    await filled('neighbour')
    await quiet()
    const before = await census(world)
    const bytesBefore = world.storedFiles()
    await filled('leaving')
    const { rows } = await world.db.query<{ id: string }>(
      `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), 'alone@example.com', 'authenticated', 'authenticated')
       returning id`,
    )
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role)
       select w.id, private.ensure_user($1, 'alone@example.com'), 'maker' from public.workspaces w where w.slug = 'leaving'`,
      [rows[0]?.id],
    )
    await quiet()
    const blockade = await blockTable(world, table)
    await isDue(['leaving'])
    await follow()
    await blockade.reached()
    await first.end('SIGKILL')
    await blockade.lift()

    await world.worker()
    await quiet()
    await purged()
    expect(await census(world)).toEqual(before)
    expect(world.storedFiles()).toEqual(bytesBefore)
  })
})

test('an account stays that was invited elsewhere, asked elsewhere, or administers the installation', async () => {
  await world.worker()
  const id = await filled('leaving')
  const people = ['invited', 'asking', 'admin', 'alone'] as const
  for (const name of people) {
    const { rows } = await world.db.query<{ id: string }>(
      `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
      [`${name}@example.com`],
    )
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role)
       values ($1, private.ensure_user($2, $3), 'maker')`,
      [id, rows[0]?.id, `${name}@example.com`],
    )
  }
  await world.db.query(
    `insert into public.workspace_invitations (workspace_id, email, token_hash) values ($1, 'invited@example.com', '\\x01')`,
    [world.workspaceId],
  )
  await world.db.query(
    `insert into public.join_requests (workspace_id, user_id)
     select $1, e.user_id from public.emails e where e.email = 'asking@example.com'`,
    [world.workspaceId],
  )
  await world.db.query(
    `update public.users u set is_site_admin = true from public.emails e where e.user_id = u.id and e.email = 'admin@example.com'`,
  )
  await isDue(['leaving'])
  await follow()
  await quiet()
  const { rows } = await world.db.query<{ email: string }>('select email from public.emails order by email')
  expect(rows.map(({ email }) => email)).toEqual(
    ['admin', 'asking', 'invited', 'owner'].map((name) => `${name}@example.com`),
  )
})

test('bytes go with a workspace that goes with the account of its only member', async () => {
  await world.worker()
  await filled('mine')
  await quiet()
  expect(world.storedFiles().length).toBeGreaterThan(0)
  await world.asOwner('select public.delete_account((select username from public.users limit 1))', [])
  await quiet()
  await purged()
  expect(world.storedFiles()).toEqual([])
})

test('a customer whom Stripe does not let go keeps nobody’s bytes', async () => {
  const stripe = await startStripe({ webhookUrl: await nowhere(), webhookSecret: 'whsec_x', retries: [] })
  // Nobody answers there any more.
  await stripe.stop()
  for (const id of [900_001, 900_002]) await store('files', `${id}/x/0`)
  await world.db.query(
    `insert into private.workspace_leftovers (workspace_id, stripe_customer_id, created_at)
     values (900001, 'cus_kept', now() - interval '3 hours'), (900002, null, now() - interval '2 hours')`,
  )
  await world.worker({ STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_URL: stripe.url })
  await world.db.query(`select graphile_worker.add_job('purge', job_key => 'purge of this test')`)
  await world.untilRow(
    `select 1 as gone where not exists (select from private.workspace_leftovers where workspace_id = 900002)
       and not exists (select from storage.objects where name like '90000%')`,
  )
  const { rows } = await world.db.query('select stripe_customer_id from private.workspace_leftovers')
  expect(rows).toEqual([{ stripe_customer_id: 'cus_kept' }])
})

test('a plan that runs on calls it off, and the owners hear of it', async () => {
  await world.worker()
  const id = await filled('leaving')
  await world.db.query(
    "update public.billing_accounts set stripe_status = 'active' where workspace_id = $1",
    [id],
  )
  await isDue(['leaving'])
  await follow()
  await quiet()
  const { rows } = await world.db.query('select delete_at from public.workspaces where id = $1', [id])
  expect(rows).toEqual([{ delete_at: null }])
  expect(world.mail.received.at(-1)?.subject).toContain('was not deleted')
})

async function store(bucket: string, name: string): Promise<void> {
  const { storageUrl, serviceKey } = world.place
  const answer = await fetch(`${storageUrl}/storage/v1/object/${bucket}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/octet-stream' },
    body: name,
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function customerAt({ url, secretKey }: { url: string; secretKey: string }): Promise<string> {
  const answer = await fetch(`${url}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': '2026-10-28.endive',
    },
    body: 'name=Doors',
  })
  return ((await answer.json()) as { id: string }).id
}

/** Where webhooks of the double go: a server that takes all. */
async function nowhere(): Promise<string> {
  const server = createServer((_request, answer) => answer.end()).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}
