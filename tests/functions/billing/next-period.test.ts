// What begins or ends with the next period: a lower plan, another interval, nothing at all; and a card that fails then.
import { describe, expect, it } from 'vitest'
import { billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { sql } from '../support/people.ts'

const { stack, double, sdk, freeWorkspace, ask, put, totals, ofAccount, account, buy, pass, activity } =
  billing()

describe('a downgrade', () => {
  it('begins with the next period, is shown and taken back until then', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    expect((await ask(workspace, '/proration/2')).json()).toMatchObject({
      amount: 0,
      loses: expect.arrayContaining([expect.objectContaining({ feature: 'projects', max: 3, had: 10 })]),
    })
    expect((await put(workspace, '/downgrade', { product_id: 2 })).json()).toMatchObject({
      product: { name: 'startup' },
      pending: { kind: 'downgrade', product_id: 2, interval: 1 },
    })
    expect((await ask(workspace, '/downgrade', { method: 'DELETE' })).json()).toMatchObject({ pending: null })
    await put(workspace, '/downgrade', { product_id: 2 })
    await pass(32 * day)
    expect(await account(workspace)).toMatchObject({ product: { name: 'basic' }, pending: null })
    expect((await totals(workspace)).slice(0, 2)).toEqual([4_900, 12_900])
    expect(await activity(workspace)).toEqual(
      expect.arrayContaining([
        'billing.downgrade.scheduled',
        'billing.change.taken_back',
        'billing.plan.changed',
      ]),
    )
  })
})

describe('the interval', () => {
  it('changes at the end of the period, and the present one takes that back', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    expect((await put(workspace, '/interval', { interval: 12 })).json()).toMatchObject({
      cycle_interval_months: 1,
      pending: { kind: 'interval', interval: 12 },
    })
    expect((await put(workspace, '/interval', { interval: 1 })).json()).toMatchObject({ pending: null })
    await put(workspace, '/interval', { interval: 12 })
    await pass(32 * day)
    expect(await account(workspace)).toMatchObject({ cycle_interval_months: 12, pending: null })
    expect((await totals(workspace))[0]).toBe(46_800)
  })

  it('changes with the discount that lasts', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const [ids] = await ofAccount(workspace)
    const coupon = await sdk().coupons.create({ percent_off: 50, duration: 'forever' })
    await sdk().subscriptions.update(ids?.subscription ?? '', { discounts: [{ coupon: coupon.id }] })
    await put(workspace, '/interval', { interval: 12 })
    await pass(32 * day)
    expect((await totals(workspace))[0]).toBe(46_800 / 2)
  })
})

describe('a cancellation', () => {
  it('ends the plan at the end of the period, keeps why, is taken back, and lets who comes back buy again', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const cancel = () => ask(workspace, '/cancel', { json: { reason: 'expensive', details: 'Too dear.' } })
    expect((await cancel()).json()).toMatchObject({ pending: { kind: 'cancel' }, product: { name: 'basic' } })
    expect((await ask(workspace, '/cancel', { method: 'DELETE' })).json()).toMatchObject({ pending: null })
    await cancel()
    await pass(32 * day)
    expect(await account(workspace)).toMatchObject({ product: { name: 'free' }, stripe_status: 'canceled' })
    expect(await totals(workspace)).toEqual([4_900])
    const { account: back } = await buy(workspace, 'startup', 1)
    expect(back).toMatchObject({ product: { name: 'startup' }, trial_available: false })
    const kept = await sql<{ reason: string; taken: boolean }>(
      stack,
      `select reason, taken_back_at is not null as taken from private.billing_cancellations
       where workspace_id = (select id from public.workspaces where slug = $1) order by id`,
      [workspace.slug],
    )
    expect(kept).toEqual([
      { reason: 'expensive', taken: true },
      { reason: 'expensive', taken: false },
    ])
  })
})

describe('a card that fails', () => {
  it('leads to a lock that is announced, and a payment opens the workspace again', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const [ids] = await ofAccount(workspace)
    const { customer = '', subscription = '' } = ids ?? {}
    const failing = await sdk().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await sdk().subscriptions.update(subscription, { default_payment_method: failing.id })
    await pass(31 * day + 7_200)
    expect(await account(workspace)).toMatchObject({
      status: 'action_required',
      stripe_status: 'past_due',
      lock_reason: 'failed_payment',
      invoice_error: expect.stringMatching(/declined/),
    })
    expect(refusalIn(await put(workspace, '/upgrade', { product_id: 3 })).detail).toContain(
      'A payment is due',
    )
    await pass(15 * day)
    // Any event tells what time it is there.
    await sdk().customers.update(customer, { name: 'Ada' })
    await double().webhooks.settled()
    const [locked] = await sql<{ locked: boolean }>(
      stack,
      'select locked from public.workspaces where slug = $1',
      [workspace.slug],
    )
    expect(locked).toEqual({ locked: true })
    const good = await sdk().paymentMethods.attach('pm_card_visa', { customer })
    await sdk().subscriptions.update(subscription, { default_payment_method: good.id })
    const [open] = (await sdk().invoices.list({ customer, status: 'open' })).data
    await sdk().invoices.pay(open?.id ?? '')
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({
      status: 'active',
      lock_reason: null,
      invoice_error: null,
    })
    expect(await activity(workspace)).toEqual(
      expect.arrayContaining([
        'billing.payment.failed',
        'workspace.lock_announced',
        'workspace.locked',
        'billing.payment.recovered',
        'workspace.unlocked',
      ]),
    )
  })
})
