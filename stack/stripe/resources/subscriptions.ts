// Subscriptions: begun, changed, ended by a program.
import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelNow } from '../billing/cancel.ts'
import { methodOf } from '../billing/cards.ts'
import { sellable } from '../billing/items.ts'
import { subscribe } from '../billing/subscribe.ts'
import { page } from '../http/lists.ts'
import { flag, inner, listOf, metadata, paging, params, range, text, whole, within } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import type { Subscription } from '../state/model.ts'
import { mustBeTheirs } from './customers.ts'
import { attach } from './payment-methods.ts'
import { redeem } from './redeem.ts'
import { ratesOf } from './redeem-for.ts'
import { resumeRoute } from './subscription-pause.ts'
import { commonFields, trialEnd } from './subscription-shapes.ts'
import { updateRoute } from './subscription-update.ts'

const DAY = 86_400
export const subscriptionRoutes: Route[] = [
  route(
    'POST',
    '/v1/subscriptions',
    params<Stripe.SubscriptionCreateParams>()({
      ...commonFields,
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
  updateRoute,
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
