// POST /v1/invoices/create_preview
import type Stripe from 'stripe'
import { z } from 'zod'
import { newItem, sellable } from '../billing/items.ts'
import { makeInvoice } from '../billing/make-invoice.ts'
import { dueOf, previewChange } from '../billing/preview.ts'
import { flag, inner, listOf, orNothing, params, text, whole } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { route } from '../http/routes.ts'
import { periodLine } from '../money/draft.ts'
import { after } from '../money/periods.ts'
import { type Account, newId } from '../state/account.ts'
import type { Invoice } from '../state/model.ts'
import { redeem } from './redeem.ts'
import { ratesOf, redeemed } from './redeem-for.ts'
import { anchorChange, behavior, discountList, itemList, trialEnd } from './subscription-shapes.ts'

const details = inner({
  billing_cycle_anchor: anchorChange.optional(),
  billing_mode: inner({ type: z.enum(['classic', 'flexible']) }).optional(),
  cancel_at_period_end: flag.optional(),
  default_tax_rates: orNothing(listOf(text)).optional(),
  items: itemList.optional(),
  proration_behavior: behavior.optional(),
  proration_date: whole.optional(),
  trial_end: trialEnd.optional(),
})

export const previewRoute = route(
  'POST',
  '/v1/invoices/create_preview',
  params<Stripe.InvoiceCreatePreviewParams>()({
    currency: text.optional(),
    customer: text.optional(),
    discounts: orNothing(discountList).optional(),
    preview_mode: z.enum(['next', 'recurring']).optional(),
    subscription: text.optional(),
    subscription_details: details.optional(),
  }),
  ({ account, given }): Invoice => {
    const request = given.subscription_details ?? {}
    if (given.subscription === undefined) return ofNothing(account, given)
    const subscription = account.get('subscriptions', given.subscription, 'subscription')
    if (given.customer !== undefined && given.customer !== subscription.customer)
      throw problem.invalid('The subscription does not belong to the customer.', 'subscription')
    return unredeemed(account, () =>
      previewChange(
        account,
        request.cancel_at_period_end === undefined
          ? subscription
          : { ...subscription, cancel_at_period_end: request.cancel_at_period_end },
        {
          items: request.items ?? [],
          behavior: request.proration_behavior ?? 'create_prorations',
          prorationDate: request.proration_date,
          anchor: request.billing_cycle_anchor?.type,
          trialEnd: request.trial_end,
          discounts: redeemed(account, subscription, given.discounts, request.items),
          rates:
            request.default_tax_rates === undefined
              ? subscription.default_tax_rates
              : ratesOf(account, request.default_tax_rates ?? []),
        },
        given.preview_mode === 'recurring',
      ),
    )
  },
)

// A subscription that is not there yet: what its first invoice would be.
function ofNothing(
  account: Account,
  given: {
    customer?: string | undefined
    discounts?: { coupon?: string | undefined; promotion_code?: string | undefined }[] | null | undefined
    subscription_details?: z.infer<typeof details> | undefined
  },
): Invoice {
  const { customer: id, subscription_details: request } = given
  if (id === undefined)
    throw problem.invalid('Missing required param: customer.', 'customer', 'parameter_missing')
  if (!request?.items?.length)
    throw problem.invalid('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  const customer = account.get('customers', id, 'customer')
  const now = account.nowFor(id)
  const rates = ratesOf(account, request.default_tax_rates ?? [])
  const drafts = request.items.map(({ price: priceId = '', quantity = 1 }, at) => {
    const price = sellable(account, priceId, `subscription_details[items][${at}][price]`)
    const end = after(now, price.recurring ?? { interval: 'month', interval_count: 1 }, 1)
    const item = newItem('', price, quantity, { start: now, end }, now)
    return periodLine(item, account.get('products', price.product), { start: now, end }, rates)
  })
  return unredeemed(account, () => {
    const amount = drafts.reduce((sum, draft) => sum + draft.amount, 0)
    const discounts = redeem(account, given.discounts ?? [], { customer, subscription: '', amount })
    const currency = drafts[0]?.price.currency ?? 'usd'
    const invoice = makeInvoice(account, {
      customer,
      subscription: null,
      drafts,
      reason: 'upcoming',
      at: now,
      discounts,
      currency,
      id: newId('upcoming_in'),
    })
    return { ...invoice, ...dueOf(invoice.total, customer.balance) }
  })
}

// What a preview redeems is not redeemed, and nobody is told.
function unredeemed<T>(account: Account, work: () => T): T {
  const { coupons, promotionCodes, discounts } = account.tables
  const before = [...coupons.values(), ...promotionCodes.values()].map((one) => [one, { ...one }] as const)
  const known = new Set(discounts.keys())
  const told = account.emit
  account.emit = () => undefined
  try {
    return work()
  } finally {
    account.emit = told
    for (const [one, old] of before) Object.assign(one, old)
    for (const id of discounts.keys()) if (!known.has(id)) discounts.delete(id)
  }
}
