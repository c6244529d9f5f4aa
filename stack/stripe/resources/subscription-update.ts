// POST /v1/subscriptions/:id: items and money, or only what is known of it.
import type Stripe from 'stripe'
import { z } from 'zod'
import { changeItems } from '../billing/change.ts'
import { inner, mergeMetadata, orNothing, params, text, whole } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { route } from '../http/routes.ts'
import type { Subscription } from '../state/model.ts'
import { withoutUndefined } from './catalogue.ts'
import { mustBeTheirs } from './customers.ts'
import { ratesOf, redeemed } from './redeem-for.ts'
import { anchorChange, commonFields, itemList, trialEnd } from './subscription-shapes.ts'

export const updateRoute = route(
  'POST',
  '/v1/subscriptions/:id',
  params<Stripe.SubscriptionUpdateParams>()({
    ...commonFields,
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
      ...withoutUndefined({
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
          withoutUndefined({ metadata: fresh, cancellation_details: why }),
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
)

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
