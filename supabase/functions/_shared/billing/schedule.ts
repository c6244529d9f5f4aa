// What is to be from the next period on: a schedule of two phases at Stripe.
import type { Stripe } from 'stripe'
import { phaseItems, type SoldPlan } from './plans.ts'
import { discountsOf, idOf } from './stripe.ts'

type Key = (step: string) => { idempotencyKey: string }

/** Makes a subscription one of `plan`, with so many paid seats, at the end of its period. */
export async function scheduleNext(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { plan, seats }: { plan: SoldPlan; seats: number },
  key: Key,
): Promise<void> {
  const id =
    idOf(subscription.schedule) ??
    (await stripe.subscriptionSchedules.create({ from_subscription: subscription.id }, key('schedule'))).id
  const { phases, current_phase: current } = await stripe.subscriptionSchedules.retrieve(id)
  const present = phases.find(({ start_date }) => start_date === current?.start_date) ?? phases[0]
  if (!present) throw new Error(`The schedule ${id} has no phase.`)
  // A phase has no discount that it does not name: what lasts is carried on.
  const discounts = discountsOf(subscription)
  await stripe.subscriptionSchedules.update(
    id,
    {
      end_behavior: 'release',
      phases: [
        {
          start_date: present.start_date,
          end_date: subscription.items.data[0]?.current_period_end ?? present.end_date,
          items: subscription.items.data.map(({ price, quantity }) => ({
            price: price.id,
            quantity: quantity ?? 1,
          })),
          discounts,
          proration_behavior: 'none',
          ...(subscription.trial_end === null ? {} : { trial_end: subscription.trial_end }),
        },
        {
          items: phaseItems(plan, seats),
          discounts,
          duration: { interval: 'month', interval_count: plan.interval },
          proration_behavior: 'none',
        },
      ],
    },
    key('phases'),
  )
}
