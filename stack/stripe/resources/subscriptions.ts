// Subscriptions: begun, changed, ended by a program.
import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelNow } from '../billing/cancel.ts'
import { methodOf } from '../billing/cards.ts'
import { changeItems } from '../billing/change.ts'
import { sellable } from '../billing/items.ts'
import { subscribe } from '../billing/subscribe.ts'
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
  range,
  text,
  whole,
  within,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import type { Subscription } from '../state/model.ts'
import { set } from './catalogue.ts'
import { mustBeTheirs } from './customers.ts'
import { attach } from './payment-methods.ts'
import { redeem } from './redeem.ts'
import { ratesOf, redeemed } from './redeem-for.ts'
import { resumeRoute } from './subscription-pause.ts'
import {
  anchorChange,
  behavior,
  discountList,
  itemList,
  payment,
  trialEnd,
  trialSettings,
} from './subscription-shapes.ts'

const DAY = 86_400
const common = {
  cancel_at: orNothing(whole).optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: whole.optional(),
  default_payment_method: text.optional(),
  default_tax_rates: orNothing(listOf(text)).optional(),
  description: orNothing(text.max(500)).optional(),
  discounts: orNothing(discountList).optional(),
  metadata: orNothing(metadata).optional(),
  off_session: flag.optional(),
  payment_behavior: payment.optional(),
  proration_behavior: behavior.optional(),
  trial_settings: trialSettings.optional(),
}

export const subscriptionRoutes: Route[] = [
  route(
    'POST',
    '/v1/subscriptions',
    params<Stripe.SubscriptionCreateParams>()({
      ...common,
      billing_cycle_anchor: whole.optional(),
      billing_mode: inner({ type: z.enum(['classic', 'flexible']) }).optional(),
      customer: text,
      items: listOf(inner({ price: text, quantity: whole.optional(), metadata: metadata.optional() })),
      trial_end: trialEnd.optional(),
      trial_period_days: whole.optional(),
    }),
    ({ account, given }) => {
      const customer = account.get('customers', given.customer, 'customer')
      const now = account.nowFor(customer.id)
      if (given.items.length === 0)
        throw problem.invalid('Missing required param: items.', 'items', 'parameter_missing')
      const items = given.items.map(({ price, quantity = 1, metadata: own = {} }, at) => ({
        price: sellable(account, price, `items[${at}][price]`),
        quantity,
        metadata: own,
      }))
      const method = given.default_payment_method && methodOf(account, given.default_payment_method, now)
      if (method && method.customer === null) attach(account, method, customer)
      if (method) mustBeTheirs(account, customer, method.id)
      const end = given.trial_end === 'now' ? undefined : given.trial_end
      const days = given.trial_period_days ?? 0
      return subscribe(account, {
        customer,
        items,
        mode: given.billing_mode?.type ?? 'flexible',
        behavior: given.proration_behavior ?? 'create_prorations',
        payment: given.payment_behavior ?? 'allow_incomplete',
        collection: given.collection_method ?? 'charge_automatically',
        daysUntilDue: given.days_until_due ?? null,
        trialEnd: end ?? (days > 0 ? now + days * DAY : null),
        missingCard: given.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
        anchor: given.billing_cycle_anchor ?? null,
        cancelAt: given.cancel_at ?? null,
        cancelAtPeriodEnd: given.cancel_at_period_end ?? false,
        method: method ? method.id : null,
        authenticated: false,
        rates: ratesOf(account, given.default_tax_rates ?? []),
        metadata: given.metadata ?? {},
        description: given.description ?? null,
        discounts: (subscription) =>
          redeem(account, given.discounts ?? [], {
            customer,
            subscription,
            amount: items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
          }),
      }).subscription
    },
  ),
  route(
    'GET',
    '/v1/subscriptions',
    params<Stripe.SubscriptionListParams>()({
      ...paging,
      created: range.optional(),
      customer: text.optional(),
      price: text.optional(),
      status: z
        .enum([
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ])
        .optional(),
      test_clock: text.optional(),
    }),
    ({ account, given }) => {
      const over = (one: Subscription) => one.status === 'canceled' || one.status === 'incomplete_expired'
      const fits = (one: Subscription) =>
        (given.customer === undefined || one.customer === given.customer) &&
        within(one.created, given.created) &&
        (given.price === undefined || one.items.data.some(({ price }) => price.id === given.price)) &&
        (given.test_clock === undefined || one.test_clock === given.test_clock) &&
        (given.status === 'all' ||
          (given.status === undefined && one.status !== 'canceled') ||
          (given.status === 'ended' && over(one)) ||
          one.status === given.status)
      return page([...account.tables.subscriptions.values()].filter(fits), given, '/v1/subscriptions')
    },
  ),
  byId('/v1/subscriptions', 'subscriptions'),
  route(
    'POST',
    '/v1/subscriptions/:id',
    params<Stripe.SubscriptionUpdateParams>()({
      ...common,
      billing_cycle_anchor: anchorChange.optional(),
      cancellation_details: inner({
        comment: orNothing(text).optional(),
        feedback: orNothing(
          z.enum([
            'customer_service',
            'low_quality',
            'missing_features',
            'other',
            'switched_service',
            'too_complex',
            'too_expensive',
            'unused',
          ]),
        ).optional(),
      }).optional(),
      items: itemList.optional(),
      pause_collection: orNothing(
        inner({
          behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
          resumes_at: whole.optional(),
        }),
      ).optional(),
      proration_date: whole.optional(),
      trial_end: trialEnd.optional(),
    }),
    ({ account, given, id }) => {
      const subscription = account.get('subscriptions', id)
      const customer = account.get('customers', subscription.customer)
      const changesMoney = given.items || given.trial_end !== undefined || given.billing_cycle_anchor
      mayBePending(given)
      if (subscription.schedule !== null && (given.cancel_at_period_end || given.cancel_at))
        throw problem.invalid(
          `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
          'cancel_at_period_end',
        )
      const discounts = redeemed(account, subscription, given.discounts, given.items)
      const method = given.default_payment_method
      if (method) mustBeTheirs(account, customer, method)
      const { comment, feedback } = given.cancellation_details ?? {}
      const end = subscription.items.data[0]?.current_period_end ?? null
      const now = account.nowFor(customer.id)
      const ending =
        given.cancel_at_period_end === undefined
          ? given.cancel_at === undefined
            ? {}
            : { cancel_at: given.cancel_at, canceled_at: given.cancel_at === null ? null : now }
          : given.cancel_at_period_end
            ? { cancel_at_period_end: true, cancel_at: end, canceled_at: now }
            : { cancel_at_period_end: false, cancel_at: null, canceled_at: null }
      const asked = given.cancel_at_period_end || (given.cancel_at !== undefined && given.cancel_at !== null)
      const details = subscription.cancellation_details
      const more: Partial<Subscription> = {
        ...ending,
        ...set({
          collection_method: given.collection_method,
          days_until_due: given.days_until_due,
          default_payment_method: method,
          description: given.description,
        }),
        ...(given.default_tax_rates === undefined
          ? {}
          : { default_tax_rates: ratesOf(account, given.default_tax_rates ?? []) }),
        ...(given.trial_settings
          ? {
              trial_settings: {
                end_behavior: { billing_cycle_anchor: null, ...given.trial_settings.end_behavior },
              },
            }
          : {}),
        ...(given.pause_collection === undefined
          ? {}
          : {
              pause_collection: given.pause_collection && {
                behavior: given.pause_collection.behavior,
                resumes_at: given.pause_collection.resumes_at ?? null,
              },
            }),
        metadata: mergeMetadata(subscription.metadata, given.metadata),
        discounts,
        cancellation_details: {
          comment: comment === undefined ? (details?.comment ?? null) : comment,
          feedback: feedback === undefined ? (details?.feedback ?? null) : feedback,
          feedback_option: null,
          reason: asked
            ? 'cancellation_requested'
            : given.cancel_at_period_end === false
              ? null
              : (details?.reason ?? null),
        },
      }
      if (!changesMoney) {
        if (subscription.status === 'canceled') {
          const { metadata: fresh, cancellation_details: why } = more
          account.change(
            subscription,
            set({ metadata: fresh, cancellation_details: why }),
            'customer.subscription.updated',
          )
          return subscription
        }
        account.change(subscription, more, 'customer.subscription.updated')
        return subscription
      }
      changeItems(
        account,
        subscription,
        {
          items: given.items ?? [],
          behavior: given.proration_behavior ?? 'create_prorations',
          prorationDate: given.proration_date,
          anchor: given.billing_cycle_anchor?.type,
          trialEnd: given.trial_end,
          discounts,
          rates: more.default_tax_rates ?? subscription.default_tax_rates,
        },
        given.payment_behavior ?? 'allow_incomplete',
        more,
      )
      return subscription
    },
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    params<Stripe.SubscriptionCancelParams>()({
      cancellation_details: inner({ comment: text.optional() }).optional(),
      invoice_now: flag.optional(),
      prorate: flag.optional(),
    }),
    ({ account, given, id }) => {
      const subscription = account.get('subscriptions', id)
      cancelNow(account, subscription, {
        invoiceNow: given.invoice_now ?? false,
        prorate: given.prorate ?? false,
        comment: given.cancellation_details?.comment ?? null,
      })
      return subscription
    },
  ),
  resumeRoute,
]

// https://docs.stripe.com/billing/subscriptions/pending-updates-reference
function mayBePending(given: Record<string, unknown>): void {
  if (given.payment_behavior !== 'pending_if_incomplete') return
  const supported = [
    'expand',
    'items',
    'payment_behavior',
    'proration_behavior',
    'proration_date',
    'billing_cycle_anchor',
    'trial_end',
    'off_session',
    'discounts',
  ]
  const other = Object.keys(given).find((name) => given[name] !== undefined && !supported.includes(name))
  if (other)
    throw problem.invalid(
      `When payment_behavior is set to pending_if_incomplete, you can only pass supported params: ${other} is not.`,
      other,
    )
}
