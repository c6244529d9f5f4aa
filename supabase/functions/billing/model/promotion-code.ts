// Promotion codes: what people type, and what Stripe knows them as.
import { z } from '@hono/zod-openapi'
import type { Stripe } from 'stripe'
import { refusalFor } from '../../_shared/http/problem.ts'
import { asked } from './asking.ts'

export const codeSchema = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(30, 'Must be no more than 30 characters')
  .meta({ example: 'WELCOME20' })

interface Found {
  id: string
  coupon: Stripe.Coupon
}

/** The active promotion code of this text, in any case of its letters; 404 where there is none. */
export async function promotionCode(stripe: Stripe, code: string): Promise<Found> {
  const { data } = await asked(
    stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] }),
  )
  const coupon = data[0]?.promotion.coupon
  if (!data[0] || !coupon || typeof coupon === 'string' || !coupon.valid) throw refusalFor('coupon_not_found')
  return { id: data[0].id, coupon }
}
