// Subscription schedules, made from a subscription that runs.
import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelNow } from '../billing/cancel.ts'
import { sellable } from '../billing/items.ts'
import { endSchedule } from '../billing/schedules.ts'
import { page } from '../http/lists.ts'
import {
  flag,
  inner,
  listOf,
  mergeMetadata,
  metadata,
  orNothing,
  paging,
  params,
  text,
  whole,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import { after } from '../money/periods.ts'
import { type Account, newId } from '../state/account.ts'
import type { Schedule, SchedulePhase, Subscription } from '../state/model.ts'
import { behavior, discountList } from './subscription-shapes.ts'

const moment = z.union([z.literal('now'), whole])
const phaseShape = inner({
  billing_cycle_anchor: z.enum(['automatic', 'phase_start']).optional(),
  discounts: orNothing(discountList).optional(),
  duration: inner({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: whole.optional(),
  }).optional(),
  end_date: moment.optional(),
  items: listOf(inner({ price: text, quantity: whole.optional(), metadata: metadata.optional() })),
  metadata: metadata.optional(),
  proration_behavior: behavior.optional(),
  start_date: moment.optional(),
  trial_end: moment.optional(),
})
const endBehavior = z.enum(['cancel', 'release'])
const MOST_PHASES = 10

export const scheduleRoutes: Route[] = [
  route(
    'POST',
    '/v1/subscription_schedules',
    params<Stripe.SubscriptionScheduleCreateParams>()({
      from_subscription: text,
      metadata: metadata.optional(),
    }),
    ({ account, given }) => {
      const subscription = account.get('subscriptions', given.from_subscription, 'from_subscription')
      if (subscription.schedule !== null)
        throw problem.invalid(
          `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
          'from_subscription',
        )
      if (!['active', 'trialing', 'past_due'].includes(subscription.status))
        throw problem.invalid(
          `You cannot schedule a subscription that is ${subscription.status}.`,
          'from_subscription',
        )
      if (subscription.cancel_at !== null)
        throw problem.invalid(
          'You cannot create a subscription schedule from a subscription that will cancel.',
          'from_subscription',
        )
      const schedule = newSchedule(account, subscription, given.metadata ?? {})
      account.tables.schedules.set(schedule.id, schedule)
      account.emit('subscription_schedule.created', schedule)
      account.change(subscription, { schedule: schedule.id }, 'customer.subscription.updated')
      return schedule
    },
  ),
  route(
    'GET',
    '/v1/subscription_schedules',
    params<Stripe.SubscriptionScheduleListParams>()({
      ...paging,
      customer: text.optional(),
      scheduled: flag.optional(),
    }),
    ({ account, given }) =>
      page(
        [...account.tables.schedules.values()].filter(
          (one) => given.customer === undefined || one.customer === given.customer,
        ),
        given,
        '/v1/subscription_schedules',
      ),
  ),
  byId('/v1/subscription_schedules', 'schedules'),
  route(
    'POST',
    '/v1/subscription_schedules/:id',
    params<Stripe.SubscriptionScheduleUpdateParams>()({
      end_behavior: endBehavior.optional(),
      metadata: orNothing(metadata).optional(),
      phases: listOf(phaseShape).optional(),
      proration_behavior: behavior.optional(),
    }),
    ({ account, given, id }) => {
      const schedule = running(account, id)
      account.change(
        schedule,
        {
          end_behavior: given.end_behavior ?? schedule.end_behavior,
          metadata: mergeMetadata(schedule.metadata ?? {}, given.metadata),
          phases: given.phases ? phasesOf(account, schedule, given.phases) : schedule.phases,
        },
        'subscription_schedule.updated',
      )
      const now = account.nowFor(schedule.customer)
      const current = schedule.phases.find(
        ({ start_date: start, end_date: end }) => start <= now && now < end,
      )
      if (current) schedule.current_phase = { start_date: current.start_date, end_date: current.end_date }
      return schedule
    },
  ),
  route(
    'POST',
    '/v1/subscription_schedules/:id/release',
    params<Stripe.SubscriptionScheduleReleaseParams>()({ preserve_cancel_date: flag.optional() }),
    ({ account, id }) => {
      const schedule = running(account, id)
      endSchedule(account, schedule, 'released')
      return schedule
    },
  ),
  route(
    'POST',
    '/v1/subscription_schedules/:id/cancel',
    params<Stripe.SubscriptionScheduleCancelParams>()({
      invoice_now: flag.optional(),
      prorate: flag.optional(),
    }),
    ({ account, given, id }) => {
      const schedule = running(account, id)
      const subscription = account.get('subscriptions', schedule.subscription ?? '')
      endSchedule(account, schedule, 'canceled')
      cancelNow(account, subscription, {
        invoiceNow: given.invoice_now ?? true,
        prorate: given.prorate ?? true,
      })
      return schedule
    },
  ),
]

function running(account: Account, id: string): Schedule {
  const schedule = account.get('schedules', id)
  if (schedule.status === 'active') return schedule
  throw problem.invalid(
    `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status. Subscription schedules can only be updated if they are in the \`not_started\` or \`active\` status.`,
  )
}

function newSchedule(account: Account, subscription: Subscription, own: Record<string, string>): Schedule {
  const [first] = subscription.items.data
  const start = first?.current_period_start ?? subscription.start_date
  const end = first?.current_period_end ?? start
  const phase = phaseObject(subscription.currency, start, end, {
    items: subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
    discounts: subscription.discounts.map((discount) => ({ discount })),
  })
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: account.nowFor(subscription.customer),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: null,
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: own,
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
}

type GivenPhase = z.infer<typeof phaseShape>

// The phase that runs is sent again with its own beginning; each begins where the one before ends.
function phasesOf(account: Account, schedule: Schedule, given: readonly GivenPhase[]): SchedulePhase[] {
  if (given.length === 0 || given.length > MOST_PHASES)
    throw problem.invalid(`A schedule has 1 to ${MOST_PHASES} phases.`, 'phases')
  const now = account.nowFor(schedule.customer)
  const current = schedule.current_phase?.start_date ?? now
  const currency = schedule.phases[0]?.currency ?? 'usd'
  let start = typeof given[0]?.start_date === 'number' ? given[0].start_date : current
  if (start !== current)
    throw problem.invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]')
  return given.map((phase, at) => {
    const own = phase.start_date === 'now' ? now : (phase.start_date ?? start)
    if (at > 0 && own !== start)
      throw problem.invalid(
        'The subscription schedule update is invalid: phases must be contiguous.',
        `phases[${at}][start_date]`,
      )
    const end =
      phase.end_date === 'now'
        ? now
        : (phase.end_date ??
          (phase.duration
            ? after(
                start,
                { interval: phase.duration.interval, interval_count: phase.duration.interval_count ?? 1 },
                1,
              )
            : lastEnd(account, phase, start)))
    if (end <= start) throw problem.invalid('A phase must end after it begins.', `phases[${at}][end_date]`)
    for (const [index, { price }] of phase.items.entries())
      sellable(account, price, `phases[${at}][items][${index}][price]`)
    const made = phaseObject(currency, start, end, phase)
    start = end
    return made
  })
}

// Without an end a phase lasts one period of its first price.
function lastEnd(account: Account, { items: [first] }: GivenPhase, start: number): number {
  const price = first && account.get('prices', first.price)
  return after(start, price?.recurring ?? { interval: 'month', interval_count: 1 }, 1)
}

function phaseObject(
  currency: string,
  start: number,
  end: number,
  {
    items,
    discounts,
    metadata: own,
    proration_behavior: prorates,
    billing_cycle_anchor: anchor,
    trial_end: trialEnd,
  }: Pick<GivenPhase, 'items' | 'discounts'> & Partial<GivenPhase>,
): SchedulePhase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: anchor ?? null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    description: null,
    discounts: (discounts ?? []).map((one) => ({
      coupon: one.coupon ?? null,
      discount: one.discount ?? null,
      promotion_code: one.promotion_code ?? null,
    })),
    end_date: end,
    invoice_settings: null,
    items: items.map(({ price, quantity = 1, metadata: about = {} }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: about,
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: own ?? {},
    on_behalf_of: null,
    proration_behavior: prorates ?? 'create_prorations',
    start_date: start,
    transfer_data: null,
    trial_end: typeof trialEnd === 'number' ? trialEnd : null,
  }
}
