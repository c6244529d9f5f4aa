// Changes that are charged at once: paid, declined, or waiting for the owner of the card.
import type { Stripe } from 'stripe'
import type { Change } from './changing.ts'

/** What Stripe can keep waiting; https://docs.stripe.com/billing/subscriptions/pending-updates-reference names them. */
type Charged = Pick<
  Stripe.SubscriptionUpdateParams,
  'items' | 'billing_cycle_anchor' | 'proration_date' | 'discounts'
>

const asksOwner = ['subscription_payment_intent_requires_action', 'authentication_required']

/**
 * Charges a change of a subscription at once, with what else becomes of it in the same request. A card that declines changes
 * nothing and throws; one whose bank asks its owner first leaves the change waiting for that, a day at most, with a page for it
 * (`unconfirmed` of the account). What else was to become of it then is done before, where it may be, and by `takeBack` after.
 */
export async function charge(
  { stripe, key }: Change,
  subscription: Stripe.Subscription,
  change: Charged,
  {
    step,
    mark,
    more = {},
  }: { step: string; mark: Stripe.SubscriptionUpdateParams; more?: Stripe.SubscriptionUpdateParams },
): Promise<void> {
  const now = { ...change, proration_behavior: 'always_invoice' as const }
  try {
    await stripe.subscriptions.update(
      subscription.id,
      { ...now, ...mark, ...more, payment_behavior: 'error_if_incomplete' },
      key(step),
    )
  } catch (error) {
    if (!asksOwner.includes((error as { code?: string }).code ?? '')) throw error
    await stripe.subscriptions.update(subscription.id, mark, key(`${step}:mark`))
    await stripe.subscriptions.update(
      subscription.id,
      { ...now, payment_behavior: 'pending_if_incomplete' },
      key(`${step}:bank`),
    )
  }
}
