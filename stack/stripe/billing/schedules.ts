// Schedules: what a subscription becomes later, by itself. https://docs.stripe.com/billing/subscriptions/subscription-schedules
import { redeem } from '../resources/redeem.ts'
import type { Account } from '../state/account.ts'
import type { Schedule, SchedulePhase, Subscription } from '../state/model.ts'
import { cancelNow } from './cancel.ts'
import { changeItems } from './change.ts'
import type { ItemRequest } from './items.ts'
import { periodEnd } from './next-period.ts'
import { movesAnchor, phaseItems } from './phases.ts'
import type { Behavior } from './plan-change.ts'

const BEHAVIORS: readonly Behavior[] = ['create_prorations', 'always_invoice', 'none']

/** When the phases of the schedules on a clock end, and what then happens. */
export function phaseTasks(account: Account, clock: string | null): { at: number; run(): void }[] {
  return [...account.tables.schedules.values()].flatMap((schedule) => {
    const { current_phase: phase } = schedule
    if (schedule.status !== 'active' || schedule.test_clock !== clock || !phase) return []
    return [{ at: phase.end_date, run: () => endPhase(account, schedule, phase.end_date) }]
  })
}

function endPhase(account: Account, schedule: Schedule, at: number): void {
  const next = schedule.phases.find(({ start_date: start }) => start === at)
  const subscription =
    schedule.subscription === null ? undefined : account.find('subscriptions', schedule.subscription)
  if (!subscription || ['canceled', 'incomplete_expired'].includes(subscription.status)) {
    endSchedule(account, schedule, 'canceled')
    return
  }
  if (next) {
    enter(account, subscription, next)
    const phase = { start_date: next.start_date, end_date: next.end_date }
    account.change(schedule, { current_phase: phase }, 'subscription_schedule.updated')
    return
  }
  if (schedule.end_behavior === 'cancel') {
    endSchedule(account, schedule, 'completed')
    cancelNow(account, subscription, { invoiceNow: false, prorate: false })
    return
  }
  endSchedule(account, schedule, 'released')
}

function enter(account: Account, subscription: Subscription, phase: SchedulePhase): void {
  const at = account.nowFor(subscription.customer)
  const customer = account.get('customers', subscription.customer)
  const amount = phase.items.reduce(
    (sum, item) => sum + account.get('prices', item.price).unit_amount * item.quantity,
    0,
  )
  const discounts = redeem(
    account,
    phase.discounts.map(({ coupon, discount, promotion_code: code }) => ({
      coupon: coupon ?? undefined,
      discount: discount ?? undefined,
      promotion_code: code ?? undefined,
    })),
    { customer, subscription: subscription.id, amount },
  )
  // In the middle of a period it is a change as any other; at its end the renewal that follows bills what is new.
  if (periodEnd(subscription.items.data) > at) {
    const kept = phase.items.map((item) => requestFor(subscription, item))
    const gone = subscription.items.data
      .filter(({ id }) => !kept.some((request) => request.id === id))
      .map(({ id }) => ({ id, deleted: true }))
    const behavior = BEHAVIORS.find((one) => one === phase.proration_behavior) ?? 'create_prorations'
    const request = { items: [...kept, ...gone], behavior, discounts, rates: subscription.default_tax_rates }
    changeItems(account, subscription, request, 'allow_incomplete', { discounts })
    return
  }
  const items = phaseItems(account, subscription, phase, at)
  account.change(
    subscription,
    {
      items: { ...subscription.items, data: items },
      discounts,
      ...(movesAnchor(subscription, items, phase) ? { billing_cycle_anchor: at } : {}),
    },
    'customer.subscription.updated',
  )
}

type PhaseItem = SchedulePhase['items'][number]

function requestFor(subscription: Subscription, { price, quantity }: PhaseItem): ItemRequest {
  const known = subscription.items.data.find((item) => item.price.id === price)
  return known ? { id: known.id, quantity } : { price, quantity }
}

/** Ends a schedule; the subscription goes on without it. */
export function endSchedule(
  account: Account,
  schedule: Schedule,
  status: 'canceled' | 'completed' | 'released',
): void {
  const now = account.nowFor(schedule.customer)
  const subscription =
    schedule.subscription === null ? undefined : account.find('subscriptions', schedule.subscription)
  Object.assign(schedule, {
    status,
    current_phase: null,
    subscription: status === 'released' ? null : schedule.subscription,
    released_subscription: status === 'released' ? schedule.subscription : null,
    released_at: status === 'released' ? now : null,
    canceled_at: status === 'canceled' ? now : null,
    completed_at: status === 'completed' ? now : null,
  } satisfies Partial<Schedule>)
  if (subscription?.schedule === schedule.id)
    account.change(subscription, { schedule: null }, 'customer.subscription.updated')
  account.emit(`subscription_schedule.${status}`, schedule)
}
