// Seats beyond the included ones: what they cost, and how they are bought and given back.
import type { Stripe } from 'stripe'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { itemsFor, planOf, type SoldPlan } from '../../_shared/billing/plans.ts'
import { takingNothingBack } from '../../_shared/billing/waiting.ts'
import { lowerSeats } from '../../_shared/db/service-billing.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { asked, isRefused } from './asking.ts'
import { subscriptionOf } from './change-plan.ts'
import type { Change } from './changing.ts'
import { charge } from './charging.ts'

/** The most seats that one subscription pays for here. */
export const mostSeats = 10_000

/** The plan whose seats an account pays for; 409 where it has none. */
export function paidPlan(account: BillingAccount): SoldPlan {
  if (!account.plan_id || !account.is_live) throw refusalFor('subscription_missing')
  return planOf(account, account.plan_id)
}

/** The fewest seats an account can pay for: those that its members have. */
export function seatsInUse({ used, included }: BillingAccount): number {
  return Math.max(0, used - (included ?? 0))
}

/** The items of a subscription with so many paid seats. */
export function withSeats(account: BillingAccount, subscription: Stripe.Subscription, paid: number) {
  return { items: itemsFor(subscription, paidPlan(account), paid, account.plans) }
}

/**
 * Pays for so many seats from now on. More are charged at once, and what is not paid gives none; fewer are credited on the
 * next invoice, and out of use before Stripe hears of it. It is one request, beside what waits for the end of the period.
 */
export async function paySeats(change: Change, paid: number): Promise<void> {
  const { stripe, account, key } = change
  const subscription = await subscriptionOf(stripe, account)
  const items = withSeats(account, subscription, paid)
  if (paid > (account.paid ?? 0))
    return asked(charge(change, subscription, items, { step: 'seats', mark: takingNothingBack }))
  await lowerSeats(account.workspace_id, paid)
  try {
    await asked(
      stripe.subscriptions.update(
        subscription.id,
        { ...items, proration_behavior: 'create_prorations' },
        key('seats'),
      ),
    )
  } catch (error) {
    // What this change took out of use, and Stripe did not take back, can be used again. Where nobody knows, the daily check
    // finds out.
    if (isRefused(error)) await lowerSeats(account.workspace_id, null).catch(() => undefined)
    throw error
  }
}
