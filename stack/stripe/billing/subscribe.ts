// A new subscription and its first invoice.
import { whole } from '../http/lists.ts'
import { problem } from '../http/problem.ts'
import { net } from '../money/discounts.ts'
import { type Draft, periodLine, prorationLine, trialLine } from '../money/draft.ts'
import { periodAt } from '../money/periods.ts'
import { part } from '../money/rounding.ts'
import { type Account, newId } from '../state/account.ts'
import type { Customer, Invoice, Price, Subscription, SubscriptionItem, TaxRate } from '../state/model.ts'
import { charge, type Outcome } from './cards.ts'
import { collect, NO_CARD, unpaid } from './collect.ts'
import { createInvoice, finalize } from './invoices.ts'
import { couponsOf, nameOf, newItem } from './items.ts'
import type { Behavior } from './plan-change.ts'

export interface Beginning {
  customer: Customer
  items: { price: Price; quantity: number; metadata?: Record<string, string> }[]
  mode: 'classic' | 'flexible'
  behavior: Behavior
  payment: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'
  collection: 'charge_automatically' | 'send_invoice'
  daysUntilDue: number | null
  trialEnd: number | null
  missingCard: 'cancel' | 'create_invoice' | 'pause'
  anchor: number | null
  cancelAt: number | null
  cancelAtPeriodEnd: boolean
  method: string | null
  /** True where the buyer just proved that the card is theirs. */
  authenticated: boolean
  rates: TaxRate[]
  metadata: Record<string, string>
  description: string | null
  /** Redeems discounts for the new subscription; their ids. */
  discounts(subscription: string): string[]
}

export interface Begun {
  subscription: Subscription
  invoice: Invoice
  outcome: Outcome
}

/**
 * Begins it, bills the first period and tries to get that paid.
 * @throws StripeProblem 402 where that fails and `error_if_incomplete` was asked for
 */
export function subscribe(account: Account, b: Beginning): Begun {
  const now = account.nowFor(b.customer.id)
  const currency = oneCurrency(b)
  const id = newId('sub')
  const first = b.items[0]?.price.recurring ?? { interval: 'month', interval_count: 1 }
  const anchor = b.trialEnd ?? b.anchor ?? now
  if (b.anchor !== null && (b.anchor <= now || b.anchor > periodAt(now, first, now).end))
    throw problem.invalid(
      'billing_cycle_anchor must be in the future and within the first period.',
      'billing_cycle_anchor',
    )
  const items = b.items.map(({ price, quantity, metadata = {} }) => {
    const recurring = price.recurring ?? first
    const end = b.trialEnd ?? (b.anchor === null ? periodAt(now, recurring, now).end : b.anchor)
    return { ...newItem(id, price, quantity, { start: now, end }, now), metadata }
  })
  const subscription = object(b, { id, currency, anchor, now, items })
  if (b.payment === 'error_if_incomplete' && b.trialEnd === null) mustBePaid(account, b)
  // What may still be refused comes first: nothing is kept of a subscription that was not begun.
  subscription.discounts = b.discounts(id)
  account.tables.subscriptions.set(id, subscription)
  b.customer.currency ??= currency
  account.tables.marks.set(id, { upcomingFor: null, trialWarned: false })
  const invoice = createInvoice(account, {
    customer: b.customer,
    subscription,
    drafts: firstLines(account, subscription, b, now),
    reason: 'subscription_create',
    at: now,
    discounts: subscription.discounts,
    currency,
  })
  account.emit('customer.subscription.created', subscription)
  finalize(account, invoice)
  const outcome = firstPayment(account, subscription, invoice, b)
  return { subscription, invoice, outcome }
}

function firstPayment(account: Account, subscription: Subscription, invoice: Invoice, b: Beginning): Outcome {
  // Who waits for the buyer to confirm in a page of its own, charges nothing here.
  if (b.payment === 'default_incomplete' && invoice.amount_due > 0) return { kind: 'action' }
  const attempt = { method: b.method ?? undefined, authenticated: b.authenticated, automatic: true }
  const outcome = collect(account, invoice, attempt)
  if (b.collection === 'send_invoice' && subscription.status === 'incomplete')
    account.change(subscription, { status: 'active' }, 'customer.subscription.updated')
  return outcome
}

function mustBePaid(account: Account, b: Beginning): void {
  if (b.items.every(({ price, quantity }) => price.unit_amount * quantity === 0)) return
  const method = b.method ?? b.customer.invoice_settings.default_payment_method
  if (method === null) throw problem.invalid(NO_CARD.message, undefined, 'resource_missing')
  const outcome = charge(account, method, b.authenticated)
  if (outcome.kind !== 'paid') throw unpaid(outcome)
}

function firstLines(account: Account, subscription: Subscription, b: Beginning, now: number): Draft[] {
  const name = nameOf(account)
  return subscription.items.data.flatMap((item) => {
    const period = { start: now, end: item.current_period_end }
    if (b.trialEnd !== null) return [trialLine(item, name(item), period, b.rates)]
    if (b.anchor === null) return [periodLine(item, name(item), period, b.rates)]
    // Up to an anchor ahead: a part of the period that ends with it.
    if (b.behavior === 'none') return []
    const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 }
    const around = periodAt(b.anchor, recurring, b.anchor - 1)
    const full = net(item.price.unit_amount * item.quantity, couponsOf(account, subscription.discounts, now))
    const amount = part(full, b.anchor - now, around.end - around.start)
    account.tables.debits.set(item.id, [{ amount, ...period }])
    return [prorationLine(item, name(item), period, b.rates, amount)]
  })
}

function oneCurrency({ items, customer }: Beginning): string {
  const currencies = new Set(items.map(({ price }) => price.currency))
  const [currency = 'usd'] = currencies
  if (currencies.size > 1 || (customer.currency && customer.currency !== currency))
    throw problem.invalid(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency ?? currency}`,
      'items',
    )
  return currency
}

function object(
  b: Beginning,
  {
    id,
    currency,
    anchor,
    now,
    items,
  }: { id: string; currency: string; anchor: number; now: number; items: SubscriptionItem[] },
): Subscription {
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: b.mode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: b.mode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: b.cancelAtPeriodEnd ? (items[0]?.current_period_end ?? null) : b.cancelAt,
    cancel_at_period_end: b.cancelAtPeriodEnd,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: b.collection,
    created: now,
    currency,
    customer: b.customer.id,
    customer_account: null,
    days_until_due: b.daysUntilDue,
    default_payment_method: b.method,
    default_source: null,
    default_tax_rates: b.rates,
    description: b.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: whole(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: b.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: b.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: b.customer.test_clock,
    transfer_data: null,
    trial_end: b.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: b.missingCard },
    },
    trial_start: b.trialEnd === null ? null : now,
  }
}
