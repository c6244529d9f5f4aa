// What Stripe says of a customer, read anew and in the few words that the database applies (private.account_as_read). Plain
// data as type literals, which the compiler knows to be JSON.
import type { Stripe } from 'stripe'
import { linesToPay, type MoneyLine } from './invoice-lines.ts'
import { idOf } from './stripe.ts'

export type Item = {
  price: string
  /** Which plan's price it says it is, e.g. pro_team_12_flat. */
  of: string | null
  quantity: number
  /** What one costs each period, in cents. */
  unit_amount: number | null
}

/** What is taken off each invoice, until when; one of percent (of 100) and cents. */
export type DiscountRead = {
  name: string | null
  percent_off: number | null
  amount_off: number | null
  ends_at: number | null
}

export type SubscriptionRead = {
  id: string
  status: string
  created: number
  items: Item[]
  discounts: DiscountRead[]
  period_end: number | null
  trial_start: number | null
  trial_end: number | null
  cancels: boolean
  cancel_at: number | null
  schedule: string | null
  next_items: Item[] | null
  next_at: number | null
  past_due_since: number | null
  error: string | null
  /** A change that its owner has to confirm on a page of the bank first; cents and seconds. */
  unconfirmed: { url: string; amount: number; until: number; items: Item[] } | null
}

export type InvoiceRead = {
  id: string
  number: string | null
  status: string
  total: number
  amount_due: number
  amount_paid: number
  /** Given back to the card. */
  amount_refunded: number
  /** Taken off by credit notes. */
  amount_credited: number
  currency: string
  billing_reason: string | null
  period_start: number
  period_end: number
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  error: string | null
  created: number
}

export type Snapshot = {
  /** Whether the customer was deleted at Stripe. */
  is_gone: boolean
  /** Whether old invoices are among them. */
  is_whole: boolean
  email: string | null
  payment_method: { brand: string; last4: string; exp_month: number; exp_year: number } | null
  subscriptions: SubscriptionRead[]
  invoices: InvoiceRead[]
  projection: Projection | null
}

export type Projection = {
  /** What is to be paid: the sum of the details. */
  total: number
  details: MoneyLine[]
  at: number | null
}

const running = ['trialing', 'active', 'past_due', 'unpaid', 'paused']
/** Two years of monthly ones. */
const newestInvoices = 24
/** Of a customer that is read as a whole: twenty years of monthly ones, and as many for changes. */
const mostInvoices = 500
const pageSize = 100

/** Reads a customer of Stripe's, with the newest invoices or as a whole. Amounts in cents, times in seconds since 1970. */
export async function readSnapshot(stripe: Stripe, customer: string, isWhole: boolean): Promise<Snapshot> {
  const most = isWhole ? mostInvoices : newestInvoices
  const [person, subscriptions, invoices, charges] = await Promise.all([
    personOf(stripe, customer),
    stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 20,
      expand: [
        'data.default_payment_method',
        'data.schedule',
        'data.latest_invoice',
        'data.discounts.source.coupon',
      ],
    }),
    listed(most, (limit) => stripe.invoices.list({ customer, limit, expand: ['data.payments'] })),
    // Invoices do not say what was given back of them.
    listed(2 * most, (limit) => stripe.charges.list({ customer, limit })),
  ])
  const first = subscriptions.data.find(({ status }) => running.includes(status))
  const [projection, error] = await Promise.all([
    projectionOf(stripe, first),
    errorOf(stripe, subscriptions.data),
  ])
  return {
    is_gone: person.deleted === true,
    is_whole: isWhole,
    email: person.deleted ? null : (person.email ?? null),
    payment_method: cardOf(first, person),
    subscriptions: subscriptions.data.map((one) => subscriptionRead(one, error)),
    invoices: invoices.flatMap((invoice) => invoiceRead(invoice, charges)),
    projection,
  }
}

/** The newest of a list, a page at a time where one does not hold them. */
async function listed<T>(most: number, list: (limit: number) => Stripe.ApiListPromise<T>): Promise<T[]> {
  return await list(Math.min(most, pageSize)).autoPagingToArray({ limit: most })
}

// Of one that was deleted nothing can be expanded.
async function personOf(stripe: Stripe, customer: string): Promise<Stripe.Customer | Stripe.DeletedCustomer> {
  try {
    return await stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] })
  } catch (error) {
    const plain = await stripe.customers.retrieve(customer)
    if (plain.deleted) return plain
    throw error
  }
}

function subscriptionRead(
  subscription: Stripe.Subscription,
  error: { subscription: string; message: string } | null,
): SubscriptionRead {
  const next = nextPhase(subscription)
  const unpaid = openInvoice(subscription)
  return {
    id: subscription.id,
    status: subscription.status,
    created: subscription.created,
    items: subscription.items.data.map(({ price, quantity }) => itemRead(price, quantity)),
    discounts: subscription.discounts.flatMap(discountRead),
    // Since API 2025-03-31 the period is each item's.
    period_end: subscription.items.data[0]?.current_period_end ?? null,
    trial_start: subscription.trial_start,
    trial_end: subscription.trial_end,
    // The portal of flexible subscriptions sets cancel_at alone.
    cancels: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    cancel_at: subscription.cancel_at,
    schedule: idOf(subscription.schedule),
    next_items: next?.items.map(({ price, quantity }) => itemRead(price, quantity)) ?? null,
    next_at: next?.start_date ?? null,
    past_due_since: unpaid?.created ?? null,
    error: error?.subscription === subscription.id ? error.message : null,
    unconfirmed: unconfirmedOf(subscription),
  }
}

function itemRead(
  price: string | { id: string; metadata?: Stripe.Metadata; unit_amount?: number | null },
  quantity: number | undefined,
): Item {
  const known = typeof price === 'string' ? { id: price } : price
  return {
    price: known.id,
    of: known.metadata?.waymark_price ?? null,
    quantity: quantity ?? 1,
    unit_amount: known.unit_amount ?? null,
  }
}

function discountRead(discount: string | Stripe.Discount): DiscountRead[] {
  const coupon = typeof discount === 'string' ? null : discount.source.coupon
  if (typeof discount === 'string' || !coupon || typeof coupon === 'string') return []
  const { name, percent_off, amount_off } = coupon
  return [{ name, percent_off, amount_off, ends_at: discount.end }]
}

/** The phase after the present one, of a schedule that still runs. */
function nextPhase({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule.Phase | undefined {
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return undefined
  const end = schedule.current_phase?.end_date
  return end === undefined ? undefined : schedule.phases.find(({ start_date: start }) => start >= end)
}

/** The change that waits for its payment to be confirmed; none where its invoice is paid or void. */
function unconfirmedOf({ pending_update: update, latest_invoice: invoice }: Stripe.Subscription) {
  if (!update?.subscription_items || invoice === null || typeof invoice === 'string') return null
  if (invoice.status !== 'open' || !invoice.hosted_invoice_url) return null
  return {
    url: invoice.hosted_invoice_url,
    amount: invoice.amount_remaining,
    until: update.expires_at,
    items: update.subscription_items.map(({ price, quantity }) => itemRead(price, quantity)),
  }
}

function openInvoice({ status, latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | undefined {
  if (!['past_due', 'unpaid', 'incomplete'].includes(status)) return undefined
  return latest === null || typeof latest === 'string' ? undefined : latest
}

/** Why the newest invoice of a subscription is not paid, in Stripe's words. */
async function errorOf(stripe: Stripe, subscriptions: Stripe.Subscription[]) {
  const subscription = subscriptions.find(openInvoice)
  const invoice = subscription && openInvoice(subscription)
  if (!subscription || !invoice?.id) return null
  const full = await stripe.invoices.retrieve(invoice.id, {
    expand: ['payments.data.payment.payment_intent'],
  })
  const declined = full.payments?.data.flatMap(({ payment }) => {
    const intent = payment.payment_intent
    return typeof intent === 'object' && intent?.last_payment_error?.message
      ? [intent.last_payment_error.message]
      : []
  })
  const message = full.last_finalization_error?.message ?? declined?.at(-1) ?? 'The payment was not made.'
  return { subscription: subscription.id, message }
}

function cardOf(
  subscription: Stripe.Subscription | undefined,
  person: Stripe.Customer | Stripe.DeletedCustomer,
): Snapshot['payment_method'] {
  const own = subscription?.default_payment_method
  const general = person.deleted ? null : person.invoice_settings.default_payment_method
  const method = own && typeof own !== 'string' ? own : general
  if (!method || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { brand, last4, exp_month, exp_year }
}

/** One invoice as it is kept; none of those that are not numbered or closed to us. */
export function invoiceRead(
  invoice: Stripe.Invoice,
  charges: Pick<Stripe.Charge, 'payment_intent' | 'amount_refunded'>[] = [],
): InvoiceRead[] {
  if (!invoice.id || !invoice.status) return []
  return [
    {
      id: invoice.id,
      number: invoice.number,
      status: invoice.status,
      total: invoice.total,
      amount_due: invoice.amount_due,
      amount_paid: invoice.amount_paid,
      amount_refunded: refundedOf(invoice, charges),
      amount_credited: invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount,
      currency: invoice.currency,
      billing_reason: invoice.billing_reason,
      period_start: invoice.period_start,
      period_end: invoice.period_end,
      hosted_invoice_url: invoice.hosted_invoice_url ?? null,
      invoice_pdf: invoice.invoice_pdf ?? null,
      error: invoice.last_finalization_error?.message ?? null,
      created: invoice.created,
    },
  ]
}

function refundedOf(
  { payments }: Stripe.Invoice,
  charges: Pick<Stripe.Charge, 'payment_intent' | 'amount_refunded'>[],
): number {
  const intents = new Set((payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent)))
  return charges
    .filter(({ payment_intent: intent }) => intent !== null && intents.has(idOf(intent)))
    .reduce((sum, { amount_refunded: refunded }) => sum + refunded, 0)
}

/** What the next invoice of a subscription will say; none for one that ends. */
async function projectionOf(
  stripe: Stripe,
  subscription: Stripe.Subscription | undefined,
): Promise<Projection | null> {
  if (!subscription || subscription.cancel_at_period_end || subscription.cancel_at !== null) return null
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    expand: ['total_discount_amounts.discount.source.coupon'],
  })
  return {
    total: preview.amount_due,
    details: linesToPay(preview),
    at: preview.next_payment_attempt ?? preview.period_end,
  }
}
