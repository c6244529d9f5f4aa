// The end of a subscription: now, or planned. https://docs.stripe.com/billing/subscriptions/cancel
import { problem } from '../http/problem.ts'
import { credit } from '../money/proration.ts'
import type { Account } from '../state/account.ts'
import type { Subscription } from '../state/model.ts'
import { collect } from './collect.ts'
import { createInvoice, finalize, voidInvoice } from './invoices.ts'
import { couponsOf, keepPending, nameOf, pendingDrafts } from './items.ts'

export interface Ending {
  invoiceNow: boolean
  prorate: boolean
  comment?: string | null
  feedback?: Subscription['cancellation_details'] extends infer D
    ? D extends { feedback: infer F }
      ? F
      : never
    : never
  reason?: 'cancellation_requested' | 'payment_failed'
}

/** Ends it now. @throws StripeProblem where it has ended */
export function cancelNow(account: Account, subscription: Subscription, ending: Ending): void {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw problem.missing('subscription', subscription.id, 'id')
  const now = account.nowFor(subscription.customer)
  if (ending.prorate && subscription.status !== 'trialing') {
    const prorating = {
      mode: subscription.billing_mode.type === 'flexible' ? ('flexible' as const) : ('classic' as const),
      at: now,
      nameOf: nameOf(account),
      couponsOf: () => couponsOf(account, subscription.discounts, now),
      debitsOf: (item: string) => account.tables.debits.get(item) ?? [],
      rates: subscription.default_tax_rates,
    }
    for (const item of subscription.items.data)
      for (const draft of credit(item, prorating)) keepPending(account, subscription, draft, now)
  }
  const drafts = ending.invoiceNow ? pendingDrafts(account, subscription) : []
  if (drafts.length > 0) {
    const invoice = createInvoice(account, {
      customer: account.get('customers', subscription.customer),
      subscription,
      drafts,
      reason: 'subscription_update',
      at: now,
      discounts: [],
      currency: subscription.currency,
    })
    finalize(account, invoice)
    collect(account, invoice, { automatic: true })
  }
  stop(account, subscription, now, ending)
}

/** What a subscription leaves behind: nothing is charged by itself any more. */
export function stop(
  account: Account,
  subscription: Subscription,
  now: number,
  { comment = null, feedback = null, reason = 'cancellation_requested' }: Partial<Ending> = {},
): void {
  for (const invoice of account.tables.invoices.values()) {
    if (invoice.parent?.subscription_details?.subscription !== subscription.id) continue
    if (invoice.status === 'open' || invoice.status === 'draft')
      Object.assign(invoice, {
        auto_advance: false,
        next_payment_attempt: null,
        automatically_finalizes_at: null,
      })
  }
  account.tables.waiting.delete(subscription.id)
  const schedule =
    subscription.schedule === null ? undefined : account.find('schedules', subscription.schedule)
  if (schedule?.status === 'active') {
    Object.assign(schedule, { status: 'canceled', canceled_at: now, current_phase: null })
    account.emit('subscription_schedule.canceled', schedule)
  }
  const details = subscription.cancellation_details
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    schedule: null,
    cancellation_details: {
      comment: comment ?? details?.comment ?? null,
      feedback: feedback ?? details?.feedback ?? null,
      feedback_option: null,
      reason: details?.reason ?? reason,
    },
  } satisfies Partial<Subscription>)
  account.emit('customer.subscription.deleted', subscription)
}

/** A subscription whose first invoice nobody paid within 23 hours. */
export function expireIncomplete(account: Account, subscription: Subscription): void {
  const invoice = subscription.latest_invoice && account.find('invoices', subscription.latest_invoice)
  if (invoice && invoice.status === 'open') voidInvoice(account, invoice)
  const now = account.nowFor(subscription.customer)
  account.change(
    subscription,
    { status: 'incomplete_expired', ended_at: now },
    'customer.subscription.updated',
  )
}
