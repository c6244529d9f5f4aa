// What is shown of money adds up: the next invoice with discount, tax and credit, the price as it was bought, what was
// given back, and what other seats come to.
import { describe, expect, it } from 'vitest'
import { type Account, billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { aMember, sql, type Workspace } from '../support/people.ts'

const {
  stack,
  double,
  sdk,
  freeWorkspace,
  ask,
  put,
  totals,
  ofAccount,
  account,
  buy,
  pass,
  planId,
  activity,
} = billing()

interface Shown extends Account {
  next_invoice_projection: { total: number; details: { label: string; amount: number }[] } | null
  price: {
    flat: number
    user: number
    discounts: { name: string | null; percent_off: number | null }[]
  } | null
}

const shown = async (workspace: Workspace) => (await ask(workspace, '')).json<Shown>()
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0)
const seats = async (workspace: Workspace, paid: number) =>
  (await ask(workspace, `/seats?paid=${paid}`)).json<{
    extra: number
    least: number
    amount_now: number
    credit: number
    amount_next: number
  }>()
const invoices = async (workspace: Workspace) =>
  (await ask(workspace, '/invoices')).json<{
    invoices: { number: string; total: number; amount_refunded: number; amount_credited: number }[]
  }>().invoices

describe('the next invoice', () => {
  it('says each line, discount, tax and credit, and is charged as it was shown', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    const [{ customer, subscription } = { customer: '', subscription: '' }] = await ofAccount(workspace)
    const coupon = await sdk().coupons.create({ percent_off: 25, duration: 'forever', name: 'Friends' })
    const rate = await sdk().taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
    await sdk().subscriptions.update(subscription, {
      discounts: [{ coupon: coupon.id }],
      default_tax_rates: [rate.id],
    })
    await sdk().customers.update(customer, { balance: -1_000 })
    await double().webhooks.settled()
    const { next_invoice_projection: next, price } = await shown(workspace)
    expect(
      next?.details.map(({ label, amount }) => [label.replace(/.*Startup.*|.*startup.*/, 'plan'), amount]),
    ).toEqual([
      ['plan', 12_900],
      ['Discount: Friends', -3_225],
      ['Tax', 1_935],
      ['Credit', -1_000],
    ])
    expect(sum(next?.details ?? [])).toBe(next?.total)
    expect(price?.discounts).toMatchObject([{ name: 'Friends', percent_off: 25 }])
    await pass(32 * day)
    const [renewal] = (await sdk().invoices.list({ customer })).data
    expect(renewal).toMatchObject({ status: 'paid', amount_paid: next?.total })
  })

  it('of nothing to pay keeps what is over as credit', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 9 })
    await put(workspace, '/seats', { paid: 0 })
    await double().webhooks.settled()
    const { next_invoice_projection: next } = await shown(workspace)
    expect(next?.total).toBe(0)
    expect(next?.details.at(-1)?.label).toBe('Kept as credit for later')
    expect(sum(next?.details ?? [])).toBe(0)
  })
})

describe('the price that is shown', () => {
  it('is what was bought, also where the plan costs more by now', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const id = await planId('basic', 1)
    const cost = (cents: number) =>
      sql(stack, 'update public.billing_pricing_plans set flat_fee_price = $2 where id = $1', [id, cents])
    await cost(9_900)
    try {
      expect((await shown(workspace)).price).toMatchObject({ flat: 4_900, user: 1_200, discounts: [] })
    } finally {
      await cost(4_900)
    }
  })
})

describe('what is given back', () => {
  it('is shown with its invoice: refunds, and credit notes', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    const [{ customer } = { customer: '' }] = await ofAccount(workspace)
    const [charge] = (await sdk().charges.list({ customer })).data
    await sdk().refunds.create({ charge: charge?.id ?? '', amount: 900 })
    await double().webhooks.settled()
    expect(await invoices(workspace)).toMatchObject([
      { total: 12_900, amount_refunded: 900, amount_credited: 0 },
    ])
    const [invoice] = (await sdk().invoices.list({ customer })).data
    await sdk().creditNotes.create({
      invoice: invoice?.id ?? '',
      amount: 3_000,
      refund_amount: 2_000,
      credit_amount: 1_000,
    })
    await double().webhooks.settled()
    expect(await invoices(workspace)).toMatchObject([
      { total: 12_900, amount_refunded: 2_900, amount_credited: 3_000 },
    ])
    expect(await activity(workspace)).toEqual([
      'billing.plan.changed',
      'billing.invoice.paid',
      'billing.invoice.refunded',
      'billing.invoice.refunded',
    ])
    expect((await shown(workspace)).next_invoice_projection?.details.at(-1)).toEqual({
      label: 'Credit',
      amount: -1_000,
    })
  })

  it('is shown and told of invoices that are older than the newest ones', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    const [{ customer } = { customer: '' }] = await ofAccount(workspace)
    const [charge] = (await sdk().charges.list({ customer })).data
    // Nobody hears of two years.
    double().webhooks.hold()
    await pass(25 * 31 * day)
    double().webhooks.lose()
    double().webhooks.release()
    await sdk().refunds.create({ charge: charge?.id ?? '', amount: 900 })
    await double().webhooks.settled()
    const [kept] = await sql<{ refunded: number }>(
      stack,
      'select sum(i.amount_refunded)::int as refunded from public.billing_invoices i join public.billing_accounts a using (workspace_id) where a.stripe_customer_id = $1',
      [customer],
    )
    expect(kept).toEqual({ refunded: 900 })
    expect(await activity(workspace)).toContain('billing.invoice.refunded')
  })

  it('lowers what is to be paid of an invoice that is open', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    const [{ customer } = { customer: '' }] = await ofAccount(workspace)
    const { id = '' } = await sdk().invoices.create({
      customer,
      collection_method: 'send_invoice',
      days_until_due: 30,
      pending_invoice_items_behavior: 'exclude',
    })
    await sdk().invoiceItems.create({ customer, invoice: id, currency: 'usd', amount: 5_000 })
    await sdk().invoices.finalizeInvoice(id)
    await sdk().creditNotes.create({ invoice: id, amount: 2_000 })
    await double().webhooks.settled()
    expect(await invoices(workspace)).toMatchObject([
      { total: 5_000, amount_due: 3_000, amount_credited: 2_000 },
      { total: 12_900 },
    ])
  })
})

describe('seats', () => {
  it('are looked at, bought ahead and given back by their number', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const more = await seats(workspace, 4)
    expect(more).toMatchObject({ extra: 4, least: 0, credit: 0, amount_next: 4_800 })
    await put(workspace, '/seats', { paid: 4 })
    await double().webhooks.settled()
    expect((await totals(workspace))[0]).toBe(more.amount_now)
    await pass(10 * day)
    // Any event tells what time it is there.
    const [{ customer } = { customer: '' }] = await ofAccount(workspace)
    await sdk().customers.update(customer, { name: 'Ada' })
    await double().webhooks.settled()
    const before = (await account(workspace)).next_invoice_projection?.total ?? 0
    const fewer = await seats(workspace, 1)
    expect(fewer).toMatchObject({ extra: -3, amount_now: 0, amount_next: -3_600 })
    expect(fewer.credit).toBeGreaterThan(0)
    await put(workspace, '/seats', { paid: 1 })
    await double().webhooks.settled()
    const after = (await account(workspace)).next_invoice_projection?.total ?? 0
    // A second may pass between the two, and with it a cent.
    expect(Math.abs(before - after - (fewer.credit - fewer.amount_next))).toBeLessThanOrEqual(1)
    expect(await account(workspace)).toMatchObject({ paid_members: 1 })
  })

  it('that members have are not offered to be given back', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 2 })
    for (const role of ['maker', 'maker', 'viewer']) await aMember(stack, workspace, role)
    expect(await seats(workspace, 1)).toMatchObject({ least: 1, extra: -1 })
    expect(refusalIn(await ask(workspace, '/seats?paid=0'))).toMatchObject({ status: 409 })
  })

  it('that were bought ahead stay when the interval changes', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 3 })
    await put(workspace, '/interval', { interval: 12 })
    await double().webhooks.settled()
    expect((await account(workspace)).next_invoice_projection?.total).toBe(46_800 + 3 * 12_000)
    await pass(32 * day)
    expect(await account(workspace)).toMatchObject({ cycle_interval_months: 12, paid_members: 3 })
  })
})
