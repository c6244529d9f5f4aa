// Parameters that several calls about subscriptions take.
import { z } from 'zod'
import { flag, inner, listOf, metadata, orNothing, text, whole } from '../http/params.ts'

export const behavior = z.enum(['create_prorations', 'always_invoice', 'none'])
export const payment = z.enum([
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
])
export const discountList = listOf(
  inner({ coupon: text.optional(), promotion_code: text.optional(), discount: text.optional() }),
)
export const itemList = listOf(
  inner({
    id: text.optional(),
    price: text.optional(),
    quantity: whole.optional(),
    deleted: flag.optional(),
    clear_usage: flag.optional(),
    metadata: metadata.optional(),
  }),
)
export const anchorChange = inner({ type: z.enum(['now', 'unchanged']) })
export const trialEnd = z.union([z.literal('now'), whole])
export const trialSettings = inner({
  end_behavior: inner({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
})

/** What is said when a subscription begins, and when it changes. */
export const commonFields = {
  cancel_at: orNothing(whole).optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: whole.optional(),
  default_payment_method: text.optional(),
  default_tax_rates: orNothing(listOf(text)).optional(),
  description: orNothing(text.max(500)).optional(),
  discounts: orNothing(discountList).optional(),
  metadata: orNothing(metadata).optional(),
  off_session: flag.optional(),
  payment_behavior: payment.optional(),
  proration_behavior: behavior.optional(),
  trial_settings: trialSettings.optional(),
}
