// The end of a period: the next one begins, or the subscription ends. https://docs.stripe.com/billing/subscriptions/billing-cycle
import type { Account } from '../state/account.ts'
import type { Invoice, Subscription } from '../state/model.ts'
import { stop } from './cancel.ts'
import { createInvoice, DRAFT_SECONDS } from './invoices.ts'
import { pendingDrafts } from './items.ts'
import { renewal } from './next-period.ts'

/** Ends the period that is over. */
export function renew(account: Account, subscription: Subscription): void {
  const now = account.nowFor(subscription.customer)
  const over = subscription.cancel_at !== null && subscription.cancel_at <= now
  if (subscription.cancel_at_period_end || over) {
    stop(account, subscription, now)
    return
  }
  if (subscription.status === 'trialing' && !hasCard(account, subscription)) {
    const wanted = subscription.trial_settings?.end_behavior.missing_payment_method
    if (wanted === 'cancel') {
      stop(account, subscription, now)
      return
    }
    if (wanted === 'pause') {
      account.change(subscription, { status: 'paused' }, 'customer.subscription.updated')
      account.emit('customer.subscription.paused', subscription)
      return
    }
  }
  const { items, lines } = renewal(account, subscription, now)
  account.change(
    subscription,
    {
      items: { ...subscription.items, data: items },
      ...(subscription.status === 'trialing' ? { status: 'active' as const } : {}),
    },
    'customer.subscription.updated',
  )
  const pause = subscription.pause_collection
  const invoice = createInvoice(account, {
    customer: account.get('customers', subscription.customer),
    subscription,
    drafts: [...pendingDrafts(account, subscription), ...lines],
    reason: 'subscription_cycle',
    at: now,
    discounts: liveDiscounts(account, subscription, now),
    currency: subscription.currency,
  })
  const waits = subscription.status === 'unpaid' || pause?.behavior === 'keep_as_draft'
  Object.assign(invoice, {
    auto_advance: !waits,
    automatically_finalizes_at: waits ? null : now + DRAFT_SECONDS,
  })
}

// Those whose months are over are taken off.
function liveDiscounts(account: Account, subscription: Subscription, now: number): string[] {
  const live = subscription.discounts.filter((id) => {
    const { end } = account.get('discounts', id)
    return end === null || end > now
  })
  if (live.length < subscription.discounts.length)
    account.change(subscription, { discounts: live }, 'customer.subscription.updated')
  return live
}

function hasCard(account: Account, subscription: Subscription): boolean {
  const { invoice_settings: settings } = account.get('customers', subscription.customer)
  return (subscription.default_payment_method ?? settings.default_payment_method) !== null
}

/** Stripe stops to try: what then becomes of the subscription is the account's setting. */
export function giveUp(account: Account, invoice: Invoice, subscription: Subscription): void {
  const { afterRetries } = account.settings
  Object.assign(invoice, { auto_advance: false })
  if (afterRetries === 'cancel')
    stop(account, subscription, account.nowFor(subscription.customer), { reason: 'payment_failed' })
  if (afterRetries === 'unpaid')
    account.change(subscription, { status: 'unpaid' }, 'customer.subscription.updated')
}
