// Upgrades: what they cost, at once, and that nothing is charged twice.
import { describe, expect, it } from 'vitest'
import { billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { unique } from '../support/people.ts'
import { inOneWindow } from '../support/windows.ts'

const { double, sdk, freeWorkspace, ask, put, totals, ofAccount, giveCard, account, buy, pass } = billing()

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

  it('in a trial costs nothing yet, nor do seats, and is shown as that', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1, { isTrial: true })
    const preview = (await ask(workspace, '/proration/3')).json<Shown & { amount: number }>()
    expect(preview).toMatchObject({ amount: 0, total: 0, lines: [] })
    const upgrade = { product_id: 3, proration_date: preview.proration_date }
    expect((await put(workspace, '/upgrade', upgrade)).status).toBe(200)
    expect((await ask(workspace, '/seats?paid=2')).json()).toMatchObject({ extra: 2, amount_now: 0 })
    expect((await put(workspace, '/seats', { paid: 2 })).status).toBe(200)
    expect(await totals(workspace)).toEqual([0])
    await pass(15 * day)
    expect(await totals(workspace)).toEqual([12_900 + 2 * 1_200, 0])
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
    const statuses = await inOneWindow(600, async () => {
      const workspace = await freeWorkspace()
      const guess = async (n: number) =>
        (await put(workspace, '/upgrade', { product_id: 3, promotion_code: `GUESS${n}` })).status
      const said = [await guess(0)]
      await buy(workspace, 'basic', 1)
      for (let n = 1; n <= 21; n++) said.push(await guess(n))
      const json = { product_id: 3, cycle_interval_months: 1 }
      said.push((await ask(workspace, '/promotion-code/OTHER', { json })).status)
      return said
    })
    expect(statuses).toEqual([409, ...Array(20).fill(404), 429, 429])
  })

  it('with a code of an amount takes no more off than the plan costs', async () => {
    const workspace = await freeWorkspace()
    const found = async (amount_off: number) => {
      const coupon = await sdk().coupons.create({ amount_off, currency: 'usd', duration: 'once' })
      const code = unique('CODE').slice(0, 20)
      await sdk().promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id } })
      const json = { product_id: 2, cycle_interval_months: 1 }
      return (await ask(workspace, `/promotion-code/${code}`, { json })).json()
    }
    expect(await found(1_000)).toEqual({ discount_type: 'AMOUNT_OFF', discount_amount: 1_000 })
    expect(await found(100_000)).toEqual({ discount_type: 'AMOUNT_OFF', discount_amount: 4_900 })
  })

  it('to a plan without a price of its own says which one is missing', async () => {
    const workspace = await freeWorkspace()
    const check = ask(workspace, '/promotion-code/ANY', {
      json: { product_id: 4, cycle_interval_months: 12 },
    })
    expect(refusalIn(await check)).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'Could not find price for product 4 and interval 12',
    })
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
    await giveCard(workspace, 'pm_card_chargeCustomerFail')
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
