// Billing periods. https://docs.stripe.com/billing/subscriptions/billing-cycle

export interface Recurring {
  interval: string
  interval_count: number
}

const DAY = 86_400
const DAYS: Record<string, number> = { day: 1, week: 7 }
const MONTHS: Record<string, number> = { month: 1, year: 12 }

/**
 * The moment `times` intervals after the anchor, in seconds UTC. Months count from the anchor's own day, so that an
 * anchor on the 31st comes back to it after the shorter months.
 */
export function after(anchor: number, { interval, interval_count: count }: Recurring, times: number): number {
  const days = DAYS[interval]
  if (days !== undefined) return anchor + days * count * times * DAY
  const months = (MONTHS[interval] ?? 1) * count * times
  const date = new Date(anchor * 1_000)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const target = new Date(first)
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), last)
  return first / 1_000 + (day - 1) * DAY + (anchor % DAY)
}

/** The period that a moment is in, by the anchor; where the anchor is still to come, the one that ends with it. */
export function periodAt(
  anchor: number,
  recurring: Recurring,
  moment: number,
): { start: number; end: number } {
  // A guess near by, from the mean length; then step by step to the right one.
  const mean = (after(anchor, recurring, 12) - anchor) / 12
  let times = Math.floor((moment - anchor) / mean)
  while (after(anchor, recurring, times) > moment) times--
  while (after(anchor, recurring, times + 1) <= moment) times++
  return { start: after(anchor, recurring, times), end: after(anchor, recurring, times + 1) }
}

export function sameInterval(one: Recurring, other: Recurring): boolean {
  return one.interval === other.interval && one.interval_count === other.interval_count
}
