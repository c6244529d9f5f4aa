// Promotion codes: what people type, and what Stripe knows them as.
import { z } from '@hono/zod-openapi'
import type { Stripe } from 'stripe'
import { discountsOf } from '../../_shared/billing/stripe.ts'
import { throttle } from '../../_shared/db/service.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { limit } from '../../_shared/http/limit.ts'
import { refusalFor, tooManyRequests } from '../../_shared/http/problem.ts'
import { type Asking, asked } from './asking.ts'

export const codeSchema = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(30, 'Must be no more than 30 characters')
  .meta({ example: 'WELCOME20' })

export interface Found {
  id: string
  coupon: Stripe.Coupon
}

// Codes are short: nobody tries them through, in ten minutes, alone or by many people of one workspace.
const [most, windowSeconds] = [20, 600]

/** The active promotion code of this text, in any case of its letters; 404 where there is none, 429 for too many tries. */
export async function promotionCode(
  c: AppContext,
  { stripe, account }: Pick<Asking, 'stripe' | 'account'>,
  code: string,
): Promise<Found> {
  await limit(c, 'promotion-code', most, windowSeconds)
  const wait = await throttle(`promotion-code-workspace:${account.workspace_id}`, most, windowSeconds)
  if (wait > 0) throw tooManyRequests(wait)
  const { data } = await asked(
    stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] }),
  )
  const coupon = data[0]?.promotion.coupon
  if (!data[0] || !coupon || typeof coupon === 'string' || !coupon.valid) throw refusalFor('coupon_not_found')
  return { id: data[0].id, coupon }
}

/** The discounts of a subscription with a code beside those it has; nothing without a code, which leaves them as they are. */
export function discountsWith(subscription: Stripe.Subscription, code: Found | null) {
  return code ? { discounts: [...discountsOf(subscription), { promotion_code: code.id }] } : {}
}
