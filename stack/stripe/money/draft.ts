// A line of an invoice before it has an invoice: what for, how much, and what may still be taken off.
import type { Price, SubscriptionItem, TaxRate } from '../state/model.ts'

export interface Draft {
  /** Cents, before discounts and taxes. */
  amount: number
  description: string
  period: { start: number; end: number }
  proration: boolean
  /** Discounts of a proration are in its amount already. */
  discountable: boolean
  price: Price
  quantity: number
  subscriptionItem: string | null
  /** The pending item that it was, where it waited for this invoice. */
  invoiceItem: string | null
  /** Ids of the discounts of its item, which go before the subscription's. */
  discounts: string[]
  taxRates: TaxRate[]
}

type Item = Pick<SubscriptionItem, 'id' | 'price' | 'quantity' | 'discounts' | 'tax_rates'>

interface Names {
  /** The product's name. */
  name: string
}

/** The price of a whole period. */
export function periodLine(
  item: Item,
  { name }: Names,
  period: Draft['period'],
  subscriptionRates: TaxRate[],
): Draft {
  const { price, quantity } = item
  return {
    ...base(item, subscriptionRates),
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${name} (at ${money(price.unit_amount, price.currency)} / ${every(price)})`,
    period,
    proration: false,
    discountable: true,
  }
}

/** Nothing, for the time of a trial. */
export function trialLine(item: Item, names: Names, period: Draft['period'], rates: TaxRate[]): Draft {
  const line = periodLine(item, names, period, rates)
  return { ...line, amount: 0, description: `Free trial for ${item.quantity} × ${names.name}` }
}

/** Time given back (below zero) or still to be paid. */
export function prorationLine(
  item: Item,
  { name }: Names,
  period: Draft['period'],
  rates: TaxRate[],
  amount: number,
): Draft {
  const what = item.quantity === 1 ? name : `${item.quantity} × ${name}`
  return {
    ...base(item, rates),
    amount,
    description: `${amount < 0 ? 'Unused' : 'Remaining'} time on ${what} after ${day(period.start)}`,
    period,
    proration: true,
    discountable: false,
  }
}

function base(item: Item, subscriptionRates: TaxRate[]) {
  return {
    price: item.price,
    quantity: item.quantity,
    subscriptionItem: item.id,
    invoiceItem: null,
    discounts: item.discounts,
    // Rates of an item stand in place of the subscription's.
    taxRates: item.tax_rates?.length ? item.tax_rates : subscriptionRates,
  }
}

function every({ recurring }: Price): string {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {}
  return count === 1 ? interval : `${count} ${interval}s`
}

/** An amount in cents as people read it. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}

function day(moment: number): string {
  return new Date(moment * 1_000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
