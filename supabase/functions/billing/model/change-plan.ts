// What an upgrade asks of Stripe, and what it would cost: the same request, so that the price shown is the price taken.
import type { Stripe } from 'stripe'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { itemsFor, planFor, type SoldPlan, seatsNeeded } from '../../_shared/billing/plans.ts'
import { idOf } from '../../_shared/billing/stripe.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { asked } from './asking.ts'

export interface Wanted {
  product_id: number
  interval?: 1 | 12 | undefined
}

/** The plan that somebody with a subscription asks for; at their own interval where they name none. */
export function wantedPlan(account: BillingAccount, { product_id, interval }: Wanted): SoldPlan {
  return planFor(account, product_id, interval ?? account.interval ?? 1)
}

/** Whether a plan is more than what an account has: a higher one, or the same for a year instead of a month. */
export function isMore(account: BillingAccount, plan: SoldPlan): boolean {
  const keepsYear = account.interval === 12 && plan.interval === 1
  if (keepsYear) return false
  return (
    plan.priority > account.priority ||
    (plan.product_id === account.product_id && plan.interval > (account.interval ?? 1))
  )
}

/** The subscription of an account; 409 where none runs, or what is due was not paid. */
export async function subscriptionOf(stripe: Stripe, account: BillingAccount): Promise<Stripe.Subscription> {
  if (!account.subscription || !account.is_live) throw refusalFor('subscription_missing')
  return asked(stripe.subscriptions.retrieve(account.subscription, { expand: ['schedule'] }))
}

/** Refuses to change what is not paid: a change would charge on top of what is due. */
export function requirePaid(account: BillingAccount): void {
  if (!account.is_live) throw refusalFor('subscription_missing')
  if (account.status !== 'active' && account.status !== 'trialing') throw refusalFor('payment_due')
}

/** The items and the calendar of an upgrade. */
export function upgradeOf(account: BillingAccount, subscription: Stripe.Subscription, plan: SoldPlan) {
  const starts = plan.interval !== account.interval && subscription.status !== 'trialing'
  return {
    items: itemsFor(subscription, plan, seatsNeeded(account, plan), account.plans),
    // A year begins when it is bought; within an interval the dates stay.
    ...(starts ? { billing_cycle_anchor: { type: 'now' as const } } : {}),
  }
}

/** Takes back what was to be at the end of the period, so that the subscription itself can be changed. */
export async function releaseSchedule(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  options: { idempotencyKey: string },
): Promise<void> {
  const id = idOf(subscription.schedule)
  if (id) await stripe.subscriptionSchedules.release(id, {}, options)
}
