// Parameters that several calls about subscriptions take.
import { z } from 'zod'
import { flag, inner, listOf, metadata, text, whole } from '../http/params.ts'

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
