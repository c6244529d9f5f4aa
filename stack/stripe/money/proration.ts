// What a change in the middle of a period costs: https://docs.stripe.com/billing/subscriptions/prorations
import type { Coupon, Debit, SubscriptionItem, TaxRate } from '../state/model.ts'
import { net, reduce } from './discounts.ts'
import { type Draft, prorationLine } from './draft.ts'
import { part } from './rounding.ts'

export interface Prorating {
  mode: 'classic' | 'flexible'
  /** The moment of the change, seconds. */
  at: number
  nameOf(item: SubscriptionItem): { name: string }
  couponsOf(item: SubscriptionItem): Coupon[]
  debitsOf(item: string): Debit[]
  rates: TaxRate[]
}

const remaining = (amount: number, at: number, { start, end }: { start: number; end: number }) =>
  end <= start ? 0 : part(amount, Math.max(0, end - Math.max(at, start)), end - start)

/**
 * The time given back for an item: in `classic` of its price after the subscription's discounts of now, in `flexible`
 * of what was really debited. Nothing where nothing was.
 */
export function credit(item: SubscriptionItem, p: Prorating): Draft[] {
  const own = { start: item.current_period_start, end: item.current_period_end }
  const amount =
    p.mode === 'flexible'
      ? p.debitsOf(item.id).reduce((sum, debit) => sum + remaining(debit.amount, p.at, debit), 0)
      : remaining(net(item.price.unit_amount * item.quantity, p.couponsOf(item)), p.at, own)
  if (amount === 0) return []
  return [prorationLine(item, p.nameOf(item), { start: p.at, end: own.end }, p.rates, -amount)]
}

/** The rest of the period of items that are new, or changed, with what was debited for them. */
export function debits(items: readonly SubscriptionItem[], p: Prorating): { line: Draft; debit: Debit }[] {
  return items.flatMap((item) => {
    const own = { start: item.current_period_start, end: item.current_period_end }
    const amount = remaining(netPrice(item, items, p), p.at, own)
    if (amount === 0) return []
    const period = { start: p.at, end: own.end }
    const line = prorationLine(item, p.nameOf(item), period, p.rates, amount)
    return [{ line, debit: { amount, ...period } }]
  })
}

// An amount off is taken whole of each item in `classic`, as documented; `flexible` spreads it as an invoice does.
function netPrice(item: SubscriptionItem, all: readonly SubscriptionItem[], p: Prorating): number {
  const full = item.price.unit_amount * item.quantity
  const coupons = p.couponsOf(item)
  if (p.mode === 'classic') return net(full, coupons)
  const lines = all.map(({ price, quantity }) => ({
    amount: price.unit_amount * quantity,
    discountable: true,
  }))
  const reductions = coupons.map((coupon) => ({ id: coupon.id, coupon, only: null }))
  const off = reduce(lines, reductions)[all.indexOf(item)] ?? []
  return full - off.reduce((sum, { amount }) => sum + amount, 0)
}
