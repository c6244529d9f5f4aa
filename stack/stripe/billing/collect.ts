// Getting an invoice paid, and what comes of it for its subscription. https://docs.stripe.com/billing/subscriptions/overview
import { problem, type StripeProblem } from '../http/problem.ts'
import type { Account } from '../state/account.ts'
import type { Invoice, Subscription } from '../state/model.ts'
import { charge, type Decline, FINAL_DECLINES, type Outcome } from './cards.ts'
import { intentAsks, intentDeclined, intentFor, intentPaid } from './intents.ts'
import { markPaid, subscriptionOf, voidInvoice } from './invoices.ts'

const DAY = 86_400
/** Days after the first attempt at which Stripe tries again: eight times in two weeks. */
const RETRY_DAYS = [1, 3, 4, 5, 7, 9, 11, 14]

export interface Attempt {
  /** The card to use; else the invoice's, the subscription's, the customer's. */
  method?: string | undefined
  /** True where its owner sits in front of the page and proved that it is theirs. */
  authenticated?: boolean
  /** True for the first attempt and for retries, which are counted; a person's own attempts are not. */
  automatic: boolean
}

export const NO_CARD: Decline = {
  code: 'resource_missing',
  declineCode: undefined,
  message: 'This customer has no attached payment source or default payment method.',
}
const ASKED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/**
 * Tries to get an open invoice paid.
 * @throws StripeProblem where it is not open
 */
export function collect(account: Account, invoice: Invoice, attempt: Attempt): Outcome {
  if (invoice.status === 'paid')
    throw problem.invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw problem.invalid('This invoice can no longer be paid.', undefined, 'invoice_not_payable')
  const subscription = subscriptionOf(account, invoice)
  if (invoice.amount_due === 0) {
    settle(account, invoice)
    return { kind: 'paid' }
  }
  if (invoice.collection_method === 'send_invoice' && attempt.automatic) {
    account.emit('invoice.sent', invoice)
    return { kind: 'paid' }
  }
  const now = account.nowFor(invoice.customer)
  const intent = intentFor(account, invoice, now)
  const method = attempt.method ?? cardFor(account, invoice, subscription)
  invoice.attempted = true
  if (attempt.automatic) invoice.attempt_count++
  const outcome: Outcome =
    method === null
      ? { kind: 'declined', decline: NO_CARD }
      : charge(account, method, attempt.authenticated ?? false)
  if (outcome.kind === 'paid' && method !== null) {
    if (attempt.authenticated) account.get('cards', method).setUp = true
    intentPaid(account, intent, method)
    settle(account, invoice)
    return outcome
  }
  if (outcome.kind === 'action' && method !== null) {
    intentAsks(account, intent, method)
    account.emit('invoice.payment_action_required', invoice)
  }
  const decline = outcome.kind === 'declined' ? outcome.decline : ASKED
  if (outcome.kind === 'declined') intentDeclined(account, intent, method, decline)
  planRetry(account, invoice, subscription, decline, attempt.automatic)
  account.emit('invoice.payment_failed', invoice)
  failed(account, invoice, subscription)
  return outcome
}

/** The refusal that a payment which was not made becomes. */
export function unpaid(outcome: Exclude<Outcome, { kind: 'paid' }>): StripeProblem {
  if (outcome.kind === 'action')
    return problem.card(
      'Payment for this subscription requires additional user action before it can be completed successfully.',
      'subscription_payment_intent_requires_action',
      undefined,
    )
  const { message, code, declineCode } = outcome.decline
  return problem.card(message, code, declineCode)
}

/** The card an invoice is charged to: its own, its subscription's, its customer's. */
export function cardFor(
  account: Account,
  invoice: Invoice,
  subscription: Subscription | undefined,
): string | null {
  const customer = account.get('customers', invoice.customer)
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer.invoice_settings.default_payment_method
  )
}

// A first invoice is its buyer's to pay; only renewals and changes are tried again.
function planRetry(
  account: Account,
  invoice: Invoice,
  subscription: Subscription | undefined,
  decline: Decline,
  automatic: boolean,
): void {
  if (!automatic || subscription?.status === 'incomplete' || subscription?.pending_update) return
  const now = account.nowFor(invoice.customer)
  const first = invoice.status_transitions.finalized_at ?? now
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  const final = FINAL_DECLINES.has(decline.declineCode ?? decline.code)
  // Those that a retry cannot mend are planned too, and skipped while the card is the same.
  invoice.next_payment_attempt = days === undefined ? null : first + days * DAY
  if (final) account.tables.hopeless.set(invoice.id, cardFor(account, invoice, subscription))
  else account.tables.hopeless.delete(invoice.id)
}

/** An automatic attempt that is not made, because the card is of no use any more. */
export function skipAttempt(account: Account, invoice: Invoice): void {
  invoice.attempt_count++
  const first = invoice.status_transitions.finalized_at ?? account.nowFor(invoice.customer)
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  account.change(
    invoice,
    { next_payment_attempt: days === undefined ? null : first + days * DAY },
    'invoice.updated',
  )
}

function failed(account: Account, invoice: Invoice, subscription: Subscription | undefined): void {
  if (!subscription || subscription.pending_update || subscription.latest_invoice !== invoice.id) return
  if (subscription.status === 'active' || subscription.status === 'trialing')
    account.change(subscription, { status: 'past_due' }, 'customer.subscription.updated')
}

/** A paid invoice, and what its subscription becomes by it. */
export function settle(account: Account, invoice: Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  markPaid(account, invoice)
  account.tables.hopeless.delete(invoice.id)
  if (!subscription) return
  const waiting = account.tables.waiting.get(subscription.id)
  if (waiting?.invoice === invoice.id) applyWaiting(account, subscription)
  if (subscription.latest_invoice !== invoice.id) return
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
    account.change(subscription, { status: 'active' }, 'customer.subscription.updated')
}

// The change that waited for its payment is made now. https://docs.stripe.com/billing/subscriptions/pending-updates
function applyWaiting(account: Account, subscription: Subscription): void {
  const waiting = account.tables.waiting.get(subscription.id)
  const items = subscription.pending_update?.subscription_items
  if (!waiting || !items) return
  for (const [item, debits] of waiting.debits) account.tables.debits.set(item, debits)
  account.tables.waiting.delete(subscription.id)
  account.change(
    subscription,
    {
      items: { ...subscription.items, data: items },
      billing_cycle_anchor: waiting.anchor,
      pending_update: null,
    },
    'customer.subscription.updated',
  )
  account.emit('customer.subscription.pending_update_applied', subscription)
}

/** Gives up a change that was not paid for in time; its invoice is void. */
export function expireUpdate(account: Account, subscription: Subscription): void {
  const waiting = account.tables.waiting.get(subscription.id)
  account.tables.waiting.delete(subscription.id)
  const invoice = waiting && account.find('invoices', waiting.invoice)
  if (invoice?.status === 'open') voidInvoice(account, invoice)
  account.change(subscription, { pending_update: null }, 'customer.subscription.updated')
  account.emit('customer.subscription.pending_update_expired', subscription)
}
