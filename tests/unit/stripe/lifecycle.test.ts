// What becomes of subscriptions and invoices with time: renewals, retries, trials, schedules, updates that wait.
import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { type Mode, World } from './world.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
let world: World
afterEach(async () => await world.double.stop())

async function begin(
  items: Record<string, number>,
  more = {},
  mode: Mode = 'flexible',
  start = '2026-11-01',
) {
  world = await World.begin(mode, start)
  return await world.begins(items, more)
}

const totals = async () => (await world.invoices()).reverse().map(({ total }) => total)

async function coupon(about: Stripe.CouponCreateParams) {
  return [{ coupon: (await world.stripe.coupons.create(about)).id }]
}

test('a coupon for some months, and one for once, are gone when their time is over', async () => {
  world = await World.begin('flexible', '2026-11-01')
  const months = await coupon({ percent_off: 25, duration: 'repeating', duration_in_months: 3 })
  await world.begins({ team: 1 }, { discounts: months })
  for (let renewal = 0; renewal < 3; renewal++) await world.renews()
  expect(await totals()).toEqual([9675, 9675, 9675, 12900])
  const once = await coupon({ percent_off: 33, duration: 'once' })
  await world.begins({ starter: 1, starter_user: 1 }, { discounts: once })
  expect((await world.now()).discounts).toEqual([])
  expect((await world.renews()).total).toBe(6100)
})

test('a credit is used up by the invoices that follow', async () => {
  await begin({ team_yearly: 1 })
  world.until('2027-03-01')
  const items = { team_yearly: { to: 'team' } }
  const now = { proration_behavior: 'always_invoice', billing_cycle_anchor: { type: 'now' } } as const
  await world.change(items, now)
  const due = []
  for (let renewal = 0; renewal < 6; renewal++) due.push((await world.renews()).amount_due)
  expect(due).toEqual([0, 0, 0, 0, 0, 3711])
})

test('items of different intervals renew each in their own time', async () => {
  await begin({ team_yearly: 1, team_user: 3 })
  for (let renewal = 0; renewal < 12; renewal++) await world.renews()
  expect(await totals()).toEqual([136200, ...Array(11).fill(7200), 136200])
})

test('a failed renewal is tried again and paid once, and the subscription comes back', async () => {
  await begin({ team: 1 })
  await world.card('pm_card_chargeCustomerFail')
  const failed = await world.renews()
  expect(failed).toMatchObject({ status: 'open', attempt_count: 1, amount_due: 12900 })
  expect((await world.now()).status).toBe('past_due')
  await world.card('pm_card_visa')
  world.until(world.double.clock.now() + 2 * DAY)
  expect(await world.newest()).toMatchObject({ id: failed.id, status: 'paid', amount_paid: 12900 })
  expect((await world.now()).status).toBe('active')
  expect(await totals()).toEqual([12900, 12900])
})

test('after eight more attempts in two weeks Stripe gives up', async () => {
  await begin({ team: 1 })
  await world.card('pm_card_chargeCustomerFail')
  await world.renews()
  world.until(world.double.clock.now() + 15 * DAY)
  expect(await world.now()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect(await world.newest()).toMatchObject({ status: 'open', attempt_count: 9 })
})

test('a change that is not paid waits 23 hours, then it is as if it had not been asked for', async () => {
  await begin({ starter: 1 })
  await world.card('pm_card_chargeCustomerFail')
  world.until('2026-11-16')
  const wish = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const
  const invoice = await world.change({ starter: { to: 'team' } }, wish)
  const before = await world.now()
  expect(before.items.data[0]?.price.unit_amount).toBe(4900)
  expect(before.pending_update?.expires_at).toBe(world.double.clock.now() + 23 * HOUR)
  world.until(world.double.clock.now() + 24 * HOUR)
  expect((await world.now()).pending_update).toBeNull()
  expect((await world.stripe.invoices.retrieve(invoice.id)).status).toBe('void')
  // Paid in time it is made.
  const second = await world.change({ starter: { to: 'team' } }, wish)
  await world.stripe.invoices.pay(second.id, { payment_method: 'pm_card_visa' })
  const after = await world.now()
  expect(after).toMatchObject({ pending_update: null, status: 'active' })
  expect(after.items.data[0]?.price.unit_amount).toBe(12900)
})

test('a change refused for its payment leaves nothing behind', async () => {
  await begin({ starter: 1 })
  await world.card('pm_card_chargeCustomerFail')
  const before = await world.now()
  const change = world.change(
    { starter: { to: 'team' } },
    { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
  )
  await expect(change).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    statusCode: 402,
  })
  expect(await world.now()).toEqual(before)
  expect(await totals()).toEqual([4900])
})

test('a first invoice that nobody pays within 23 hours is void, and its subscription over', async () => {
  world = await World.begin('flexible', '2026-11-01')
  await world.card('pm_card_chargeCustomerFail')
  expect((await world.begins({ team: 1 })).status).toBe('incomplete')
  world.until(world.double.clock.now() + 23 * HOUR)
  expect((await world.now()).status).toBe('incomplete_expired')
  expect((await world.newest()).status).toBe('void')
})

test('a trial warns three days before, and is charged an hour after its end', async () => {
  await begin({ team: 1 }, { trial_period_days: 14 })
  world.until('2026-11-12')
  const { data } = await world.stripe.events.list({ type: 'customer.subscription.trial_will_end' })
  expect(data).toHaveLength(1)
  world.until('2026-11-15T00:30:00Z')
  expect(await world.newest()).toMatchObject({
    status: 'draft',
    total: 12900,
    billing_reason: 'subscription_cycle',
  })
  world.until('2026-11-15T01:00:00Z')
  expect(await world.newest()).toMatchObject({ status: 'paid', total: 12900 })
})

test('a trial that ends without a card is paused, and goes on once there is one', async () => {
  world = await World.begin('flexible', '2026-11-01')
  world.customer = (await world.stripe.customers.create({ name: 'Ada' })).id
  const pausing = { end_behavior: { missing_payment_method: 'pause' } } as const
  await world.begins({ team: 1 }, { trial_period_days: 14, trial_settings: pausing })
  world.until(world.double.clock.now() + 15 * DAY)
  expect((await world.now()).status).toBe('paused')
  await world.card('pm_card_visa')
  await world.stripe.subscriptions.resume(world.subscription)
  expect((await world.now()).status).toBe('active')
  expect(await world.newest()).toMatchObject({ status: 'paid', total: 12900 })
})

test('nothing is collected while that is paused, and everything again afterwards', async () => {
  await begin({ team: 1 })
  const pause = (pause_collection: '' | { behavior: 'void' | 'mark_uncollectible' }) =>
    world.stripe.subscriptions.update(world.subscription, { pause_collection })
  await pause({ behavior: 'void' })
  expect((await world.renews()).status).toBe('void')
  await pause({ behavior: 'mark_uncollectible' })
  expect((await world.renews()).status).toBe('uncollectible')
  await pause('')
  expect((await world.renews()).status).toBe('paid')
  expect((await world.now()).status).toBe('active')
})

test('a cancellation for the end of the period can be taken back until then', async () => {
  await begin({ team: 1 })
  await world.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await world.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: false })
  await world.renews()
  expect((await world.now()).status).toBe('active')
  await world.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  world.until('2027-01-02')
  expect((await world.now()).status).toBe('canceled')
  expect(await totals()).toEqual([12900, 12900])
})

test('a schedule changes plan and interval when the period ends, without prorations', async () => {
  const subscription = await begin({ business: 1 })
  const schedule = await world.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [phase] = schedule.phases
  await world.stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        start_date: phase?.start_date ?? 0,
        end_date: phase?.end_date ?? 0,
        items: [{ price: await world.price('business') }],
      },
      {
        items: [{ price: await world.price('starter_yearly') }],
        duration: { interval: 'year' },
        proration_behavior: 'none',
      },
    ],
  })
  const preview = await world.stripe.invoices.createPreview({ subscription: subscription.id })
  expect(preview.total).toBe(49000)
  expect((await world.renews()).total).toBe(49000)
  const now = await world.now()
  expect(now.items.data.map(({ current_period_end: end }) => end)).toEqual([
    Date.parse('2027-12-01T00:00:00Z') / 1_000,
  ])
})

test('a schedule that is released changes nothing', async () => {
  const subscription = await begin({ business: 1 })
  const schedule = await world.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  await expect(
    world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
  ).rejects.toThrow('managed by the subscription schedule')
  await world.stripe.subscriptionSchedules.release(schedule.id)
  expect((await world.now()).schedule).toBeNull()
  expect((await world.renews()).total).toBe(39900)
})

test('a month is as long as its month: an anchor on the 31st comes back to it', async () => {
  await begin({ starter: 1 }, {}, 'classic', '2027-01-31')
  const ends = []
  for (let renewal = 0; renewal < 3; renewal++) {
    await world.renews()
    ends.push(
      new Date(((await world.now()).items.data[0]?.current_period_end ?? 0) * 1_000)
        .toISOString()
        .slice(0, 10),
    )
  }
  expect(ends).toEqual(['2027-03-31', '2027-04-30', '2027-05-31'])
})
