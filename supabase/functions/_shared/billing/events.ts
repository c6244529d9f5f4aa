// Events of Stripe: which of them concern an account, and whose they are.
import type { Stripe } from 'stripe'
import type { EventRead } from './reading.ts'
import { idOf } from './stripe.ts'

/** The events that the webhook asks Stripe for (`npm run billing -- sync` makes it so, docs/billing.md). */
export const eventTypes = [
  'charge.refunded',
  'checkout.session.completed',
  'checkout.session.expired',
  'credit_note.created',
  'credit_note.voided',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.created',
  'invoice.finalized',
  'invoice.finalization_failed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.upcoming',
  'invoice.updated',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
] as const

const known: ReadonlySet<string> = new Set(eventTypes)

/** Whether an event may move an account. */
export function moves({ type }: Stripe.Event): boolean {
  return known.has(type)
}

/** The customer that an event is of; null for none. */
export function customerOfEvent({ type, data }: Stripe.Event): string | null {
  const object = data.object as { id?: string; customer?: string | { id: string } | null }
  return type.startsWith('customer.') && !type.startsWith('customer.subscription.')
    ? (object.id ?? null)
    : idOf(object.customer)
}

/** An event as it is kept. */
export function eventRead({ id, type, api_version, created, data }: Stripe.Event): EventRead {
  const object = data.object as { id?: string }
  return { id, type, api_version: api_version ?? null, created, object_id: object.id ?? null }
}
