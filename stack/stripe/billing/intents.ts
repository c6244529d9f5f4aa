// Payment and setup intents: the attempts to charge a card, or to keep it for later.
import { type Account, newId } from '../state/account.ts'
import type { Customer, Invoice, InvoicePayment, PaymentIntent, SetupIntent } from '../state/model.ts'
import type { Decline } from './cards.ts'
import { chargeOf } from './charges.ts'

/** The intent that an open invoice is paid by, with the payment that joins them. */
export function intentFor(account: Account, invoice: Invoice, now: number): PaymentIntent {
  const known = paymentOf(account, invoice.id)
  if (known) return account.get('paymentIntents', known.payment.payment_intent)
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  account.tables.paymentIntents.set(id, intent)
  const payment: InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  account.tables.invoicePayments.set(payment.id, payment)
  account.emit('payment_intent.created', intent)
  return intent
}

/** The payment of an invoice, once it was finalised with something to pay. */
export function paymentOf(account: Account, invoice: string): InvoicePayment | undefined {
  return [...account.tables.invoicePayments.values()].find((payment) => payment.invoice === invoice)
}

export function intentPaid(account: Account, intent: PaymentIntent, method: string): void {
  Object.assign(intent, {
    status: 'succeeded',
    payment_method: method,
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
  } satisfies Partial<PaymentIntent>)
  const charge = chargeOf(account, intent, method)
  intent.latest_charge = charge.id
  account.emit('payment_intent.succeeded', intent)
  account.emit('charge.succeeded', charge)
}

export function intentDeclined(
  account: Account,
  intent: PaymentIntent,
  method: string | null,
  { code, declineCode, message }: Decline,
): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      code,
      message,
      ...(declineCode ? { decline_code: declineCode } : {}),
      ...(method ? { payment_method_type: 'card' } : {}),
    },
  } satisfies Partial<PaymentIntent>)
  account.emit('payment_intent.payment_failed', intent)
}

export function intentAsks(account: Account, intent: PaymentIntent, method: string): void {
  Object.assign(intent, {
    status: 'requires_action',
    payment_method: method,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  } satisfies Partial<PaymentIntent>)
  account.emit('payment_intent.requires_action', intent)
}

export function intentCanceled(account: Account, intent: PaymentIntent, now: number): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: now,
    cancellation_reason: 'void_invoice',
  } satisfies Partial<PaymentIntent>)
  account.emit('payment_intent.canceled', intent)
}

/** Keeps a card for later payments; says so where it succeeded. */
export function setupIntent(
  account: Account,
  customer: Customer,
  method: string,
  status: 'succeeded' | 'requires_action',
  now: number,
): SetupIntent {
  const id = newId('seti')
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    created: now,
    customer: customer.id,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status,
    usage: 'off_session',
  }
  account.tables.setupIntents.set(id, intent)
  account.emit('setup_intent.created', intent)
  if (status === 'succeeded') account.emit('setup_intent.succeeded', intent)
  return intent
}
