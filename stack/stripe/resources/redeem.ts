// Redeeming coupons and promotion codes. https://docs.stripe.com/billing/subscriptions/coupons
import { problem } from '../http/problem.ts'
import { after } from '../money/periods.ts'
import { type Account, newId } from '../state/account.ts'
import type { Coupon, Customer, PromotionCode } from '../state/model.ts'

export interface DiscountRequest {
  coupon?: string | undefined
  promotion_code?: string | undefined
  /** One that is there already stays. */
  discount?: string | undefined
}

interface For {
  customer: Customer
  subscription: string
  /** What is bought, cents before discounts. */
  amount: number
  checkoutSession?: string
}

const MOST = 20

/**
 * Redeems what was given; the ids of the discounts.
 * @throws StripeProblem where one of them cannot be redeemed; then none is
 */
export function redeem(account: Account, requests: readonly DiscountRequest[], by: For): string[] {
  if (requests.length > MOST) throw problem.invalid(`You can pass at most ${MOST} discounts.`, 'discounts')
  const found = requests.map((request, at) => look(account, request, by, at))
  return found.map((one) => {
    if (typeof one === 'string') return one
    const { coupon, code } = one
    const now = account.nowFor(by.customer.id)
    const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : null
    const id = newId('di')
    account.tables.discounts.set(id, {
      id,
      object: 'discount',
      checkout_session: by.checkoutSession ?? null,
      customer: by.customer.id,
      customer_account: null,
      end: months === null ? null : after(now, { interval: 'month', interval_count: 1 }, months),
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: 'coupon' },
      start: now,
      subscription: by.subscription,
      subscription_item: null,
    })
    coupon.times_redeemed++
    coupon.valid = isValid(coupon, now)
    if (code) {
      code.times_redeemed++
      if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) code.active = false
    }
    account.emit('customer.discount.created', account.get('discounts', id))
    return id
  })
}

function look(
  account: Account,
  request: DiscountRequest,
  by: For,
  at: number,
): string | { coupon: Coupon; code?: PromotionCode } {
  const param = `discounts[${at}]`
  if (request.discount !== undefined)
    return account.get('discounts', request.discount, `${param}[discount]`).id
  if (request.promotion_code !== undefined) {
    const code = account.get('promotionCodes', request.promotion_code, `${param}[promotion_code]`)
    const coupon = account.get('coupons', code.promotion.coupon)
    const reason = reasonAgainst(account, code, coupon, by)
    if (reason) throw problem.invalid(reason, `${param}[promotion_code]`, 'promotion_code_not_redeemable')
    return { coupon, code }
  }
  if (request.coupon === undefined)
    throw problem.invalid('Must provide a coupon, promotion code or discount.', param, 'parameter_missing')
  const coupon = account.get('coupons', request.coupon, `${param}[coupon]`)
  if (!isValid(coupon, account.nowFor(by.customer.id)))
    throw problem.invalid(`Coupon expired: ${coupon.id}`, `${param}[coupon]`, 'coupon_expired')
  return { coupon }
}

/** Why a promotion code cannot be redeemed, as a sentence; nothing where it can. */
export function reasonAgainst(
  account: Account,
  code: PromotionCode,
  coupon: Coupon,
  { customer, amount }: { customer: Customer | null; amount: number },
): string | undefined {
  const now = account.nowFor(customer?.id ?? null)
  if (!code.active) return 'This promotion code is inactive.'
  if (code.expires_at !== null && code.expires_at <= now) return 'This promotion code has expired.'
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)
    return 'This promotion code has reached its maximum number of redemptions.'
  if (!isValid(coupon, now)) return 'This promotion code is no longer valid.'
  if (code.customer !== null && code.customer !== customer?.id)
    return 'This promotion code cannot be redeemed by this customer.'
  const { minimum_amount: least, first_time_transaction: first } = code.restrictions
  if (least !== null && amount < least)
    return 'This promotion code cannot be redeemed because the order does not meet the minimum amount.'
  if (first && customer && boughtBefore(account, customer))
    return 'This promotion code cannot be redeemed because the associated customer has prior transactions.'
  return undefined
}

// An attempt counts as well, and a trial.
function boughtBefore(account: Account, customer: Customer): boolean {
  const { paymentIntents, subscriptions } = account.tables
  return (
    [...paymentIntents.values()].some((intent) => intent.customer === customer.id) ||
    [...subscriptions.values()].some((one) => one.customer === customer.id && one.trial_start !== null)
  )
}

export function isValid(
  { redeem_by: by, max_redemptions: most, times_redeemed: times }: Coupon,
  now: number,
): boolean {
  return (by === null || by > now) && (most === null || times < most)
}
