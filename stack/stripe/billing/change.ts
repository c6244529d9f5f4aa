// A change of a running subscription: made, billed, and paid or not.
import { problem } from '../http/problem.ts'
import type { Account } from '../state/account.ts'
import type { Invoice, Subscription } from '../state/model.ts'
import { charge, type Outcome } from './cards.ts'
import { cardFor, collect, expireUpdate, NO_CARD, unpaid } from './collect.ts'
import { createInvoice, finalize } from './invoices.ts'
import { keepPending, pendingDrafts } from './items.ts'
import { makeInvoice } from './make-invoice.ts'
import { periodEnd } from './next-period.ts'
import { type ChangeRequest, type Planned, planChange } from './plan-change.ts'

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

const HOUR = 3_600
const PATIENCE = 23 * HOUR

/** @throws StripeProblem where the subscription is over, or the change is refused */
export function changeItems(
  account: Account,
  subscription: Subscription,
  request: ChangeRequest,
  payment: PaymentBehavior,
  more: Partial<Subscription>,
): Invoice | undefined {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw problem.invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const now = account.nowFor(subscription.customer)
  const planned = planChange(account, subscription, request, now)
  const bills =
    planned.fresh.length > 0 || (request.behavior === 'always_invoice' && planned.prorations.length > 0)
  const replaced = subscription.pending_update !== null
  if (!bills) {
    if (replaced) expireUpdate(account, subscription)
    apply(account, subscription, planned, more)
    followSchedule(account, subscription)
    for (const draft of planned.prorations) keepPending(account, subscription, draft, now)
    return undefined
  }
  const customer = account.get('customers', subscription.customer)
  const making = {
    customer,
    subscription,
    drafts: [...pendingDrafts(account, subscription), ...planned.prorations, ...planned.fresh],
    reason: 'subscription_update' as const,
    at: now,
    discounts: request.discounts,
    currency: subscription.currency,
    ...(request.prorationDate === undefined ? {} : { prorationDate: request.prorationDate }),
  }
  const foreseen = foresee(account, subscription, makeInvoice(account, making))
  if (payment === 'error_if_incomplete' && foreseen.kind !== 'paid') throw unpaid(foreseen)
  if (replaced) expireUpdate(account, subscription)
  // Of a change that waits for its payment the items stay as they were.
  if (payment === 'pending_if_incomplete' && foreseen.kind !== 'paid') {
    const debits = account.tables.debits
    const kept = new Map(subscription.items.data.map(({ id }) => [id, debits.get(id) ?? []]))
    const invoice = createInvoice(account, making)
    const after = planned.items.map(({ id }): [string, (typeof planned.debits)[number][1]] => [
      id,
      planned.debits.find(([item]) => item === id)?.[1] ?? debits.get(id) ?? [],
    ])
    for (const { id } of planned.items) debits.delete(id)
    for (const [item, before] of kept) debits.set(item, before)
    account.tables.waiting.set(subscription.id, {
      invoice: invoice.id,
      debits: after,
      anchor: planned.anchor,
    })
    wait(account, subscription, planned, now)
    finalize(account, invoice)
    collect(account, invoice, { automatic: true })
    return invoice
  }
  apply(account, subscription, planned, more)
  followSchedule(account, subscription)
  const invoice = createInvoice(account, making)
  finalize(account, invoice)
  if (payment === 'default_incomplete' && invoice.amount_due > 0) return invoice
  collect(account, invoice, { automatic: true })
  return invoice
}

// A change made directly is one of the phase that runs.
function followSchedule(account: Account, { schedule: id, items }: Subscription): void {
  const schedule = id === null ? undefined : account.find('schedules', id)
  const phase = schedule?.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date)
  if (!phase) return
  phase.items = items.data.map(({ price, quantity }) => ({
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    plan: price.id,
    price: price.id,
    quantity,
    tax_rates: [],
  }))
}

function wait(account: Account, subscription: Subscription, planned: Planned, now: number): void {
  account.change(
    subscription,
    {
      pending_update: {
        billing_cycle_anchor: planned.anchor === subscription.billing_cycle_anchor ? null : planned.anchor,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: Math.min(now + PATIENCE, periodEnd(subscription.items.data)),
        metadata: null,
        subscription_items: planned.items,
        trial_end: null,
        trial_from_plan: null,
      },
    },
    'customer.subscription.updated',
  )
}

function apply(
  account: Account,
  subscription: Subscription,
  planned: Planned,
  more: Partial<Subscription>,
): void {
  for (const [item, debits] of planned.debits) account.tables.debits.set(item, debits)
  const now = account.nowFor(subscription.customer)
  const trialing = planned.trial !== null && planned.trial.end > now
  const status =
    trialing && subscription.status === 'active'
      ? 'trialing'
      : !trialing && subscription.status === 'trialing'
        ? 'active'
        : subscription.status
  account.change(
    subscription,
    {
      ...more,
      items: { ...subscription.items, data: planned.items },
      billing_cycle_anchor: planned.anchor,
      trial_start: planned.trial?.start ?? null,
      trial_end: planned.trial?.end ?? null,
      status,
    },
    'customer.subscription.updated',
  )
}

// What paying an invoice would come to, before anything is kept.
function foresee(account: Account, subscription: Subscription, invoice: Invoice): Outcome {
  const balance = account.get('customers', subscription.customer).balance
  if (invoice.total + balance < 50) return { kind: 'paid' }
  const method = cardFor(account, invoice, subscription)
  return method === null ? { kind: 'declined', decline: NO_CARD } : charge(account, method, false)
}
