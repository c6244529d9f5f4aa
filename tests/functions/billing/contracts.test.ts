// Contracts outside Stripe: what operators set, and the bill of each quarter.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { billTrueUps } from '../../../worker/billing/true-up.ts'
import { billing } from '../support/billing.ts'
import { aMember, sql, type Workspace } from '../support/people.ts'

const { stack, double, sdk, freeWorkspace, buy, ofAccount, account, activity } = billing()

const run = promisify(execFile)
const place = inject('stripe')

/** `npm run billing -- …`, as operators run it; what it says. */
async function operator(...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, '../../../worker/billing/main.ts')
  const { stdout } = await run(process.execPath, ['--experimental-strip-types', program, ...args], {
    env: {
      ...process.env,
      SUPABASE_DB_URL: stack.dbUrl,
      STRIPE_SECRET_KEY: place.secretKey,
      STRIPE_API_URL: `http://127.0.0.1:${place.port}`,
    },
  })
  return stdout
}

async function trueUps(): Promise<number> {
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    return await billTrueUps(db, sdk())
  } finally {
    await db.end()
    await double().webhooks.settled()
  }
}

const quarterEnds = (workspace: Workspace) =>
  sql(
    stack,
    `update public.billing_accounts set next_invoice_at = date_trunc('quarter', now())
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )

/** A workspace with a contract of one seat at 480 dollars a year for more, two people in it, and its customer. */
async function underContract() {
  const workspace = await freeWorkspace()
  await buy(workspace, 'basic', 1)
  const [{ customer, subscription } = { customer: '', subscription: '' }] = await ofAccount(workspace)
  await sdk().subscriptions.cancel(subscription)
  await double().webhooks.settled()
  await operator(
    'contract',
    workspace.slug,
    'enterprise',
    '--included',
    '1',
    '--seat-price',
    '48000',
    '--note',
    'Order 17',
  )
  await aMember(stack, workspace, 'maker')
  await quarterEnds(workspace)
  const bills = async () =>
    (await sdk().invoices.list({ customer, collection_method: 'send_invoice' })).data.map(
      ({ total, status }) => ({
        total,
        status,
      }),
    )
  return { workspace, customer, bills }
}

const bill = { total: 12_000, status: 'open' }
const told = async (workspace: Workspace) =>
  (await activity(workspace)).filter((type) => type === 'billing.true_up').length

describe("the quarter's bill", () => {
  it('is written once, also where what it did was cut off, and somebody joined since', async () => {
    const { workspace, bills } = await underContract()
    for (const path of ['/v1/invoiceitems', '/finalize', '/v1/invoices'])
      for (const when of ['before', 'after'] as const) {
        double().cut((request) => request.method === 'POST' && request.path.endsWith(path), when)
        await trueUps().catch(() => undefined)
        double().uncut()
      }
    await aMember(stack, workspace, 'maker')
    await trueUps()
    expect(await trueUps()).toBe(0)
    expect(await bills()).toEqual([bill])
    expect(await told(workspace)).toBe(1)
  })

  it('of one that cannot be billed does not hold up the others, and is due still', async () => {
    const gone = await underContract()
    const other = await underContract()
    await sql(
      stack,
      `update public.billing_accounts set stripe_customer_id = 'cus_nobody' where stripe_customer_id = $1`,
      [gone.customer],
    )
    await expect(trueUps()).rejects.toThrow(/is not billed: No such customer/)
    expect(await other.bills()).toEqual([bill])
    expect([await told(gone.workspace), await told(other.workspace)]).toEqual([0, 1])
    await sql(
      stack,
      `update public.billing_accounts set stripe_customer_id = $1 where stripe_customer_id = 'cus_nobody'`,
      [gone.customer],
    )
    expect(await trueUps()).toBe(1)
    expect(await gone.bills()).toEqual([bill])
  })
})

describe('npm run billing', () => {
  it('gives a contract and a trial, ends them, shows what there is, and tells it in the activity', async () => {
    const { slug, ...rest } = await freeWorkspace()
    const workspace = { slug, ...rest }
    expect(await operator('trial', slug, 'pro_team', '--days', '30', '--note', 'Fair')).toContain(
      'tries pro_team for 30 days',
    )
    expect(await account(workspace)).toMatchObject({ product: { name: 'pro_team' } })
    await operator('contract', slug, 'enterprise', '--included', '50', '--note', 'Order 17')
    expect(await operator('show', slug)).toMatch(/plan\s+enterprise[\s\S]*managed_by\s+contract/)
    await operator('end-contract', slug)
    expect(await account(workspace)).toMatchObject({ product: { name: 'free' } })
    expect(await activity(workspace)).toEqual(
      expect.arrayContaining(['billing.trial.given', 'billing.contract.set', 'billing.contract.ended']),
    )
  })

  it('replays an event, and checks an account against Stripe', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await double().webhooks.settled()
    const [event] = (await sdk().events.list({ type: 'customer.subscription.created', limit: 1 })).data
    expect(await operator('replay', event?.id ?? '')).toContain('is applied')
    expect(await activity(workspace)).toContain('billing.event.replayed')
    await sql(
      stack,
      `update public.billing_accounts set paid_members = 7 where workspace_id = (select id from public.workspaces where slug = $1)`,
      [workspace.slug],
    )
    expect(await operator('check', workspace.slug)).toContain('repaired paid_members')
    expect(await account(workspace)).toMatchObject({ paid_members: 0 })
  })

  it('applies an event that never came, and tells that too', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const [{ customer } = { customer: '' }] = await ofAccount(workspace)
    await double().webhooks.settled()
    double().webhooks.hold()
    try {
      await sdk().customers.update(customer, { email: 'money@example.com' })
      double().webhooks.lose()
    } finally {
      double().webhooks.release()
    }
    const [lost] = (await sdk().events.list({ type: 'customer.updated', limit: 1 })).data
    expect(await operator('replay', lost?.id ?? '', '--note', 'Lost')).toContain('is applied')
    expect(await account(workspace)).toMatchObject({ stripe_billing_email: 'money@example.com' })
    expect(await activity(workspace)).toContain('billing.event.replayed')
  })

  it('says what is wrong, and changes nothing', async () => {
    await expect(operator('show', 'nobody-there')).rejects.toThrow('There is no workspace "nobody-there".')
    const { slug } = await freeWorkspace()
    await expect(operator('contract', slug, 'enterprise', '--until', 'soon')).rejects.toThrow(
      '--until needs a date',
    )
    await expect(operator('trial', slug, 'free')).rejects.toThrow('no such plan')
    expect(await operator()).toContain('npm run billing -- COMMAND')
  })
})
