// What waits for the end of a period, when another change takes it back: whole or not at all, also where a request is cut off.
import type { Stripe } from 'stripe'
import { idOf } from './stripe.ts'

type Key = (step: string) => { idempotencyKey: string }

/** What an upgrade takes back is named in the subscription itself, in the request that charges: `{price}:{schedule | cancel}`. */
const mark = 'takes_back'

/** The mark of an upgrade to the plan of this price; empty where nothing waits. */
export function takingBack(
  subscription: Stripe.Subscription,
  price: string,
): { metadata: { takes_back: string } } {
  const schedule = idOf(subscription.schedule)
  const waits = schedule ?? (ends(subscription) ? 'cancel' : null)
  return { metadata: { [mark]: waits ? `${price}:${waits}` : '' } }
}

/** No mark: what waits from now on was asked for after it. */
export const takingNothingBack = { metadata: { [mark]: '' } }

/** Whether something marked is still to be taken back. */
export function isMarked({ metadata }: { metadata?: Stripe.Metadata | null }): boolean {
  return Boolean(metadata?.[mark])
}

/**
 * Takes back what an upgrade marked, once the subscription is of its plan; nothing while the bank has not confirmed it. Asked
 * for again, as after a crash or beside somebody else, it does what is left.
 */
export async function takeBack(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const [price, waits] = (subscription.metadata[mark] ?? '').split(':')
  if (!price || !waits || subscription.pending_update) return
  if (!subscription.items.data.some((item) => item.price.id === price)) return
  if (waits !== 'cancel' && idOf(subscription.schedule) === waits)
    await stripe.subscriptionSchedules.release(waits, {}, { idempotencyKey: `takes-back:${waits}` })
  await stripe.subscriptions.update(id, {
    ...(waits === 'cancel' ? keeping(subscription) : {}),
    ...takingNothingBack,
  })
}

/** What lets a subscription go on that is to end: the portal sets the date alone. */
export function keeping(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false }
  return subscription.cancel_at === null ? {} : { cancel_at: '' }
}

/** Cancels again a subscription whose cancellation was taken back for a lower plan, where that plan does not wait now. */
export async function cancelAgain(stripe: Stripe, id: string, key: Key): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] })
  const { schedule, status } = subscription
  if (status === 'canceled' || ends(subscription)) return
  if (schedule && typeof schedule !== 'string') {
    if (schedule.phases.some(({ start_date: start }) => start >= (schedule.current_phase?.end_date ?? 0)))
      return
    await stripe.subscriptionSchedules.release(schedule.id, {}, key('unscheduled'))
  }
  await stripe.subscriptions.update(id, { cancel_at_period_end: true, ...takingNothingBack }, key('again'))
}

function ends({ cancel_at_period_end: atEnd, cancel_at: at }: Stripe.Subscription): boolean {
  return atEnd || at !== null
}
