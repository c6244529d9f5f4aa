// The period that follows: its moments, and its lines.
import { type Draft, periodLine } from '../money/draft.ts'
import { periodAt } from '../money/periods.ts'
import type { Account } from '../state/account.ts'
import type { Subscription, SubscriptionItem } from '../state/model.ts'
import { nameOf } from './items.ts'

/** The end of the period that is running; of several items the first to end. */
export function periodEnd(items: readonly SubscriptionItem[]): number {
  return Math.min(...items.map(({ current_period_end: end }) => end))
}

/** The lines of the periods that begin at a moment, and the items as they then are. */
export function renewal(
  account: Account,
  subscription: Pick<Subscription, 'billing_cycle_anchor' | 'default_tax_rates' | 'items'>,
  at: number,
): { items: SubscriptionItem[]; lines: Draft[] } {
  const name = nameOf(account)
  const lines: Draft[] = []
  const items = subscription.items.data.map((item) => {
    if (item.current_period_end > at) return item
    const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 }
    const period = periodAt(subscription.billing_cycle_anchor, recurring, item.current_period_end)
    lines.push(periodLine(item, name(item), period, subscription.default_tax_rates))
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  return { items, lines: lines.filter(({ amount, quantity }) => amount > 0 || quantity > 0) }
}
