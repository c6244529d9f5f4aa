// Coupons, promotion codes and tax rates.
import type Stripe from 'stripe'
import { z } from 'zod'
import { page } from '../http/lists.ts'
import {
  decimal,
  flag,
  inner,
  mergeMetadata,
  metadata,
  orNothing,
  paging,
  params,
  text,
  whole,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import { type Account, newId } from '../state/account.ts'
import type { Coupon, PromotionCode, TaxRate } from '../state/model.ts'
import { withoutUndefined } from './catalogue.ts'

const couponRoutes: Route[] = [
  route(
    'POST',
    '/v1/coupons',
    params<Stripe.CouponCreateParams>()({
      id: text.optional(),
      amount_off: whole.optional(),
      currency: text.optional(),
      duration: z.enum(['forever', 'once', 'repeating']).optional(),
      duration_in_months: whole.optional(),
      max_redemptions: whole.optional(),
      metadata: metadata.optional(),
      name: text.max(40).optional(),
      percent_off: decimal.optional(),
      redeem_by: whole.optional(),
    }),
    ({ account, given }) => {
      const {
        amount_off: amount,
        percent_off: percent,
        duration = 'once',
        duration_in_months: months,
      } = given
      if ((amount === undefined) === (percent === undefined))
        throw problem.invalid('Must provide percent_off or amount_off.', undefined, 'parameter_missing')
      if (amount !== undefined && (amount <= 0 || !given.currency))
        throw problem.invalid(
          'Must provide currency when passing amount_off.',
          'currency',
          'parameter_missing',
        )
      if (percent !== undefined && (percent <= 0 || percent > 100))
        throw problem.invalid('percent_off must be between 0 and 100.', 'percent_off')
      if ((duration === 'repeating') !== (months !== undefined))
        throw problem.invalid('duration_in_months goes with duration=repeating.', 'duration_in_months')
      const id = given.id ?? newId('x').slice(2, 10)
      if (account.find('coupons', id))
        throw problem.invalid('Coupon already exists.', 'id', 'resource_already_exists')
      const coupon: Coupon = {
        id,
        object: 'coupon',
        amount_off: amount ?? null,
        created: account.timeOn(null),
        currency: given.currency ?? null,
        duration,
        duration_in_months: months ?? null,
        livemode: false,
        max_redemptions: given.max_redemptions ?? null,
        metadata: given.metadata ?? {},
        name: given.name ?? null,
        percent_off: percent ?? null,
        redeem_by: given.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      }
      account.tables.coupons.set(id, coupon)
      account.emit('coupon.created', coupon)
      return coupon
    },
  ),
  route('GET', '/v1/coupons', params<Stripe.CouponListParams>()(paging), ({ account, given }) =>
    page(account.tables.coupons.values(), given, '/v1/coupons'),
  ),
  byId('/v1/coupons', 'coupons'),
  route('DELETE', '/v1/coupons/:id', params<Stripe.CouponDeleteParams>()({}), ({ account, id }) => {
    // Who has it keeps it; nobody gets it any more.
    const coupon = account.get('coupons', id)
    Object.assign(coupon, { valid: false, max_redemptions: coupon.times_redeemed })
    account.emit('coupon.deleted', coupon)
    return { id, object: 'coupon', deleted: true }
  }),
]

const promotionCodeRoutes: Route[] = [
  route(
    'POST',
    '/v1/promotion_codes',
    params<Stripe.PromotionCodeCreateParams>()({
      active: flag.optional(),
      code: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,500}$/)
        .optional(),
      customer: text.optional(),
      expires_at: whole.optional(),
      max_redemptions: whole.optional(),
      metadata: metadata.optional(),
      promotion: inner({ coupon: text, type: z.enum(['coupon']) }),
      restrictions: inner({
        first_time_transaction: flag.optional(),
        minimum_amount: whole.optional(),
        minimum_amount_currency: text.optional(),
      }).optional(),
    }),
    ({ account, given }) => {
      const coupon = account.get('coupons', given.promotion.coupon, 'promotion[coupon]')
      const code = given.code ?? newId('x').slice(2, 10).toUpperCase()
      if (byCode(account, code, true))
        throw problem.invalid(
          'An active promotion code with this code already exists.',
          'code',
          'resource_already_exists',
        )
      if (given.customer) account.get('customers', given.customer, 'customer')
      const { restrictions = {} } = given
      const made: PromotionCode = {
        id: newId('promo'),
        object: 'promotion_code',
        active: given.active ?? true,
        code,
        created: account.timeOn(null),
        customer: given.customer ?? null,
        customer_account: null,
        expires_at: given.expires_at ?? null,
        livemode: false,
        max_redemptions: given.max_redemptions ?? null,
        metadata: given.metadata ?? {},
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: restrictions.first_time_transaction ?? false,
          minimum_amount: restrictions.minimum_amount ?? null,
          minimum_amount_currency: restrictions.minimum_amount_currency ?? null,
        },
        times_redeemed: 0,
      }
      account.tables.promotionCodes.set(made.id, made)
      account.emit('promotion_code.created', made)
      return made
    },
  ),
  route(
    'GET',
    '/v1/promotion_codes',
    params<Stripe.PromotionCodeListParams>()({
      ...paging,
      active: flag.optional(),
      code: text.optional(),
      coupon: text.optional(),
      customer: text.optional(),
    }),
    ({ account, given }) => {
      const fits = (one: PromotionCode) =>
        (given.active === undefined || one.active === given.active) &&
        (given.code === undefined || one.code.toLowerCase() === given.code.toLowerCase()) &&
        (given.coupon === undefined || one.promotion.coupon === given.coupon) &&
        (given.customer === undefined || one.customer === given.customer)
      return page([...account.tables.promotionCodes.values()].filter(fits), given, '/v1/promotion_codes')
    },
  ),
  byId('/v1/promotion_codes', 'promotionCodes'),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    params<Stripe.PromotionCodeUpdateParams>()({
      active: flag.optional(),
      metadata: orNothing(metadata).optional(),
    }),
    ({ account, given, id }) => {
      const code = account.get('promotionCodes', id)
      const patch = {
        ...withoutUndefined({ active: given.active }),
        metadata: mergeMetadata(code.metadata ?? {}, given.metadata),
      }
      account.change(code, patch, 'promotion_code.updated')
      return code
    },
  ),
]

const taxRateRoutes: Route[] = [
  route(
    'POST',
    '/v1/tax_rates',
    params<Stripe.TaxRateCreateParams>()({
      active: flag.optional(),
      country: text.optional(),
      description: text.optional(),
      display_name: text,
      inclusive: flag,
      jurisdiction: text.optional(),
      metadata: metadata.optional(),
      percentage: z
        .string()
        .regex(/^\d{1,3}(\.\d{1,4})?$/, 'decimal')
        .transform(Number),
    }),
    ({ account, given }) => {
      const rate = taxRate(account, newId('txr'), given)
      account.tables.taxRates.set(rate.id, rate)
      account.emit('tax_rate.created', rate)
      return rate
    },
  ),
  route('GET', '/v1/tax_rates', params<Stripe.TaxRateListParams>()(paging), ({ account, given }) =>
    page(account.tables.taxRates.values(), given, '/v1/tax_rates'),
  ),
  byId('/v1/tax_rates', 'taxRates'),
]

export const discountRoutes: Route[] = [...couponRoutes, ...promotionCodeRoutes, ...taxRateRoutes]

/** A promotion code by what people type; case does not matter. */
export function byCode(account: Account, code: string, activeOnly: boolean): PromotionCode | undefined {
  const typed = code.trim().toLowerCase()
  return [...account.tables.promotionCodes.values()].find(
    (one) => one.code.toLowerCase() === typed && (one.active || !activeOnly),
  )
}

/** What the double takes for the tax of wherever a buyer is, where it is to be worked out: one rate for all. */
export function salesTax(account: Account): TaxRate {
  const id = 'txr_everywhere'
  const known = account.find('taxRates', id)
  if (known) return known
  const rate = taxRate(account, id, { display_name: 'Sales tax', percentage: 10, inclusive: false })
  account.tables.taxRates.set(id, rate)
  return rate
}

interface RateGiven {
  active?: boolean | undefined
  country?: string | undefined
  description?: string | undefined
  display_name: string
  inclusive: boolean
  jurisdiction?: string | undefined
  metadata?: Stripe.Metadata | undefined
  percentage: number
}

function taxRate(account: Account, id: string, given: RateGiven): TaxRate {
  return {
    id,
    object: 'tax_rate',
    active: given.active ?? true,
    country: given.country ?? null,
    created: account.timeOn(null),
    description: given.description ?? null,
    display_name: given.display_name,
    effective_percentage: given.percentage,
    flat_amount: null,
    inclusive: given.inclusive,
    jurisdiction: given.jurisdiction ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: given.metadata ?? {},
    percentage: given.percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: null,
  }
}
