// What of a charge is given back. https://docs.stripe.com/refunds
import { problem } from '../http/problem.ts'
import { type Account, newId } from '../state/account.ts'
import type { Charge, Invoice, Refund } from '../state/model.ts'
import { paymentOf } from './intents.ts'

/** The charge that an invoice was paid with; undefined where none was, as by a balance. */
export function chargeFor(account: Account, invoice: Invoice): Charge | undefined {
  const payment = paymentOf(account, invoice.id)
  const intent = payment && account.get('paymentIntents', payment.payment.payment_intent)
  return intent?.latest_charge ? account.get('charges', intent.latest_charge) : undefined
}

/**
 * Gives a charge back, in part or whole. Cents.
 * @throws StripeProblem where that is more than is left of it
 */
export function refund(
  account: Account,
  charge: Charge,
  amount: number,
  reason: Refund['reason'] = null,
): Refund {
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw problem.invalid(
      `Charge ${charge.id} has already been refunded.`,
      'charge',
      'charge_already_refunded',
    )
  if (amount <= 0 || amount > left)
    throw problem.invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    )
  const made: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.nowFor(charge.customer),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  account.tables.refunds.set(made.id, made)
  const refunded = charge.amount_refunded + amount
  Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount })
  account.emit('refund.created', made)
  account.emit('charge.refunded', charge)
  return made
}
