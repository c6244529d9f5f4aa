// An invoice of drafts: lines, discounts, taxes, totals. Nothing is kept and nobody told here.
import { whole } from '../http/lists.ts'
import { type Reduction, reduce } from '../money/discounts.ts'
import type { Draft } from '../money/draft.ts'
import { type Taxed, taxesOf, taxTotals } from '../money/taxes.ts'
import { type Account, newId } from '../state/account.ts'
import type { Customer, Invoice, InvoiceLine, Subscription } from '../state/model.ts'

export type Reason =
  | 'subscription_create'
  | 'subscription_cycle'
  | 'subscription_update'
  | 'manual'
  | 'upcoming'

export interface Making {
  customer: Customer
  subscription: Subscription | null
  drafts: readonly Draft[]
  reason: Reason
  at: number
  /** Ids of the subscription's discounts, in their order. */
  discounts: readonly string[]
  currency: string
  prorationDate?: number | undefined
  id?: string
}

/** The invoice as a draft. */
export function makeInvoice(account: Account, m: Making): Invoice {
  const id = m.id ?? newId('in')
  const { customer, subscription } = m
  const exempt = customer.tax_exempt === 'exempt' || customer.tax_exempt === 'reverse'
  const reductions = reductionsOf(account, m)
  const reduced = reduce(m.drafts, reductions)
  const nets = m.drafts.map((draft, at) => ({
    amount: draft.amount - sum((reduced[at] ?? []).map(({ amount }) => amount)),
    rates: draft.taxRates,
  }))
  const taxed = taxesOf(nets)
  const totals = taxTotals(nets, taxed, account.settings.taxRounding)
  const within = sum(totals.filter(({ rate }) => rate.inclusive).map(({ amount }) => amount))
  const added = sum(totals.filter(({ rate }) => !rate.inclusive).map(({ amount }) => amount))
  const net = sum(nets.map(({ amount }) => amount))
  const total = exempt ? net - within : net + added
  const lines = m.drafts.map((draft, at) =>
    line(m, id, draft, reduced[at] ?? [], exempt ? [] : (taxed[at] ?? [])),
  )
  const discountTotals = reductions.map(({ id: discount }) => ({
    discount,
    amount: sum(
      reduced
        .flat()
        .filter((one) => one.discount === discount)
        .map(({ amount }) => amount),
    ),
  }))
  const subtotal = sum(m.drafts.map(({ amount }) => amount))
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Waymark (no money moves)',
    account_tax_ids: null,
    amount_due: Math.max(0, total),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: m.reason,
    collection_method: subscription?.collection_method ?? 'charge_automatically',
    created: m.at,
    currency: m.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: subscription?.default_tax_rates ?? [],
    description: null,
    discounts: [...m.discounts],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: whole(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(m.prorationDate === undefined ? {} : { subscription_proration_date: m.prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...spanned(m),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal - within,
    test_clock: customer.test_clock,
    total,
    total_discount_amounts: discountTotals,
    total_excluding_tax: net - within,
    total_pretax_credit_amounts: discountTotals.map((one) => ({ ...one, type: 'discount' as const })),
    total_taxes: exempt ? [] : totals.map(taxObject),
    webhooks_delivered_at: m.at,
  }
}

// Stripe's period of an invoice is the one before the renewal; for all others the moment.
function spanned({ at, reason, drafts }: Making): { period_start: number; period_end: number } {
  if (reason !== 'upcoming' && reason !== 'subscription_cycle') return { period_start: at, period_end: at }
  const starts = drafts.filter(({ proration }) => !proration).map(({ period }) => period)
  const start = Math.min(...starts.map((period) => period.start), at)
  const length = Math.max(0, ...starts.map((period) => period.end - period.start))
  return { period_start: start - length, period_end: start }
}

function reductionsOf(account: Account, m: Making): Reduction[] {
  const live = (id: string) => {
    const { source, end } = account.get('discounts', id)
    return end !== null && end <= m.at ? [] : [account.get('coupons', source.coupon)]
  }
  const items = m.drafts.flatMap((draft, only) =>
    draft.discounts.flatMap((id) => live(id).map((coupon) => ({ id, coupon, only }))),
  )
  const all = m.discounts.flatMap((id) => live(id).map((coupon) => ({ id, coupon, only: null })))
  return [...items, ...all]
}

function line(
  m: Making,
  invoice: string,
  draft: Draft,
  reduced: { discount: string; amount: number }[],
  taxed: Taxed[],
): InvoiceLine {
  const item = draft.subscriptionItem
  const subscription = m.subscription?.id ?? null
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: m.currency,
    description: draft.description,
    discount_amounts: reduced,
    discountable: draft.discountable,
    discounts: draft.discounts,
    invoice,
    livemode: false,
    metadata: {},
    parent: item
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: draft.invoiceItem,
            proration: draft.proration,
            proration_details: { credited_items: null },
            subscription,
            subscription_item: item,
          },
          type: 'subscription_item_details',
        }
      : null,
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product },
      type: 'price_details',
      unit_amount_decimal: String(draft.price.unit_amount),
    },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription,
    subtotal: draft.amount,
    taxes: taxed.map(taxObject),
  }
}

function taxObject({ rate, amount, taxable }: Taxed) {
  return {
    amount,
    tax_behavior: rate.inclusive ? ('inclusive' as const) : ('exclusive' as const),
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'not_available' as const,
    taxable_amount: taxable,
    type: 'tax_rate_details' as const,
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
