// Discounts on the lines of an invoice. https://docs.stripe.com/billing/subscriptions/coupons
import type { Coupon } from '../state/model.ts'
import { percentOf } from './rounding.ts'

export interface Reduction {
  /** The id of the discount. */
  id: string
  coupon: Pick<Coupon, 'percent_off' | 'amount_off'>
  /** The line whose own it is; null: all lines. */
  only: number | null
}

export interface Reduced {
  discount: string
  amount: number
}

/**
 * What each discount takes off each line, cents. One after the other in their order, each of what the ones before left.
 * An amount is spread by the lines' shares, rounded down; the last line takes the rest. Never more than there is.
 */
export function reduce(
  lines: readonly { amount: number; discountable: boolean }[],
  discounts: readonly Reduction[],
): Reduced[][] {
  const left = lines.map(({ amount, discountable }) => (discountable ? Math.max(0, amount) : 0))
  const result: Reduced[][] = lines.map(() => [])
  for (const { id, coupon, only } of discounts) {
    const mine = left.map((amount, at) => (only === null || only === at ? amount : 0))
    const off =
      coupon.percent_off === null ? spread(coupon.amount_off ?? 0, mine) : percent(coupon.percent_off, mine)
    off.forEach((amount, at) => {
      if (!lines[at]?.discountable || (only !== null && only !== at)) return
      result[at]?.push({ discount: id, amount })
      left[at] = (left[at] ?? 0) - amount
    })
  }
  return result
}

const percent = (rate: number, lines: number[]) => lines.map((amount) => percentOf(amount, rate))

function spread(amountOff: number, lines: number[]): number[] {
  const total = lines.reduce((sum, amount) => sum + amount, 0)
  const off = Math.min(amountOff, total)
  if (off === 0) return lines.map(() => 0)
  const shares = lines.map((amount) => Number((BigInt(off) * BigInt(amount)) / BigInt(total)))
  const last = lines.findLastIndex((amount) => amount > 0)
  const others = shares.reduce((sum, share, at) => (at === last ? sum : sum + share), 0)
  return shares.map((share, at) => (at === last ? off - others : share))
}

/** An amount after discounts, each taken whole: the documented formula of prorations in `classic`. */
export function net(amount: number, coupons: readonly Reduction['coupon'][]): number {
  return coupons.reduce((left, { percent_off: rate, amount_off: off }) => {
    const less = rate === null ? (off ?? 0) : percentOf(left, rate)
    return Math.max(0, left - less)
  }, amount)
}
