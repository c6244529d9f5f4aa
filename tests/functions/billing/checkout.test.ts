// Buying and trying a plan: what the database says afterwards, whatever people and pages do twice or out of order.
import { describe, expect, it } from 'vitest'
import { billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { aMember, sql } from '../support/people.ts'

const {
  stack,
  double,
  sdk,
  freeWorkspace,
  ask,
  account,
  ofAccount,
  checkout,
  begin,
  pay,
  buy,
  pass,
  planId,
  activity,
} = billing()

describe('a checkout', () => {
  it('gives the plan that was paid, with its card, invoice and next one', async () => {
    const workspace = await freeWorkspace()
    const { account: bought } = await buy(workspace, 'startup', 12, { card: '4000002760003184' })
    expect(bought).toMatchObject({
      product: { name: 'startup' },
      cycle_interval_months: 12,
      status: 'active',
      stripe_status: 'active',
      members: { used: 1, included: 8, paid: 0 },
      payment_method: { brand: 'visa', last4: '3184' },
      next_invoice_projection: { total: 129_000 },
      is_test: true,
    })
    await double().webhooks.settled()
    expect((await ask(workspace, '/invoices')).json()).toMatchObject({
      invoices: [{ status: 'paid', total: 129_000, amount_paid: 129_000 }],
    })
    expect(await activity(workspace)).toEqual(['billing.plan.changed', 'billing.invoice.paid'])
  })

  it('is applied by the webhook alone, and completing it then, and twice, changes nothing', async () => {
    const workspace = await freeWorkspace()
    const { redirect_url } = (await checkout(workspace, 'basic', 1)).json<{ redirect_url: string }>()
    const session = await pay(redirect_url)
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ product: { name: 'basic' } })
    for (let time = 0; time < 2; time++)
      expect(
        (await ask(workspace, '/checkout', { method: 'PUT', json: { session_id: session } })).status,
      ).toBe(200)
    expect(await activity(workspace)).toEqual(['billing.plan.changed', 'billing.invoice.paid'])
    expect(refusalIn(await checkout(workspace, 'startup', 1))).toEqual({
      status: 409,
      type: 'CONFLICT',
      detail: 'This workspace has a subscription already.',
    })
  })

  it('that is completed again after its plan was cancelled gives nothing back', async () => {
    const workspace = await freeWorkspace()
    const { session } = await buy(workspace, 'basic', 1)
    const [{ subscription = '' } = {}] = await ofAccount(workspace)
    await sdk().subscriptions.cancel(subscription)
    await double().webhooks.settled()
    const again = await ask(workspace, '/checkout', { method: 'PUT', json: { session_id: session } })
    expect(again.json()).toMatchObject({ product: { name: 'free' }, stripe_status: 'canceled' })
  })

  it('goes to the billing contact that was kept before, and who buys changes it at Stripe', async () => {
    const workspace = await freeWorkspace()
    const contact = (stripe_billing_email: string) =>
      ask(workspace, '', { method: 'PUT', json: { stripe_billing_email } })
    expect((await contact('')).status).toBe(400)
    expect((await contact('first@example.com')).json()).toMatchObject({
      stripe_billing_email: 'first@example.com',
      has_payment_customer: false,
    })
    await checkout(workspace, 'basic', 1)
    const [{ customer = '' } = {}] = await ofAccount(workspace)
    expect(await sdk().customers.retrieve(customer)).toMatchObject({ email: 'first@example.com' })
    expect((await contact('second@example.com')).json()).toMatchObject({
      stripe_billing_email: 'second@example.com',
    })
    expect(await sdk().customers.retrieve(customer)).toMatchObject({ email: 'second@example.com' })
  })

  it('in two tabs buys once: the second closes the first', async () => {
    const workspace = await freeWorkspace()
    const [first, same, second] = [
      await checkout(workspace, 'basic', 1),
      await checkout(workspace, 'basic', 1),
      await checkout(workspace, 'startup', 1),
    ].map((answer) => answer.json<{ redirect_url: string }>().redirect_url)
    expect(same).toBe(first)
    await expect(pay(first ?? '')).rejects.toThrow('expired')
    await pay(second ?? '')
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ product: { name: 'startup' } })
  })

  it('at the same moment in four tabs leaves one page', async () => {
    const workspace = await freeWorkspace()
    const answers = await Promise.all(
      (['basic', 'startup', 'basic', 'startup'] as const).map((name) => checkout(workspace, name, 1)),
    )
    const pages = [
      ...new Set(
        answers.flatMap((a) => (a.status === 200 ? [a.json<{ redirect_url: string }>().redirect_url] : [])),
      ),
    ]
    const paid = await Promise.allSettled(pages.map((page) => pay(page)))
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('of somebody else, of nobody, or still open is refused', async () => {
    const [mine, theirs] = [await freeWorkspace(), await freeWorkspace()]
    const { session } = await buy(theirs, 'basic', 1)
    const page = (await checkout(mine, 'basic', 1)).json<{ redirect_url: string }>().redirect_url
    const [, open = ''] = /(cs_\w+)/.exec(page) ?? []
    const complete = async (session_id: string) =>
      (await ask(mine, '/checkout', { method: 'PUT', json: { session_id } })).status
    expect([
      await complete(session),
      await complete('cs_test_none'),
      await complete('../x'),
      await complete(open),
    ]).toEqual([404, 404, 404, 409])
    expect(await account(mine)).toMatchObject({ product: { name: 'free' } })
  })

  it('leads back to this workspace only, and is for who manages billing', async () => {
    const workspace = await freeWorkspace()
    const json = {
      mode: 'subscription',
      billing_pricing_plan_id: 3,
      success_url: 'https://evil.example/{CHECKOUT_SESSION_ID}',
      cancel_url: stack.waymarkUrl,
    }
    expect((await ask(workspace, '/checkout', { json })).status).toBe(400)
    const maker = await aMember(stack, workspace, 'maker')
    expect((await ask(workspace, '', { token: maker.token })).status).toBe(403)
    const stranger = (await freeWorkspace()).owner
    expect(
      (await ask(workspace, '/portal', { token: stranger.token, json: { return_url: stack.waymarkUrl } }))
        .status,
    ).toBe(404)
  })

  it('takes no address that only looks like one of the workspace, and writes the others as a parser does', async () => {
    const workspace = await freeWorkspace()
    const host = stack.waymarkUrl.replace('://', `://${workspace.slug}.`).replace(/\/$/, '')
    const buyWith = async (success_url: string) =>
      ask(workspace, '/checkout', {
        json: {
          mode: 'subscription',
          billing_pricing_plan_id: await planId('basic', 1),
          success_url,
          cancel_url: host,
        },
      })
    for (const address of [`blob:${host}/x`, host.replace('://', '://ada:secret@')])
      expect((await buyWith(address)).status).toBe(400)
    const answer = await buyWith(` ${host.replace('http', 'ht\ntp')}/é/{CHECKOUT_SESSION_ID}`)
    const [, id = ''] = /(cs_\w+)/.exec(answer.json<{ redirect_url: string }>().redirect_url) ?? []
    const { success_url } = await sdk().checkout.sessions.retrieve(id)
    expect(success_url).toBe(`${host}/%C3%A9/{CHECKOUT_SESSION_ID}`)
  })

  it('that Stripe refuses is over: the next one is another', async () => {
    const workspace = await freeWorkspace()
    const archive = async (name: string, isSold: boolean) => {
      const [{ price = '' } = {}] = await sql<{ price: string }>(
        stack,
        'select stripe_price_id as price from public.billing_pricing_plans where id = $1',
        [await planId(name, 1)],
      )
      await sdk().prices.update(price, { active: isSold })
    }
    await archive('basic', false)
    expect((await checkout(workspace, 'basic', 1)).status).toBe(409)
    expect((await checkout(workspace, 'startup', 1)).status).toBe(200)
    expect((await checkout(workspace, 'basic', 1)).status).toBe(409)
    await archive('basic', true)
    await buy(workspace, 'basic', 1)
  })

  it('that its bank did not confirm gives no plan, and cannot be paid beside another', async () => {
    const workspace = await freeWorkspace()
    const { redirect_url } = (await checkout(workspace, 'basic', 1)).json<{ redirect_url: string }>()
    await begin(redirect_url, '4000002760003184')
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({
      product: { name: 'free' },
      stripe_status: 'incomplete',
      status: 'action_required',
    })
    await buy(workspace, 'startup', 1)
    await double().webhooks.settled()
    const [{ customer = '' } = {}] = await ofAccount(workspace)
    const { data: invoices } = await sdk().invoices.list({ customer })
    expect(invoices.map(({ total, status }) => [total, status])).toEqual([
      [12_900, 'paid'],
      [4_900, 'void'],
    ])
    const { data: running } = await sdk().subscriptions.list({ customer })
    expect(running.map(({ status }) => status)).toEqual(['active'])
  })

  it('is there for a workspace of any name', async () => {
    const workspace = await freeWorkspace()
    await sql(stack, 'update public.workspaces set name = $2 where slug = $1', [
      workspace.slug,
      '日本語 Größe',
    ])
    const { account: bought } = await buy(workspace, 'basic', 1)
    expect(bought).toMatchObject({ product: { name: 'basic' } })
    const keys = double().requests.flatMap(({ path, idempotencyKey }) =>
      path === '/v1/customers' && idempotencyKey ? [idempotencyKey] : [],
    )
    expect(keys.at(-1)).toMatch(/^customer:\d+:[0-9a-f]{32}$/)
  })
})

describe('a trial', () => {
  it('lasts fourteen days, is told of three days before, charges at its end, and comes once', async () => {
    const workspace = await freeWorkspace()
    expect(await account(workspace)).toMatchObject({ trial_available: true })
    const { account: trial } = await buy(workspace, 'pro_team', 1, { isTrial: true })
    expect(trial).toMatchObject({
      product: { name: 'pro_team' },
      stripe_status: 'trialing',
      trial_available: false,
    })
    const told = async () =>
      (
        await sql<{ kind: string }>(
          stack,
          `select n.kind from private.billing_notices n join public.workspaces w on w.id = n.workspace_id
           where w.slug = $1 order by n.created_at, n.kind`,
          [workspace.slug],
        )
      ).map(({ kind }) => kind)
    await pass(10 * day)
    expect(await told()).toEqual(['trial_started'])
    await pass(2 * day)
    expect(await told()).toEqual(['trial_started', 'trial_ending'])
    await pass(2 * day + 7_200)
    expect(await account(workspace)).toMatchObject({ stripe_status: 'active', trial_end_at: null })
    expect(
      (await ask(workspace, '/invoices')).json<{ invoices: { total: number }[] }>().invoices[0],
    ).toMatchObject({
      total: 39_900,
      status: 'paid',
    })
    expect(await activity(workspace)).toEqual([
      'billing.trial.started',
      'billing.trial.ended',
      'billing.invoice.paid',
    ])
  })
})
