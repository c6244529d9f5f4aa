// The service role's calls about billing: what Stripe said, and what is asked of it. Continues service.ts, the one module of
// the service role.
import type { BillingAccount } from '../billing/account.ts'
import type { BillingStore, Reading } from '../billing/reading.ts'
import type { RowOf } from '../domain/contract.ts'
import type { Json } from '../domain/database.gen.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_begin_reading: Reading
    svc_billing_account: BillingAccount | null
    svc_begin_attempt: Attempt
  }
}

/** A change that is asked of Stripe; its id is the idempotency key. */
export type Attempt = RowOf<
  'billing_attempt',
  'stripe_id' | 'customer' | 'subscription',
  { waited: 'cancel' | null }
>

/** The database, for readings of Stripe by functions. */
export const billingStore: BillingStore = {
  begin: (workspaceId, customer, event) =>
    call('svc_begin_reading', {
      p_workspace_id: workspaceId,
      p_customer: customer,
      p_event: event && { ...event },
    }),
  apply: ({ workspace_id, reading }, snapshot, eventId, ahead) =>
    call('svc_apply_reading', {
      p_workspace_id: workspace_id,
      p_reading: reading,
      p_snapshot: snapshot,
      p_event_id: eventId,
      p_ahead: ahead,
    }),
}

/** A workspace's account; null where there is no such workspace. */
export function billingAccount(workspaceId: number) {
  return call('svc_billing_account', { p_workspace_id: workspaceId })
}

/** Notes why an event could not be applied. */
export function eventFailed(id: string, error: string) {
  return call('svc_event_failed', { p_event_id: id, p_error: error })
}

/** Begins a change, or takes up the same one that was cut off; refused (409) while another is under way. */
export function beginAttempt(
  workspaceId: number,
  authId: string,
  intent: string,
  params: Record<string, Json>,
) {
  return call('svc_begin_attempt', {
    p_workspace_id: workspaceId,
    p_auth_id: authId,
    p_intent: intent,
    p_params: params,
  })
}

/** Keeps what Stripe made of an attempt; `ended` once nothing of it is open. */
export function keepAttempt(id: string, stripeId: string | null, ended: boolean) {
  return call('svc_keep_attempt', { p_id: id, p_stripe_id: stripeId, p_ended: ended })
}

/** Notes that an attempt takes a cancellation back, before Stripe hears of it; null once that is whole, or put back. */
export function noteWaited(id: string, waited: 'cancel' | null) {
  return call('svc_note_waited', { p_id: id, p_waited: waited })
}

/** Lets an attempt be taken up again at once. */
export function releaseAttempt(id: string) {
  return call('svc_release_attempt', { p_id: id })
}

/** Keeps the customer that stands for a workspace; answers the one that does. */
export function keepCustomer(workspaceId: number, customer: string) {
  return call('svc_keep_customer', { p_workspace_id: workspaceId, p_customer: customer })
}

/** Takes paid seats out of use before Stripe takes them back; null puts them back. */
export function lowerSeats(workspaceId: number, paid: number | null) {
  return call('svc_lower_seats', { p_workspace_id: workspaceId, p_paid: paid })
}

/** Keeps why a plan was cancelled. */
export function keepCancellation(workspaceId: number, authId: string, reason: string, details: string) {
  return call('svc_keep_cancellation', {
    p_workspace_id: workspaceId,
    p_auth_id: authId,
    p_reason: reason,
    p_details: details,
  })
}

/** Keeps where mails of billing go. */
export function keepBillingEmail(workspaceId: number, email: string) {
  return call('svc_keep_billing_email', { p_workspace_id: workspaceId, p_email: email })
}
