// The life of an invoice: draft, open, paid, void, uncollectible.
// https://docs.stripe.com/invoicing/integration/workflow-transitions
import { problem } from '../http/problem.ts'
import { type Account, newId } from '../state/account.ts'
import type { BalanceTransaction, Customer, Invoice } from '../state/model.ts'
import { intentCanceled, intentFor, paymentOf } from './intents.ts'
import { type Making, makeInvoice } from './make-invoice.ts'

/** The smallest amount that a card is charged; less goes to the customer's balance. Cents of the dollar. */
const LEAST_CHARGE = 50
/** An automatic invoice of a renewal stays a draft for an hour. */
export const DRAFT_SECONDS = 3_600

/** Keeps an invoice; the pending items in it are no longer pending. */
export function createInvoice(account: Account, making: Making): Invoice {
  const invoice = makeInvoice(account, making)
  account.tables.invoices.set(invoice.id, invoice)
  for (const { invoiceItem } of making.drafts)
    if (invoiceItem) account.get('invoiceItems', invoiceItem).invoice = invoice.id
  const { subscription } = making
  if (subscription) {
    for (const line of invoice.lines.data) keepDebit(account, line)
    subscription.latest_invoice = invoice.id
  }
  account.emit('invoice.created', invoice)
  return invoice
}

// What a whole period really cost, for credits in `flexible`.
function keepDebit(account: Account, line: Invoice['lines']['data'][number]): void {
  const details = line.parent?.subscription_item_details
  if (!details || details.proration) return
  const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const amount = line.amount - off
  account.tables.debits.set(
    details.subscription_item,
    amount === 0 ? [] : [{ amount, start: line.period.start, end: line.period.end }],
  )
}

/**
 * A draft becomes open, or paid where there is nothing to pay.
 * @throws StripeProblem where it is no draft
 */
export function finalize(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'draft')
    throw problem.invalid(
      'This invoice is already finalized, you cannot re-finalize a non-draft invoice.',
      undefined,
      'invoice_not_editable',
    )
  const customer = account.get('customers', invoice.customer)
  const now = account.nowFor(customer.id)
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  customer.next_invoice_sequence++
  const starting = customer.balance
  const due = Math.max(0, invoice.total + starting)
  const small = due > 0 && due < LEAST_CHARGE
  // Below zero: what is left of a credit. A small debt waits for the next invoice.
  const ending = small ? due : Math.min(0, invoice.total + starting)
  moveBalance(
    account,
    customer,
    ending - starting,
    invoice,
    starting < 0 ? 'applied_to_invoice' : 'invoice_too_small',
  )
  const secret = newId('x').slice(2)
  Object.assign(invoice, {
    status: 'open',
    number,
    starting_balance: starting,
    ending_balance: ending,
    amount_due: small ? 0 : due,
    amount_remaining: small ? 0 : due,
    effective_at: now,
    automatically_finalizes_at: null,
    hosted_invoice_url: `${account.url}/i/${invoice.id}?s=${secret}`,
    invoice_pdf: `${account.url}/i/${invoice.id}/pdf?s=${secret}`,
  } satisfies Partial<Invoice>)
  invoice.status_transitions.finalized_at = now
  consumeDiscounts(account, invoice)
  account.emit('invoice.finalized', invoice)
  if (invoice.amount_due > 0) intentFor(account, invoice, now)
}

// `once` is gone from the subscription when its invoice is finalised.
function consumeDiscounts(account: Account, invoice: Invoice): void {
  const id = invoice.parent?.subscription_details?.subscription
  const subscription = typeof id === 'string' ? account.find('subscriptions', id) : undefined
  if (!subscription) return
  const left = subscription.discounts.filter((discount) => {
    const { source } = account.get('discounts', discount)
    return account.get('coupons', source.coupon).duration !== 'once' || !invoice.discounts.includes(discount)
  })
  if (left.length < subscription.discounts.length)
    account.change(subscription, { discounts: left }, 'customer.subscription.updated')
}

/** Moves a customer's balance; the entry that says why, null where nothing moves. Cents; below zero is the customer's credit. */
export function moveBalance(
  account: Account,
  customer: Customer,
  amount: number,
  invoice: Invoice | null,
  type: 'applied_to_invoice' | 'invoice_too_small' | 'adjustment' | 'unapplied_from_invoice',
): BalanceTransaction | null {
  if (amount === 0) return null
  const id = newId('cbtxn')
  const entry: BalanceTransaction = {
    id,
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: account.nowFor(customer.id),
    credit_note: null,
    currency: customer.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    description: null,
    ending_balance: customer.balance + amount,
    invoice: invoice?.id ?? null,
    livemode: false,
    metadata: {},
    type,
  }
  account.tables.balanceTransactions.set(id, entry)
  account.change(customer, { balance: customer.balance + amount }, 'customer.updated')
  return entry
}

/** Marks it as paid and says so. What that means for its subscription is not done here. */
export function markPaid(account: Account, invoice: Invoice): void {
  const now = account.nowFor(invoice.customer)
  const paid = invoice.amount_remaining
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_paid + paid,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    auto_advance: false,
  } satisfies Partial<Invoice>)
  invoice.status_transitions.paid_at = now
  const payment = paymentOf(account, invoice.id)
  if (payment && payment.status === 'open') {
    Object.assign(payment, { status: 'paid', amount_paid: paid })
    payment.status_transitions.paid_at = now
    account.emit('invoice_payment.paid', payment)
  }
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
}

/** @throws StripeProblem where it is neither open nor uncollectible */
export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw problem.invalid(`You can only pass in open invoices. This invoice isn't open.`)
  const customer = account.get('customers', invoice.customer)
  const now = account.nowFor(customer.id)
  close(account, invoice, now)
  invoice.status = 'void'
  invoice.status_transitions.voided_at = now
  // What of the balance was put into it goes back.
  const used = (invoice.ending_balance ?? 0) - (invoice.starting_balance ?? 0)
  moveBalance(account, customer, -used, invoice, 'unapplied_from_invoice')
  account.emit('invoice.voided', invoice)
}

/** @throws StripeProblem where it is not open */
export function markUncollectible(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open') throw problem.invalid('You can only mark open invoices as uncollectible.')
  const now = account.nowFor(invoice.customer)
  Object.assign(invoice, { status: 'uncollectible', next_payment_attempt: null, auto_advance: false })
  invoice.status_transitions.marked_uncollectible_at = now
  account.emit('invoice.marked_uncollectible', invoice)
}

function close(account: Account, invoice: Invoice, now: number): void {
  Object.assign(invoice, { next_payment_attempt: null, auto_advance: false })
  const payment = paymentOf(account, invoice.id)
  if (!payment) return
  Object.assign(payment, { status: 'canceled' })
  payment.status_transitions.canceled_at = now
  intentCanceled(account, account.get('paymentIntents', payment.payment.payment_intent), now)
}

/** The subscription of an invoice, where it has one. */
export function subscriptionOf(account: Account, invoice: Invoice) {
  const id = invoice.parent?.subscription_details?.subscription
  return typeof id === 'string' ? account.find('subscriptions', id) : undefined
}
