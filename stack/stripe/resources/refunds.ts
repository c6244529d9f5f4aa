// Charges, refunds and credit notes.
import type Stripe from 'stripe'
import { z } from 'zod'
import { collect } from '../billing/collect.ts'
import { creditInvoice } from '../billing/credit-notes.ts'
import { refund } from '../billing/refunds.ts'
import { page } from '../http/lists.ts'
import { paging, params, text, whole } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'

export const refundRoutes: Route[] = [
  route(
    'GET',
    '/v1/charges',
    params<Stripe.ChargeListParams>()({
      ...paging,
      customer: text.optional(),
      payment_intent: text.optional(),
    }),
    ({ account, given }) =>
      page(
        [...account.tables.charges.values()].filter(
          (one) =>
            (given.customer === undefined || one.customer === given.customer) &&
            (given.payment_intent === undefined || one.payment_intent === given.payment_intent),
        ),
        given,
        '/v1/charges',
      ),
  ),
  byId('/v1/charges', 'charges'),
  route(
    'POST',
    '/v1/refunds',
    params<Stripe.RefundCreateParams>()({
      amount: whole.optional(),
      charge: text.optional(),
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    }),
    ({ account, given }) => {
      const id =
        given.charge ??
        (given.payment_intent && account.get('paymentIntents', given.payment_intent).latest_charge)
      if (!id)
        throw problem.invalid(
          'One of the following params should be provided for this request: payment_intent or charge.',
        )
      const charge = account.get('charges', id, 'charge')
      return refund(account, charge, given.amount ?? charge.amount - charge.amount_refunded, given.reason)
    },
  ),
  byId('/v1/refunds', 'refunds'),
  route(
    'POST',
    '/v1/credit_notes',
    params<Stripe.CreditNoteCreateParams>()({
      amount: whole.optional(),
      credit_amount: whole.optional(),
      invoice: text,
      memo: text.optional(),
      out_of_band_amount: whole.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']).optional(),
      refund_amount: whole.optional(),
    }),
    ({ account, given }) => {
      const invoice = account.get('invoices', given.invoice, 'invoice')
      const made = creditInvoice(account, invoice, {
        amount: given.amount ?? (given.credit_amount ?? 0) + (given.refund_amount ?? 0),
        credit: given.credit_amount ?? 0,
        refunded: given.refund_amount ?? 0,
        elsewhere: given.out_of_band_amount ?? 0,
        memo: given.memo ?? null,
        reason: given.reason ?? null,
      })
      // Lowered to nothing it is paid.
      if (invoice.status === 'open' && invoice.amount_remaining === 0)
        collect(account, invoice, { automatic: true })
      return made
    },
  ),
  byId('/v1/credit_notes', 'creditNotes'),
]
