// What a phase of a schedule makes of a subscription's items.
import type { Account } from '../state/account.ts'
import type { SchedulePhase, Subscription, SubscriptionItem } from '../state/model.ts'
import { newItem } from './items.ts'

/** The items of a phase that begins where a period ends: those of a known price go on, others begin there. */
export function phaseItems(
  account: Account,
  subscription: Subscription,
  phase: SchedulePhase,
  at: number,
): SubscriptionItem[] {
  return phase.items.map((wanted) => {
    const known = subscription.items.data.find((item) => item.price.id === wanted.price)
    if (known) return { ...known, quantity: wanted.quantity }
    const price = account.get('prices', wanted.price)
    return newItem(subscription.id, price, wanted.quantity, { start: at, end: at }, at)
  })
}

/** Whether a phase moves the calendar: another interval does, or it asks for that itself. */
export function movesAnchor(
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  phase: SchedulePhase,
): boolean {
  const interval = ([item]: readonly SubscriptionItem[]) =>
    `${item?.price.recurring?.interval_count} ${item?.price.recurring?.interval}`
  return phase.billing_cycle_anchor === 'phase_start' || interval(items) !== interval(subscription.items.data)
}

/** A subscription as its schedule will have made it at a moment; as it is where nothing is scheduled for then. */
export function atPhase(account: Account, subscription: Subscription, at: number): Subscription {
  const schedule =
    subscription.schedule === null ? undefined : account.find('schedules', subscription.schedule)
  const phase = schedule?.phases.find(({ start_date: start }) => start === at)
  if (schedule?.status !== 'active' || !phase) return subscription
  const data = phaseItems(account, subscription, phase, at)
  return {
    ...subscription,
    items: { ...subscription.items, data },
    ...(movesAnchor(subscription, data, phase) ? { billing_cycle_anchor: at } : {}),
  }
}
