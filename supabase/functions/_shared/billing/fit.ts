// What waits for the next period is made to fit the members of now, and the seats that were bought ahead.
import type { Stripe } from 'stripe'
import type { BillingAccount } from './account.ts'
import { planOf, seatsNeeded } from './plans.ts'
import { scheduleNext } from './schedule.ts'

/**
 * Where another plan, or another interval, begins with the next period, its seats become those that are needed now. `key`
 * makes the key of a step; what it is about is in the step.
 */
export async function fitNextPeriod(
  stripe: Stripe,
  account: BillingAccount,
  key: (step: string) => { idempotencyKey: string },
): Promise<void> {
  if (!account.renew_plan_id || !account.subscription || !account.is_live) return
  const plan = planOf(account, account.renew_plan_id)
  const seats = seatsNeeded(account, plan)
  const subscription = await stripe.subscriptions.retrieve(account.subscription, { expand: ['schedule'] })
  const { schedule } = subscription
  if (!schedule || typeof schedule === 'string') return
  const next = schedule.phases.at(-1)
  const planned = next?.items.find(
    ({ price }) => (typeof price === 'string' ? price : price.id) === plan.seat_price,
  )
  if ((planned?.quantity ?? 0) === seats) return
  await scheduleNext(stripe, subscription, { plan, seats }, (step) =>
    key(`fit:${schedule.id}:${seats}:${step}`),
  )
}
