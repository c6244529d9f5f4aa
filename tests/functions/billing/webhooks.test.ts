// What Stripe tells: who is believed, that each event is applied once, in any order, and that the check finds what was missed.
import { createHmac } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { connect } from '../../../stack/postgres/connect.ts'
import { checkBilling } from '../../../worker/billing/check.ts'
import { billing, day } from '../support/billing.ts'
import { sql, type Workspace } from '../support/people.ts'

const { stack, double, sdk, freeWorkspace, ask, account, checkout, pay, buy, pass, activity } = billing()
const { webhookSecret } = inject('stripe')

const mac = (secret: string, time: number, body: string) =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
const now = () => Math.floor(Date.now() / 1000)
const send = (body: string, signature: string) =>
  fetch(`${stack.apiUrl}/api/v1/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body,
  })

const eventsOf = (customer: string) =>
  sql<{ id: string; is_done: boolean }>(
    stack,
    'select id, processed_at is not null as is_done from private.stripe_events where customer_id = $1',
    [customer],
  )
const customerOf = async (workspace: Workspace) =>
  (
    await sql<{ customer: string }>(
      stack,
      `select stripe_customer_id as customer from public.billing_accounts
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [workspace.slug],
    )
  )[0]?.customer ?? ''
const idOf = async ({ slug }: Workspace) =>
  Number(
    (await sql<{ id: string }>(stack, 'select id from public.workspaces where slug = $1', [slug]))[0]?.id,
  )

async function checked(workspace: Workspace): Promise<string[]> {
  const db = await connect(stack.dbUrl)
  try {
    return await checkBilling(db, sdk(), await idOf(workspace))
  } finally {
    await db.end()
  }
}

describe('a signature', () => {
  const body = JSON.stringify({
    id: 'evt_signature',
    object: 'event',
    type: 'customer.updated',
    api_version: '2026-10-28.endive',
    created: now(),
    livemode: false,
    data: { object: { id: 'cus_nobody', object: 'customer' } },
  })
  const t = now()
  it.each([
    ['holds', `t=${t},v1=${mac(webhookSecret, t, body)}`, 200],
    [
      'holds among several, as while a secret is rolled',
      `t=${t},v1=${mac('old', t, body)},v1=${mac(webhookSecret, t, body)}`,
      200,
    ],
    ['of another secret', `t=${t},v1=${mac('guessed', t, body)}`, 401],
    ['of another body', `t=${t},v1=${mac(webhookSecret, t, `${body} `)}`, 401],
    ['of six minutes ago', `t=${t - 360},v1=${mac(webhookSecret, t - 360, body)}`, 401],
    ['of six minutes to come', `t=${t + 360},v1=${mac(webhookSecret, t + 360, body)}`, 401],
    ['that is none', 'nonsense', 401],
    ['that is missing', '', 401],
  ])('%s', async (_what, signature, status) => {
    expect((await send(body, signature)).status).toBe(status)
  })
})

describe('events', () => {
  it('doubled, shuffled and late lead to the same account, each applied once', async () => {
    const workspace = await freeWorkspace()
    double().webhooks.shuffle(7)
    double().webhooks.duplicate(2)
    double().webhooks.hold()
    await pay((await checkout(workspace, 'basic', 1)).json<{ redirect_url: string }>().redirect_url)
    const customer = await customerOf(workspace)
    double().webhooks.release()
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ product: { name: 'basic' }, status: 'active' })
    expect((await eventsOf(customer)).filter(({ is_done }) => !is_done)).toEqual([])
    expect(await activity(workspace)).toEqual(['billing.plan.changed', 'billing.invoice.paid'])
    // Of three days ago, once more.
    double().webhooks.duplicate(1)
    double().webhooks.shuffle()
    await pass(3 * day)
    const count = (await eventsOf(customer)).length
    for (const { id } of (await eventsOf(customer)).slice(0, 5)) {
      const event = double().account.tables.events.get(id)
      if (event) double().webhooks.resend(event)
    }
    await double().webhooks.settled()
    expect((await eventsOf(customer)).length).toBe(count)
    expect(await activity(workspace)).toEqual(['billing.plan.changed', 'billing.invoice.paid'])
  })

  it('of one customer that come at once are each answered and done, whichever is read first', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await double().webhooks.settled()
    const customer = await customerOf(workspace)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, index) => {
        const body = JSON.stringify({
          id: `evt_at_once_${index}`,
          object: 'event',
          type: 'customer.updated',
          api_version: '2026-10-28.endive',
          created: now(),
          livemode: false,
          data: { object: { id: customer, object: 'customer' } },
        })
        return send(body, `t=${now()},v1=${mac(webhookSecret, now(), body)}`)
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await eventsOf(customer)).filter(({ is_done }) => !is_done)).toEqual([])
  })

  it('that cannot be applied are sent again until they are', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await double().webhooks.settled()
    const customer = await customerOf(workspace)
    // The reading fails, three times over because the SDK tries again.
    for (let time = 0; time < 3; time++)
      double().cut(({ method, path }) => method === 'GET' && path.startsWith('/v1/subscriptions'), 'before')
    await sdk().customers.update(customer, { email: 'money@example.com' })
    await double().webhooks.settled()
    const [kept] = await sql<{ email: string }>(
      stack,
      'select stripe_billing_email as email from public.billing_accounts where stripe_customer_id = $1',
      [customer],
    )
    expect(kept).toEqual({ email: 'money@example.com' })
    expect((await eventsOf(customer)).every(({ is_done }) => is_done)).toBe(true)
  })

  it('that never come are made up for by the check, which says what it repaired', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await double().webhooks.settled()
    expect(await checked(workspace)).toEqual([])
    double().webhooks.hold()
    try {
      const [{ subscription = '' } = {}] = await sql<{ subscription: string }>(
        stack,
        'select stripe_subscription_id as subscription from public.billing_accounts where workspace_id = $1',
        [await idOf(workspace)],
      )
      await sdk().subscriptions.update(subscription, { cancel_at_period_end: true })
      double().webhooks.lose()
    } finally {
      double().webhooks.release()
    }
    expect(await account(workspace)).toMatchObject({ pending: null })
    expect(await checked(workspace)).toContain('stripe_cancel_at_period_end')
    expect(await account(workspace)).toMatchObject({ pending: { kind: 'cancel' } })
    expect(await activity(workspace)).toContain('billing.repaired')
    expect((await ask(workspace, '/invoices')).status).toBe(200)
  })
})
