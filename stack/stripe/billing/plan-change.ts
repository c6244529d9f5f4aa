// What a change of a subscription would do: new items, prorations, lines of periods that begin anew. Nothing is kept
// here, so that a preview and the change itself cannot differ.
import { problem } from '../http/problem.ts'
import { type Draft, periodLine, trialLine } from '../money/draft.ts'
import { after, periodAt, sameInterval } from '../money/periods.ts'
import { credit, debits, type Prorating } from '../money/proration.ts'
import type { Account } from '../state/account.ts'
import type { Debit, Subscription, SubscriptionItem, TaxRate } from '../state/model.ts'
import { couponsOf, type ItemRequest, itemsAfter, nameOf } from './items.ts'

export type Behavior = 'create_prorations' | 'always_invoice' | 'none'

export interface ChangeRequest {
  items: readonly ItemRequest[]
  behavior: Behavior
  prorationDate?: number | undefined
  anchor?: 'now' | 'unchanged' | undefined
  trialEnd?: number | 'now' | undefined
  /** The discounts from now on, as ids. */
  discounts: string[]
  rates: TaxRate[]
}

export interface Planned {
  items: SubscriptionItem[]
  /** What each changed item is debited with from now on. */
  debits: [string, Debit[]][]
  prorations: Draft[]
  /** Lines of periods that begin with the change; they are billed at once. */
  fresh: Draft[]
  anchor: number
  trial: { start: number; end: number } | null
  /** The moment that was prorated to. */
  at: number
}

const recurringOf = ({ price }: SubscriptionItem) =>
  price.recurring ?? { interval: 'month', interval_count: 1 }

/** @throws StripeProblem for requests that Stripe refuses */
export function planChange(
  account: Account,
  subscription: Subscription,
  request: ChangeRequest,
  now: number,
): Planned {
  const { items, changed, gone } = itemsAfter(account, subscription, request.items, now)
  const at = prorationMoment(subscription, request, now)
  const trialing = subscription.status === 'trialing'
  const trialEnd = request.trialEnd === 'now' ? now : request.trialEnd
  if (typeof request.trialEnd === 'number' && request.trialEnd <= now)
    throw problem.invalid('Timestamp can be no earlier than the current time.', 'trial_end')
  const endsTrial = trialing && request.trialEnd === 'now'
  const begins = trialEnd !== undefined && trialEnd > now
  const anew = begins || endsTrial || (!trialing && startsAnew(subscription, items, request))
  const p: Prorating = {
    mode: subscription.billing_mode.type === 'flexible' ? 'flexible' : 'classic',
    at,
    nameOf: nameOf(account),
    couponsOf: ({ discounts }) => couponsOf(account, [...discounts, ...subscription.discounts], now),
    debitsOf: (item) => account.tables.debits.get(item) ?? [],
    rates: request.rates,
  }
  const prorated = !trialing && request.behavior !== 'none'
  const before = subscription.items.data.filter(
    ({ id }) => anew || changed.has(id) || gone.some((one) => one.id === id),
  )
  const credits = prorated ? before.flatMap((item) => credit(item, p)) : []
  const common = { items, at, trial: keptTrial(subscription) }
  if (begins) {
    for (const item of items) Object.assign(item, { current_period_start: now, current_period_end: trialEnd })
    const period = { start: now, end: trialEnd }
    const fresh = items.map((item) => trialLine(item, p.nameOf(item), period, request.rates))
    const none = items.map(({ id }): [string, Debit[]] => [id, []])
    const start = trialing ? (subscription.trial_start ?? now) : now
    return {
      ...common,
      debits: none,
      prorations: credits,
      // Moving the end of a trial that is on costs and says nothing.
      fresh: trialing ? [] : fresh,
      anchor: trialEnd,
      trial: { start, end: trialEnd },
    }
  }
  if (anew) {
    for (const item of items)
      Object.assign(item, { current_period_start: now, current_period_end: after(now, recurringOf(item), 1) })
    const fresh = items.map((item) =>
      periodLine(item, p.nameOf(item), { start: now, end: item.current_period_end }, request.rates),
    )
    const trial = endsTrial && common.trial ? { ...common.trial, end: now } : common.trial
    return {
      ...common,
      debits: [],
      prorations: credits,
      fresh: fresh.filter(({ amount }) => amount > 0),
      anchor: now,
      trial,
    }
  }
  const anchor = subscription.billing_cycle_anchor
  for (const item of items.filter(({ id }) => changed.has(id))) {
    const { start, end } = trialing
      ? { start: subscription.trial_start ?? now, end: subscription.trial_end ?? now }
      : periodAt(anchor, recurringOf(item), at)
    Object.assign(item, { current_period_start: start, current_period_end: end })
  }
  const renewed = {
    ...p,
    couponsOf: (item: SubscriptionItem) => couponsOf(account, [...item.discounts, ...request.discounts], now),
  }
  const charged = prorated
    ? debits(
        items.filter(({ id }) => changed.has(id)),
        renewed,
      )
    : []
  return {
    ...common,
    debits: prorated
      ? [
          ...[...changed].map((id): [string, Debit[]] => [
            id,
            charged.filter(({ line }) => line.subscriptionItem === id).map(({ debit }) => debit),
          ]),
        ]
      : [],
    prorations: [...credits, ...charged.map(({ line }) => line)],
    fresh: [],
    anchor,
  }
}

// In `classic` another interval, or the way from free to paid, starts a new period by itself; `flexible` never does.
function startsAnew(subscription: Subscription, items: SubscriptionItem[], request: ChangeRequest): boolean {
  if (request.anchor === 'now') return true
  if (subscription.billing_mode.type === 'flexible') return false
  const [before] = subscription.items.data
  const [next] = items
  if (!before || !next) return false
  const paid = (list: readonly SubscriptionItem[]) =>
    list.some(({ price, quantity }) => price.unit_amount * quantity > 0)
  if (request.anchor === undefined && !paid(subscription.items.data) && paid(items)) return true
  return !sameInterval(recurringOf(before), recurringOf(next))
}

function prorationMoment(subscription: Subscription, { prorationDate }: ChangeRequest, now: number): number {
  if (prorationDate === undefined) return now
  const [first] = subscription.items.data
  const { current_period_start: start = now, current_period_end: end = now } = first ?? {}
  if (prorationDate < start || prorationDate > end)
    throw problem.invalid(
      'Cannot specify a proration date outside of the current billing period.',
      'proration_date',
    )
  return prorationDate
}

function keptTrial({ trial_start: start, trial_end: end }: Subscription) {
  return start !== null && end !== null ? { start, end } : null
}
