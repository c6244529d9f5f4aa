// Invoices, their lines, items and payments.
import type Stripe from 'stripe'
import { z } from 'zod'
import { methodOf } from '../billing/cards.ts'
import { collect, unpaid } from '../billing/collect.ts'
import { finalize, markUncollectible, voidInvoice } from '../billing/invoices.ts'
import { page } from '../http/lists.ts'
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  orNothing,
  paging,
  params,
  range,
  text,
  within,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import type { Invoice, InvoiceItem, InvoicePayment } from '../state/model.ts'
import { mustBeTheirs } from './customers.ts'
import { previewRoute } from './invoice-preview.ts'
import { attach } from './payment-methods.ts'

export const invoiceRoutes: Route[] = [
  previewRoute,
  route(
    'GET',
    '/v1/invoices',
    params<Stripe.InvoiceListParams>()({
      ...paging,
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      created: range.optional(),
      customer: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text.optional(),
    }),
    ({ account, given }) => {
      const fits = (one: Invoice) =>
        (given.customer === undefined || one.customer === given.customer) &&
        (given.status === undefined || one.status === given.status) &&
        within(one.created, given.created) &&
        (given.collection_method === undefined || one.collection_method === given.collection_method) &&
        (given.subscription === undefined ||
          one.parent?.subscription_details?.subscription === given.subscription)
      return page([...account.tables.invoices.values()].filter(fits), given, '/v1/invoices')
    },
  ),
  byId('/v1/invoices', 'invoices'),
  route(
    'GET',
    '/v1/invoices/:id/lines',
    params<Stripe.InvoiceListLineItemsParams>()(paging),
    ({ account, given, id }) =>
      page([...account.get('invoices', id).lines.data].reverse(), given, `/v1/invoices/${id}/lines`),
  ),
  route(
    'POST',
    '/v1/invoices/:id',
    params<Stripe.InvoiceUpdateParams>()({
      auto_advance: flag.optional(),
      metadata: orNothing(metadata).optional(),
    }),
    ({ account, given, id }) => {
      const invoice = account.get('invoices', id)
      account.change(
        invoice,
        {
          auto_advance: given.auto_advance ?? invoice.auto_advance,
          metadata: mergeMetadata(invoice.metadata ?? {}, given.metadata),
        },
        'invoice.updated',
      )
      return invoice
    },
  ),
  route('DELETE', '/v1/invoices/:id', params<Stripe.InvoiceDeleteParams>()({}), ({ account, id }) => {
    const invoice = account.get('invoices', id)
    if (invoice.status !== 'draft') throw problem.invalid('You can only delete draft invoices.')
    account.tables.invoices.delete(id)
    account.emit('invoice.deleted', invoice)
    return { id, object: 'invoice', deleted: true }
  }),
  route(
    'POST',
    '/v1/invoices/:id/finalize',
    params<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: flag.optional() }),
    ({ account, given, id }) => {
      const invoice = account.get('invoices', id)
      invoice.auto_advance = given.auto_advance ?? invoice.auto_advance
      finalize(account, invoice)
      if (invoice.amount_due === 0) collect(account, invoice, { automatic: true })
      return invoice
    },
  ),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    params<Stripe.InvoicePayParams>()({
      off_session: flag.optional(),
      paid_out_of_band: flag.optional(),
      payment_method: text.optional(),
    }),
    ({ account, given, id }) => {
      const invoice = account.get('invoices', id)
      if (invoice.status === 'draft') finalize(account, invoice)
      const customer = account.get('customers', invoice.customer)
      const method =
        given.payment_method && methodOf(account, given.payment_method, account.nowFor(customer.id))
      if (method && method.customer === null) attach(account, method, customer)
      if (method) mustBeTheirs(account, customer, method.id)
      const outcome = collect(account, invoice, { method: method ? method.id : undefined, automatic: false })
      if (outcome.kind !== 'paid') throw unpaid(outcome)
      return invoice
    },
  ),
  route('POST', '/v1/invoices/:id/void', params<Stripe.InvoiceVoidInvoiceParams>()({}), ({ account, id }) => {
    const invoice = account.get('invoices', id)
    voidInvoice(account, invoice)
    return invoice
  }),
  route(
    'POST',
    '/v1/invoices/:id/mark_uncollectible',
    params<Stripe.InvoiceMarkUncollectibleParams>()({}),
    ({ account, id }) => {
      const invoice = account.get('invoices', id)
      markUncollectible(account, invoice)
      return invoice
    },
  ),
  route(
    'GET',
    '/v1/invoice_payments',
    params<Stripe.InvoicePaymentListParams>()({
      ...paging,
      invoice: text.optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    ({ account, given }) => {
      const fits = (one: InvoicePayment) =>
        (given.invoice === undefined || one.invoice === given.invoice) &&
        (given.status === undefined || one.status === given.status)
      return page([...account.tables.invoicePayments.values()].filter(fits), given, '/v1/invoice_payments')
    },
  ),
  route(
    'GET',
    '/v1/invoiceitems',
    params<Stripe.InvoiceItemListParams>()({
      ...paging,
      customer: text.optional(),
      invoice: text.optional(),
      pending: flag.optional(),
    }),
    ({ account, given }) => {
      const fits = (one: InvoiceItem) =>
        (given.customer === undefined || one.customer === given.customer) &&
        (given.invoice === undefined || one.invoice === given.invoice) &&
        (given.pending === undefined || (one.invoice === null) === given.pending)
      return page([...account.tables.invoiceItems.values()].filter(fits), given, '/v1/invoiceitems')
    },
  ),
  route('DELETE', '/v1/invoiceitems/:id', params<Stripe.InvoiceItemDeleteParams>()({}), ({ account, id }) => {
    const item = account.get('invoiceItems', id)
    if (item.invoice !== null)
      throw problem.invalid('This invoice item is on an invoice and cannot be deleted.')
    account.tables.invoiceItems.delete(id)
    account.emit('invoiceitem.deleted', item)
    return { id, object: 'invoiceitem', deleted: true }
  }),
  byId('/v1/payment_intents', 'paymentIntents'),
  route(
    'GET',
    '/v1/payment_intents',
    params<Stripe.PaymentIntentListParams>()({ ...paging, customer: text.optional() }),
    ({ account, given }) =>
      page(
        [...account.tables.paymentIntents.values()].filter(
          (one) => given.customer === undefined || one.customer === given.customer,
        ),
        given,
        '/v1/payment_intents',
      ),
  ),
  byId('/v1/setup_intents', 'setupIntents'),
  route(
    'GET',
    '/v1/events',
    params<Stripe.EventListParams>()({
      ...paging,
      created: range.optional(),
      delivery_success: flag.optional(),
      type: text.optional(),
      types: listOf(text).optional(),
    }),
    ({ account, given }) => {
      const wanted = (type: string) =>
        given.type === undefined ? (given.types?.includes(type) ?? true) : fitsType(given.type, type)
      const all = [...account.tables.events.values()].filter(
        (event) =>
          wanted(event.type) &&
          within(event.created, given.created) &&
          (given.delivery_success === undefined || (event.pending_webhooks === 0) === given.delivery_success),
      )
      return page(all, given, '/v1/events')
    },
  ),
  byId('/v1/events', 'events'),
]

/** Whether an event is one of a kind: `invoice.*`, `*`, or its own name. */
export function fitsType(wanted: string, type: string): boolean {
  return wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)))
}
