// Seats beyond the included ones: what they cost, and how they are bought and given back.
import type { Stripe } from 'stripe'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { itemsFor, planOf, type SoldPlan, seatsNeeded } from '../../_shared/billing/plans.ts'
import { scheduleNext } from '../../_shared/billing/schedule.ts'
import { lowerSeats } from '../../_shared/db/service-billing.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { asked, isRefused } from './asking.ts'
import { releaseSchedule, subscriptionOf } from './change-plan.ts'
import type { Change } from './changing.ts'

/** The plan whose seats an account pays for; 409 where it has none. */
export function paidPlan(account: BillingAccount): SoldPlan {
  if (!account.plan_id || !account.is_live) throw refusalFor('subscription_missing')
  return planOf(account, account.plan_id)
}

/** The items of a subscription with so many paid seats. */
export function withSeats(account: BillingAccount, subscription: Stripe.Subscription, paid: number) {
  return { items: itemsFor(subscription, paidPlan(account), paid, account.plans) }
}

/**
 * Pays for so many seats from now on. More are charged at once, and what is not paid gives none; fewer are credited on the
 * next invoice, and out of use before Stripe hears of it. What waits for the end of the period is kept.
 */
export async function paySeats({ stripe, account, key }: Change, paid: number): Promise<void> {
  const subscription = await subscriptionOf(stripe, account)
  const isMore = paid > (account.paid ?? 0)
  if (!isMore) await lowerSeats(account.workspace_id, paid)
  try {
    await asked(releaseSchedule(stripe, subscription, key('release')))
    await asked(
      stripe.subscriptions.update(
        subscription.id,
        {
          ...withSeats(account, subscription, paid),
          proration_behavior: isMore ? 'always_invoice' : 'create_prorations',
          ...(isMore ? { payment_behavior: 'error_if_incomplete' as const } : {}),
        },
        key('seats'),
      ),
    )
  } catch (error) {
    // What this change took out of use, and Stripe did not take back, can be used again. Where nobody knows, the daily check
    // finds out.
    if (!isMore && isRefused(error)) await lowerSeats(account.workspace_id, null).catch(() => undefined)
    throw error
  } finally {
    if (account.renew_plan_id) await again(stripe, account, key)
  }
}

/** Schedules anew what waited for the end of the period. */
async function again(stripe: Stripe, account: BillingAccount, key: Change['key']): Promise<void> {
  const plan = planOf(account, account.renew_plan_id ?? 0)
  const subscription = await subscriptionOf(stripe, account)
  await scheduleNext(stripe, subscription, { plan, seats: seatsNeeded(account, plan) }, (step) =>
    key(`again:${step}`),
  )
}
