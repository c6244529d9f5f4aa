// Invoices that somebody writes by hand: POST /v1/invoices, and POST /v1/invoiceitems for what is on them.
import type Stripe from 'stripe'
import { z } from 'zod'
import { createInvoice } from '../billing/invoices.ts'
import { flag, metadata, params, text, whole } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { type Route, route } from '../http/routes.ts'
import { newId } from '../state/account.ts'
import type { Invoice, InvoiceItem, InvoiceLine } from '../state/model.ts'

const DAY = 86_400

export const invoiceWritingRoutes: Route[] = [
  route(
    'POST',
    '/v1/invoices',
    params<Stripe.InvoiceCreateParams>()({
      auto_advance: flag.optional(),
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      currency: z.enum(['usd']).optional(),
      customer: text,
      days_until_due: whole.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      // What waits for a subscription's invoice is not put on this one.
      pending_invoice_items_behavior: z.enum(['exclude']).optional(),
    }),
    ({ account, given }) => {
      const customer = account.get('customers', given.customer, 'customer')
      const sends = given.collection_method === 'send_invoice'
      if (sends && given.days_until_due === undefined)
        throw problem.invalid(
          'If invoice is set to `send_invoice`, you must pass `days_until_due` or `due_date`.',
          'days_until_due',
        )
      if (!sends && given.days_until_due !== undefined)
        throw problem.invalid(
          'You can only set `days_until_due` if `collection_method` is `send_invoice`.',
          'days_until_due',
        )
      const at = account.nowFor(customer.id)
      const invoice = createInvoice(account, {
        customer,
        subscription: null,
        drafts: [],
        reason: 'manual',
        at,
        discounts: [],
        currency: given.currency ?? 'usd',
      })
      return Object.assign(invoice, {
        auto_advance: given.auto_advance ?? false,
        collection_method: given.collection_method ?? 'charge_automatically',
        description: given.description ?? null,
        due_date: given.days_until_due === undefined ? null : at + given.days_until_due * DAY,
        metadata: given.metadata ?? {},
      } satisfies Partial<Invoice>)
    },
  ),
  route(
    'POST',
    '/v1/invoiceitems',
    params<Stripe.InvoiceItemCreateParams>()({
      amount: z.coerce.number().int(),
      currency: z.enum(['usd']),
      customer: text,
      description: text.optional(),
      // One that waits for the next invoice of a subscription is not modelled.
      invoice: text,
    }),
    ({ account, given }) => {
      const invoice = account.get('invoices', given.invoice, 'invoice')
      const customer = account.get('customers', given.customer, 'customer')
      if (invoice.customer !== customer.id)
        throw problem.invalid('The invoice and the invoice item are of different customers.', 'invoice')
      if (invoice.status !== 'draft')
        throw problem.invalid('This invoice is no longer editable', 'invoice', 'invoice_not_editable')
      const at = account.nowFor(customer.id)
      const item = itemOf(given, invoice, at)
      account.tables.invoiceItems.set(item.id, item)
      account.emit('invoiceitem.created', item)
      const total = invoice.total + item.amount
      account.change(
        invoice,
        {
          lines: { ...invoice.lines, data: [...invoice.lines.data, lineOf(item, invoice.id)] },
          subtotal: invoice.subtotal + item.amount,
          subtotal_excluding_tax: (invoice.subtotal_excluding_tax ?? 0) + item.amount,
          total,
          total_excluding_tax: (invoice.total_excluding_tax ?? 0) + item.amount,
          amount_due: Math.max(0, total),
          amount_remaining: Math.max(0, total),
        },
        'invoice.updated',
      )
      return item
    },
  ),
]

function itemOf(
  given: { amount: number; currency: string; description?: string | undefined },
  invoice: Invoice,
  at: number,
): InvoiceItem {
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: given.amount,
    currency: given.currency,
    customer: invoice.customer,
    customer_account: null,
    date: at,
    description: given.description ?? null,
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: null,
    period: { start: at, end: at },
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: '1',
    tax_rates: [],
    test_clock: invoice.test_clock as string | null,
  }
}

function lineOf({ amount, currency, description, id, period }: InvoiceItem, invoice: string): InvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: {
        invoice_item: id,
        proration: false,
        proration_details: null,
        subscription: null,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: '1',
    subscription: null,
    subtotal: amount,
    taxes: [],
  }
}
