// What an account pays each period, line by line, at the prices it was bought at.
import type { BillingAccount, Discount, MoneyLine } from '../../../shared/billing/account.ts'
import { dayOf, price } from '../../../shared/billing/money.ts'

/** "Pro Team, billed yearly" and "2 extra users at $240 each"; none where nothing is paid here. */
export function planLines(account: BillingAccount): MoneyLine[] {
  const { price: paidPrice, product, members } = account
  if (!paidPrice) return []
  const often = account.cycle_interval_months === 12 ? 'yearly' : 'monthly'
  const plan = { label: `${product.label}, billed ${often}`, amount: paidPrice.flat }
  const { paid } = members
  if (paid === 0) return [plan]
  return [
    plan,
    { label: `${extraUsers(paid)} at ${price(paidPrice.user)} each`, amount: paid * paidPrice.user },
  ]
}

/** "1 extra user", "1,200 extra users". */
export function extraUsers(count: number): string {
  return count === 1 ? '1 extra user' : `${count.toLocaleString('en')} extra users`
}

export function totalOf(lines: readonly MoneyLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** "Spring takes 20% off each invoice until March 3, 2027." */
export function discountText({
  name,
  percent_off: percent,
  amount_off: amount,
  ends_at: end,
}: Discount): string {
  const much = percent === null ? price(amount ?? 0) : `${percent.toLocaleString('en')}%`
  return `${name ?? 'A discount'} takes ${much} off ${end ? `each invoice until ${dayOf(end)}` : 'your invoices'}.`
}
