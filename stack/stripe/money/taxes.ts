// Taxes of the lines of an invoice, after its discounts. https://docs.stripe.com/tax/tax-rates
import type { TaxRate } from '../state/model.ts'
import { percentOf, taxWithin } from './rounding.ts'

export interface Taxed {
  rate: TaxRate
  /** Cents; in the line's amount where the rate is inclusive, on top of it otherwise. */
  amount: number
  taxable: number
}

type Rounding = 'line' | 'invoice'

/**
 * The taxes of each line. Inclusive ones come out of the amount, exclusive ones go on top of what is then left.
 * @param lines amounts after discounts, cents
 * @param exempt for who pays none: inclusive tax is taken out of the price (`exempt` and `reverse`)
 */
export function taxesOf(lines: readonly { amount: number; rates: readonly TaxRate[] }[]): Taxed[][] {
  return lines.map(({ amount, rates }) => {
    const included = rates.filter(({ inclusive }) => inclusive)
    const rate = included.reduce((sum, { percentage }) => sum + percentage, 0)
    const inside = taxWithin(amount, rate)
    const without = amount - inside
    // Of several inclusive rates each has its share; the last the rest.
    let left = inside
    return rates.map((one) => {
      if (!one.inclusive) return { rate: one, amount: percentOf(without, one.percentage), taxable: without }
      const last = one === included.at(-1)
      const share = last ? left : Math.round((inside * one.percentage) / rate)
      left -= share
      return { rate: one, amount: share, taxable: without }
    })
  })
}

/** What all lines' tax comes to, by rate: the sum of the lines', or of their amounts where the invoice is rounded. */
export function taxTotals(
  lines: readonly { amount: number; rates: readonly TaxRate[] }[],
  taxed: readonly Taxed[][],
  rounding: Rounding,
): Taxed[] {
  const rates = [...new Map(lines.flatMap((line) => line.rates.map((rate) => [rate.id, rate]))).values()]
  return rates.map((rate) => {
    const of = taxed.flat().filter((one) => one.rate.id === rate.id)
    const sum = of.reduce((total, { amount }) => total + amount, 0)
    const taxable = of.reduce((total, one) => total + one.taxable, 0)
    if (rounding === 'line') return { rate, amount: sum, taxable }
    const gross = lines
      .filter((line) => line.rates.some(({ id }) => id === rate.id))
      .reduce((total, { amount }) => total + amount, 0)
    const amount = rate.inclusive ? taxWithin(gross, rate.percentage) : percentOf(taxable, rate.percentage)
    return { rate, amount, taxable }
  })
}
