// Credit notes: what an invoice is lowered by after it was finalised. https://docs.stripe.com/invoicing/dashboard/credit-notes

import { whole } from '../http/lists.ts'
import { problem } from '../http/problem.ts'
import { type Account, newId } from '../state/account.ts'
import type { CreditNote, CreditNoteRefund, Invoice } from '../state/model.ts'
import { moveBalance } from './invoices.ts'
import { chargeFor, refund } from './refunds.ts'

export interface Crediting {
  amount: number
  /** Of a paid invoice: what goes to the customer's balance, what back to the card; the rest is settled elsewhere. Cents. */
  credit: number
  refunded: number
  elsewhere: number
  memo: string | null
  reason: CreditNote['reason']
}

/**
 * Lowers an invoice. One that is open is to be paid with less; of one that was paid the amount goes back.
 * @throws StripeProblem where it is a draft or void, or the amounts do not add up
 */
export function creditInvoice(account: Account, invoice: Invoice, request: Crediting): CreditNote {
  const { amount } = request
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw problem.invalid('You can only create credit notes for open or paid invoices.', 'invoice')
  const isPaid = invoice.status === 'paid'
  const most = isPaid ? invoice.total - invoice.post_payment_credit_notes_amount : invoice.amount_remaining
  if (amount <= 0 || amount > most)
    throw problem.invalid(
      `The amount of the credit note is above what is left of the invoice (${most}).`,
      'amount',
    )
  if (isPaid && request.credit + request.refunded + request.elsewhere !== amount)
    throw problem.invalid(
      'The sum of credit amount, refund amount and out of band amount must equal the credit note amount.',
    )
  const id = newId('cn')
  const refunds = isPaid ? givenBack(account, invoice, request.refunded) : []
  if (isPaid) {
    invoice.post_payment_credit_notes_amount += amount
    const customer = account.get('customers', invoice.customer)
    moveBalance(account, customer, -request.credit, invoice, 'adjustment')
  } else {
    const left = invoice.amount_remaining - amount
    Object.assign(invoice, {
      pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
      amount_due: invoice.amount_due - amount,
      amount_remaining: left,
    })
  }
  const made = note(account, invoice, { id, request, refunds, isPaid })
  account.tables.creditNotes.set(id, made)
  account.emit('credit_note.created', made)
  account.emit('invoice.updated', invoice)
  return made
}

function givenBack(account: Account, invoice: Invoice, amount: number): CreditNoteRefund[] {
  if (amount === 0) return []
  const charge = chargeFor(account, invoice)
  if (!charge) throw problem.invalid('The invoice has no payment that can be refunded.', 'refund_amount')
  const { id } = refund(account, charge, amount)
  return [{ amount_refunded: amount, payment_record_refund: null, refund: id, type: 'refund' }]
}

interface Made {
  id: string
  request: Crediting
  refunds: CreditNoteRefund[]
  isPaid: boolean
}

function note(account: Account, invoice: Invoice, { id, request, refunds, isPaid }: Made): CreditNote {
  const { amount, memo, reason, elsewhere } = request
  const now = account.nowFor(invoice.customer)
  const count =
    [...account.tables.creditNotes.values()].filter((one) => one.invoice === invoice.id).length + 1
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: now,
    invoice: invoice.id,
    lines: whole([], `/v1/credit_notes/${id}/lines`),
    livemode: false,
    memo,
    metadata: {},
    number: `${invoice.number}-CN-${String(count).padStart(2, '0')}`,
    out_of_band_amount: elsewhere || null,
    pdf: `${account.url}/credit_notes/${id}/pdf`,
    post_payment_amount: isPaid ? amount : 0,
    pre_payment_amount: isPaid ? 0 : amount,
    pretax_credit_amounts: [],
    reason,
    refunds,
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: isPaid ? 'post_payment' : 'pre_payment',
    voided_at: null,
  }
}
