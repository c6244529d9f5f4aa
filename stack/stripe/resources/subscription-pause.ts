// A subscription that was paused goes on: with a period of its own from now, once that is paid.
// https://docs.stripe.com/billing/subscriptions/pause-payment
import type Stripe from 'stripe'
import { collect } from '../billing/collect.ts'
import { createInvoice, finalize } from '../billing/invoices.ts'
import { nameOf } from '../billing/items.ts'
import { params } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { route } from '../http/routes.ts'
import { periodLine } from '../money/draft.ts'
import { after } from '../money/periods.ts'
import { anchorChange, behavior } from './subscription-shapes.ts'

export const resumeRoute = route(
  'POST',
  '/v1/subscriptions/:id/resume',
  params<Stripe.SubscriptionResumeParams>()({
    billing_cycle_anchor: anchorChange.optional(),
    proration_behavior: behavior.optional(),
  }),
  ({ account, id }) => {
    const subscription = account.get('subscriptions', id)
    if (subscription.status !== 'paused')
      throw problem.invalid('This subscription is not paused.', undefined, 'subscription_not_paused')
    const now = account.nowFor(subscription.customer)
    const items = subscription.items.data.map((item) => ({
      ...item,
      current_period_start: now,
      current_period_end: after(now, item.price.recurring ?? { interval: 'month', interval_count: 1 }, 1),
    }))
    const name = nameOf(account)
    const drafts = items.map((item) =>
      periodLine(
        item,
        name(item),
        { start: now, end: item.current_period_end },
        subscription.default_tax_rates,
      ),
    )
    const invoice = createInvoice(account, {
      customer: account.get('customers', subscription.customer),
      subscription,
      drafts,
      reason: 'subscription_cycle',
      at: now,
      discounts: subscription.discounts,
      currency: subscription.currency,
    })
    finalize(account, invoice)
    if (collect(account, invoice, { automatic: true }).kind === 'paid') {
      account.change(
        subscription,
        { status: 'active', billing_cycle_anchor: now, items: { ...subscription.items, data: items } },
        'customer.subscription.updated',
      )
      account.emit('customer.subscription.resumed', subscription)
    }
    return subscription
  },
)
