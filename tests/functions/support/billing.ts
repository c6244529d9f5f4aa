// Billing in tests: a double of Stripe where the instance looks for it, people who pay by its pages, and time that passes there.
import pg from 'pg'
import Stripe from 'stripe'
import { afterAll, beforeAll, inject } from 'vitest'
import { checkBilling } from '../../../worker/billing/check.ts'
import { type StripeDouble, startStripe } from '../../doubles/stripe/index.ts'
import { sharedStack } from '../../support/stack.ts'
import { type Call, call } from './call.ts'
import { aWorkspace, sql, type Workspace } from './people.ts'

export interface Account {
  product: { name: string }
  cycle_interval_months: number | null
  status: string
  stripe_status: string | null
  paid_members: number | null
  members: { used: number; included: number; paid: number }
  trial_end_at: string | null
  trial_available: boolean
  pending: { kind: string; product_id?: number; interval?: number } | null
  payment_method: { brand: string; last4: string } | null
  invoice_error: string | null
  stripe_billing_email: string | null
  next_invoice_projection: { total: number } | null
  is_test: boolean
  lock_reason: string | null
  read_only_projects: number
  unconfirmed: { url: string; amount: number; product_id: number | null; paid_members: number } | null
}

export const day = 86_400

/** The double for the tests of a file; files that need it wait for each other. */
export function billing() {
  const stack = sharedStack()
  const place = inject('stripe')
  let double: StripeDouble | undefined
  const there = () => {
    if (!double) throw new Error('The double was not started.')
    return double
  }
  beforeAll(async () => {
    double = await startWhenFree(() =>
      startStripe({
        port: place.port,
        secretKey: place.secretKey,
        webhookSecret: place.webhookSecret,
        webhookUrl: `${stack.apiUrl}/api/v1/webhooks/stripe`,
        settings: { afterRetries: 'unpaid' },
        retries: [50, 50, 200, 500, 1000],
        concurrency: 4,
      }),
    )
    await sellPlans()
    // Files that need the double wait for each other.
  }, 900_000)
  afterAll(() => double?.stop())

  const sdk = () =>
    new Stripe(place.secretKey, {
      apiVersion: '2026-10-28.endive',
      host: '127.0.0.1',
      port: place.port,
      protocol: 'http',
      maxNetworkRetries: 0,
    })

  async function sellPlans(): Promise<void> {
    const plans = await sql<{ id: number; name: string; months: number; flat: number; seat: number }>(
      stack,
      `select l.id::int, p.name, l.cycle_interval_months as months, l.flat_fee_price as flat, l.user_fee_price as seat
       from public.billing_pricing_plans l join public.billing_products p on p.id = l.product_id where l.flat_fee_price > 0`,
    )
    const stripe = sdk()
    const prices: { id: number; flat: string; seat: string }[] = []
    for (const { id, name, months, flat, seat } of plans) {
      const make = async (kind: 'flat' | 'user', amount: number) => {
        const product = await stripe.products.create({ name: `${name} ${kind}` })
        const price = await stripe.prices.create({
          product: product.id,
          currency: 'usd',
          unit_amount: amount,
          recurring: { interval: months === 12 ? 'year' : 'month' },
          metadata: { waymark_price: `${name}_${months}_${kind}` },
        })
        return price.id
      }
      prices.push({ id, flat: await make('flat', flat), seat: await make('user', seat) })
    }
    await sql(stack, 'select public.svc_keep_prices($1)', [JSON.stringify(prices)])
  }

  /** A workspace on the Free plan. */
  async function freeWorkspace(): Promise<Workspace> {
    const workspace = await aWorkspace(stack)
    await sql(
      stack,
      `update public.billing_accounts set billing_product_id = 1, included_members = 1
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [workspace.slug],
    )
    return workspace
  }

  const ask = (workspace: Workspace, path: string, request: Call = {}) =>
    call(stack, `/workspaces/${workspace.id}/billing${path}`, { token: workspace.owner.token, ...request })

  async function account(workspace: Workspace): Promise<Account> {
    const answer = await ask(workspace, '')
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.json<Account>()
  }

  const planId = async (name: string, months: number): Promise<number> => {
    const rows = await sql<{ id: number }>(
      stack,
      `select l.id::int from public.billing_pricing_plans l join public.billing_products p on p.id = l.product_id
       where p.name = $1 and l.cycle_interval_months = $2`,
      [name, months],
    )
    return rows[0]?.id ?? 0
  }

  /** Begins a checkout; its page, or the refusal. */
  async function checkout(workspace: Workspace, name: string, months: number, isTrial = false) {
    const origin = stack.waymarkUrl.replace('://', `://${workspace.slug}.`).replace(/\/$/, '')
    return ask(workspace, '/checkout', {
      json: {
        mode: 'subscription',
        billing_pricing_plan_id: await planId(name, months),
        success_url: `${origin}/admin/billing/success/{CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}/admin/billing`,
        is_trial: isTrial,
      },
    })
  }

  const submit = (page: string, fields: Record<string, string>) =>
    fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

  /** Fills in the page of a checkout; what it says then, be it that the bank asks. */
  const begin = (page: string, card: string, email = 'ada@example.com') =>
    submit(page, { action: 'pay', number: card, expiry: '12/40', cvc: '123', name: 'Ada', email })

  /** Pays on the page of a checkout; the id of the session. */
  async function pay(page: string, card = '4242424242424242', email?: string): Promise<string> {
    let answer = await begin(page, card, email)
    if (answer.status === 200 && (await answer.clone().text()).includes('Complete authentication'))
      answer = await submit(page, { action: 'prove' })
    const to = answer.headers.get('location') ?? ''
    const [, session = ''] = /(cs_\w+)/.exec(to) ?? []
    if (!session) throw new Error(`The checkout was not completed: ${answer.status} ${await answer.text()}`)
    return session
  }

  /** Buys a plan by its page, until the account has it. */
  async function buy(
    workspace: Workspace,
    name: string,
    months: number,
    { card = '', isTrial = false } = {},
  ) {
    const answer = await checkout(workspace, name, months, isTrial)
    if (answer.status !== 200) throw new Error(answer.text)
    const session = await pay(answer.json<{ redirect_url: string }>().redirect_url, card || undefined)
    const done = await ask(workspace, '/checkout', { method: 'PUT', json: { session_id: session } })
    if (done.status !== 200) throw new Error(done.text)
    return { session, account: done.json<Account>() }
  }

  /** Lets time pass at Stripe, and waits until the product heard all of it. */
  async function pass(seconds: number): Promise<void> {
    there().clock.advance(seconds)
    await there().webhooks.settled()
  }

  const activity = async (workspace: Workspace) =>
    (
      await sql<{ type: string }>(
        stack,
        `select type from public.activity_events where workspace_id = (select id from public.workspaces where slug = $1)
           and (type like 'billing.%' or type like 'workspace.lock%' or type like 'workspace.unlock%') order by created_at, id`,
        [workspace.slug],
      )
    ).map(({ type }) => type)

  const put = (workspace: Workspace, path: string, json: unknown) =>
    ask(workspace, path, { method: 'PUT', json })

  /** What the invoices of a workspace come to, newest first. */
  const totals = async (workspace: Workspace) =>
    (await ask(workspace, '/invoices'))
      .json<{ invoices: { total: number }[] }>()
      .invoices.map(({ total }) => total)

  /** What the database keeps of an account, and what Stripe knows it by. */
  const ofAccount = (workspace: Workspace) =>
    sql<{ id: number; customer: string; subscription: string; lowered: number | null; ends: number }>(
      stack,
      `select workspace_id::int as id, stripe_customer_id as customer, stripe_subscription_id as subscription,
         seats_lowered_to as lowered, extract(epoch from stripe_current_period_end)::int as ends
       from public.billing_accounts
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [workspace.slug],
    )

  /** Gives a workspace another card, by one of Stripe's names of test cards. */
  async function giveCard(workspace: Workspace, name: string): Promise<void> {
    const [{ customer, subscription } = { customer: '', subscription: '' }] = await ofAccount(workspace)
    const { id } = await sdk().paymentMethods.attach(name, { customer })
    await sdk().customers.update(customer, { invoice_settings: { default_payment_method: id } })
    await sdk().subscriptions.update(subscription, { default_payment_method: id })
    await there().webhooks.settled()
  }

  /** The nightly check of a workspace. */
  async function check(workspace: Workspace): Promise<string[]> {
    const [{ id } = { id: 0 }] = await ofAccount(workspace)
    const db = new pg.Client({ connectionString: stack.dbUrl })
    await db.connect()
    try {
      return await checkBilling(db, sdk(), id)
    } finally {
      await db.end()
      await there().webhooks.settled()
    }
  }

  /** Does something while Stripe sells a plan no more, which it refuses then. */
  async function withoutPrice<T>(name: string, work: () => Promise<T>): Promise<T> {
    const [{ price } = { price: '' }] = await sql<{ price: string }>(
      stack,
      'select stripe_price_id as price from public.billing_pricing_plans where id = $1',
      [await planId(name, 1)],
    )
    await sdk().prices.update(price, { active: false })
    try {
      return await work()
    } finally {
      await sdk().prices.update(price, { active: true })
    }
  }

  return {
    check,
    withoutPrice,
    put,
    totals,
    ofAccount,
    giveCard,
    stack,
    double: there,
    sdk,
    freeWorkspace,
    ask,
    account,
    checkout,
    begin,
    pay,
    buy,
    pass,
    activity,
    planId,
  }
}

async function startWhenFree(start: () => Promise<StripeDouble>): Promise<StripeDouble> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
