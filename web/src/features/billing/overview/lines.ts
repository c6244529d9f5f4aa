// What an account pays each period, line by line.
import type { BillingAccount, MoneyLine } from '../../../shared/billing/account.ts'
import { intervalOf, price } from '../../../shared/billing/money.ts'
import { type Product, priceAt } from '../../../shared/billing/products.ts'

/** "Pro Team, billed yearly" and "2 extra users at $240 each"; none where nothing is paid here. */
export function planLines(account: BillingAccount, product: Product | undefined): MoneyLine[] {
  const interval = intervalOf(account.cycle_interval_months)
  const pricing = product && interval && priceAt(product, interval)
  if (!pricing || pricing.flat_fee_price === 0) return []
  const { paid } = account.members
  const often = interval === 12 ? 'yearly' : 'monthly'
  const plan = { label: `${product.label}, billed ${often}`, amount: pricing.flat_fee_price }
  if (paid === 0) return [plan]
  const users = paid === 1 ? '1 extra user' : `${paid.toLocaleString('en')} extra users`
  return [
    plan,
    { label: `${users} at ${price(pricing.user_fee_price)} each`, amount: paid * pricing.user_fee_price },
  ]
}

export function totalOf(lines: readonly MoneyLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
