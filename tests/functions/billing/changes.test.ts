// Changes of a plan that is paid for: what they cost, when they begin, and that nothing is charged twice.
import { describe, expect, it } from 'vitest'
import { type Account, billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { aMember, sql, unique, type Workspace } from '../support/people.ts'

const { stack, double, sdk, freeWorkspace, ask, account, buy, pass, planId, activity } = billing()

const put = (workspace: Workspace, path: string, json: unknown) =>
  ask(workspace, path, { method: 'PUT', json })
const totals = async (workspace: Workspace) =>
  (await ask(workspace, '/invoices'))
    .json<{ invoices: { total: number; status: string }[] }>()
    .invoices.map(({ total }) => total)
const ofAccount = (workspace: Workspace) =>
  sql<{ id: number; customer: string; subscription: string; lowered: number | null; ends: number }>(
    stack,
    `select workspace_id::int as id, stripe_customer_id as customer, stripe_subscription_id as subscription,
       seats_lowered_to as lowered, extract(epoch from stripe_current_period_end)::int as ends
     from public.billing_accounts
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )

interface Shown {
  total: number
  lines: { label: string; amount: number }[]
  proration_date: number
}

/** A promotion code of so many percent. */
async function codeOf(percent: number, duration: 'once' | 'forever', restrictions = {}): Promise<string> {
  const coupon = await sdk().coupons.create({ percent_off: percent, duration })
  const code = unique('CODE').slice(0, 20)
  await sdk().promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id }, restrictions })
  return code
}

describe('an upgrade', () => {
  it('charges at once what the preview showed, keeps the seats in use, and once however often it is asked for', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await pass(10 * day)
    const preview = (await ask(workspace, '/proration/3')).json<{
      amount: number
      days_remaining: number
      proration_date: number
      loses: unknown[]
    }>()
    expect(preview.days_remaining).toBeGreaterThan(15)
    expect(preview.loses).toEqual([])
    const wish = { product_id: 3, proration_date: preview.proration_date }
    const answers = [await put(workspace, '/upgrade', wish), await put(workspace, '/upgrade', wish)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.json()).toMatchObject({ product: { name: 'startup' }, cycle_interval_months: 1 })
    await double().webhooks.settled()
    expect(await totals(workspace)).toEqual([preview.amount, 4_900])
    expect(refusalIn(await put(workspace, '/upgrade', { product_id: 2 })).status).toBe(400)
  })

  it('from month to year begins the year at once, with a code that takes something off', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const coupon = await sdk().coupons.create({ percent_off: 20, duration: 'once' })
    const code = unique('CODE').slice(0, 20)
    await sdk().promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id } })
    const check = (typed: string) =>
      ask(workspace, `/promotion-code/${typed}`, { json: { product_id: 3, cycle_interval_months: 12 } })
    expect((await check(code.toLowerCase())).json()).toEqual({
      discount_type: 'PERCENT_OFF',
      discount_amount: 20,
    })
    expect(refusalIn(await check('NONE'))).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'Coupon code not found',
    })
    const answer = await put(workspace, '/upgrade', { product_id: 3, interval: 12, promotion_code: code })
    expect(answer.json()).toMatchObject({ product: { name: 'startup' }, cycle_interval_months: 12 })
    await double().webhooks.settled()
    // The whole month is credited, the year costs four fifths.
    expect((await totals(workspace))[0]).toBe(129_000 * 0.8 - 4_900)
    expect((await put(workspace, '/upgrade', { product_id: 5, interval: 1 })).status).toBe(400)
  })

  it('costs what is left now, whatever moment somebody names', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 12)
    await pass(day)
    const [ids] = await ofAccount(workspace)
    const { amount, proration_date: now } = (await ask(workspace, '/proration/5')).json<{
      amount: number
      proration_date: number
    }>()
    for (const proration_date of [(ids?.ends ?? 0) - 1, now + 3_600, now - 3_600, 0])
      expect(refusalIn(await put(workspace, '/upgrade', { product_id: 5, proration_date }))).toEqual({
        status: 409,
        type: 'CONFLICT',
        detail: 'This price is out of date. Please look at it again.',
      })
    const wish = { product_id: 5, proration_date: now }
    expect((await put(workspace, '/upgrade', wish)).json()).toMatchObject({ product: { name: 'pro_team' } })
    await double().webhooks.settled()
    expect(await totals(workspace)).toEqual([amount, 46_800])
  })

  it('asks for a code only where the plan can be had, and twenty times at most', async () => {
    const workspace = await freeWorkspace()
    const guess = (n: number) => put(workspace, '/upgrade', { product_id: 3, promotion_code: `GUESS${n}` })
    expect(refusalIn(await guess(0))).toMatchObject({ status: 409 })
    await buy(workspace, 'basic', 1)
    const statuses: number[] = []
    for (let n = 1; n <= 21; n++) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([...Array(20).fill(404), 429])
    const check = ask(workspace, '/promotion-code/OTHER', {
      json: { product_id: 3, cycle_interval_months: 1 },
    })
    expect((await check).status).toBe(429)
  })

  it('with another code keeps the discount that lasts, and charges what the preview showed', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const [half, tenth] = [await codeOf(50, 'forever'), await codeOf(10, 'once')]
    await put(workspace, '/upgrade', { product_id: 3, promotion_code: half })
    await pass(5 * day)
    const preview = (await ask(workspace, `/proration/5?promotion_code=${tenth}`)).json<Shown>()
    expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(preview.total)
    const { proration_date } = preview
    await put(workspace, '/upgrade', { product_id: 5, promotion_code: tenth, proration_date })
    await double().webhooks.settled()
    expect((await totals(workspace))[0]).toBe(preview.total)
    const plain = (await account(workspace)).next_invoice_projection?.total
    expect(plain).toBe(39_900 / 2)
  })

  it('says before it is confirmed that a code cannot be redeemed', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const first = await codeOf(33, 'once', { first_time_transaction: true })
    expect(refusalIn(await ask(workspace, `/proration/3?promotion_code=${first}`)).status).toBe(409)
    expect(refusalIn(await ask(workspace, '/proration/3?promotion_code=NONE')).status).toBe(404)
  })

  it('whose card declines changes nothing, and says so', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const [ids] = await ofAccount(workspace)
    const method = await sdk().paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: ids?.customer ?? '',
    })
    await sdk().customers.update(ids?.customer ?? '', {
      invoice_settings: { default_payment_method: method.id },
    })
    await sdk().subscriptions.update(ids?.subscription ?? '', { default_payment_method: method.id })
    const refused = refusalIn(await put(workspace, '/upgrade', { product_id: 3 }))
    expect(refused).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ product: { name: 'basic' }, status: 'active' })
    expect(await totals(workspace)).toEqual([4_900])
  })

  it('whose answer is lost is taken up under the same key: charged once', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await double().webhooks.settled()
    const before = double().requests.length
    for (let time = 0; time < 3; time++)
      double().cut(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'), 'after')
    const first = await put(workspace, '/upgrade', { product_id: 3 })
    expect([200, 503]).toContain(first.status)
    expect((await put(workspace, '/upgrade', { product_id: 3 })).status).toBe(200)
    await double().webhooks.settled()
    expect(await totals(workspace)).toHaveLength(2)
    expect(double().requests.length).toBeGreaterThan(before)
  })
})

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

/** A price of Basic that operators raised. */
async function dearer(kind: 'flat' | 'user', cents: number): Promise<string> {
  const product = await sdk().products.create({ name: `Basic ${kind}` })
  const { id } = await sdk().prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    metadata: { waymark_price: `basic_1_${kind}` },
  })
  return id
}

describe('seats', () => {
  it('are priced, bought, used and given back, but not from under somebody', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    for (const role of ['maker', 'maker']) await aMember(stack, workspace, role)
    const price = (await ask(workspace, '/seats?add=2')).json<{ amount_now: number; amount_next: number }>()
    expect(price).toMatchObject({ included: 3, paid: 0, used: 3, extra: 2, amount_next: 2_400 })
    expect((await put(workspace, '/seats', { paid: 2 })).json<Account>().members).toMatchObject({ paid: 2 })
    await double().webhooks.settled()
    expect((await totals(workspace))[0]).toBe(price.amount_now)
    await aMember(stack, workspace, 'maker')
    expect(refusalIn(await put(workspace, '/seats', { paid: 0 }))).toMatchObject({ status: 409 })
    expect((await put(workspace, '/seats', { paid: 1 })).json<Account>().members).toMatchObject({
      paid: 1,
      used: 4,
    })
    await pass(32 * day)
    expect((await totals(workspace))[0]).toBeLessThan(4_900 + 1_200)
  })

  it('that are being given back stay out of use when another change is refused', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 2 })
    const [ids] = await ofAccount(workspace)
    // As a request does that Stripe has not answered yet.
    await sql(stack, `select public.svc_begin_attempt($1, null, 'seats', '{"paid": 0}')`, [ids?.id])
    await sql(stack, 'select public.svc_lower_seats($1, 0)', [ids?.id])
    expect(refusalIn(await put(workspace, '/seats', { paid: 1 }))).toMatchObject({ status: 409 })
    expect((await ofAccount(workspace))[0]).toMatchObject({ lowered: 0 })
  })

  it('that Stripe does not take back can be used again', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 2 })
    const [{ seat = '' } = {}] = await sql<{ seat: string }>(
      stack,
      'select stripe_seat_price_id as seat from public.billing_pricing_plans where id = $1',
      [await planId('basic', 1)],
    )
    await sdk().prices.update(seat, { active: false })
    const refused = await put(workspace, '/seats', { paid: 1 })
    await sdk().prices.update(seat, { active: true })
    expect(refused.status).toBe(409)
    expect((await ofAccount(workspace))[0]).toMatchObject({ lowered: null })
  })

  it('cost what those there cost, and leave the plan at its price, where the prices were raised', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    for (const role of ['maker', 'maker']) await aMember(stack, workspace, role)
    await put(workspace, '/seats', { paid: 1 })
    const id = await planId('basic', 1)
    const [was] = await sql<{ flat: string; seat: string }>(
      stack,
      'select stripe_price_id as flat, stripe_seat_price_id as seat from public.billing_pricing_plans where id = $1',
      [id],
    )
    const raise = (flat: string, seat: string, cents: number, each: number) =>
      sql(
        stack,
        `update public.billing_pricing_plans set stripe_price_id = $2, stripe_seat_price_id = $3, flat_fee_price = $4, user_fee_price = $5
         where id = $1`,
        [id, flat, seat, cents, each],
      )
    await raise(await dearer('flat', 9_900), await dearer('user', 3_000), 9_900, 3_000)
    try {
      const price = (await ask(workspace, '/seats?add=2')).json<{ amount_now: number; amount_next: number }>()
      expect(price.amount_next).toBe(1_200)
      await put(workspace, '/seats', { paid: 2 })
      await double().webhooks.settled()
      expect((await totals(workspace))[0]).toBe(price.amount_now)
      expect((await account(workspace)).next_invoice_projection?.total).toBe(4_900 + 2_400)
      await put(workspace, '/seats', { paid: 0 })
      await pass(32 * day)
      expect((await account(workspace)).next_invoice_projection?.total).toBe(4_900)
    } finally {
      await raise(was?.flat ?? '', was?.seat ?? '', 4_900, 1_200)
    }
  })

  it('are kept through a change that waits for the end of the period', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await put(workspace, '/interval', { interval: 12 })
    expect((await put(workspace, '/seats', { paid: 1 })).json()).toMatchObject({
      paid_members: 1,
      pending: { kind: 'interval', interval: 12 },
    })
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
