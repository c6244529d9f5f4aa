// An invoice as people add it up: what is charged, what comes off, what comes on top, and what is left to pay.
import type { Stripe } from 'stripe'

export type MoneyLine = { label: string; amount: number }

/** The lines of an invoice with discounts, taxes and balance as lines of their own, in cents: their sum is `amount_due`. */
export function linesToPay(invoice: Stripe.Invoice): MoneyLine[] {
  const charged = invoice.lines.data.map(({ description, amount }) => ({ label: description ?? '', amount }))
  const off = (invoice.total_discount_amounts ?? []).map(({ discount, amount }) => ({
    label: nameOf(discount),
    amount: -amount,
  }))
  const net = [...charged, ...off].reduce((sum, { amount }) => sum + amount, 0)
  // Taxes within the prices are in the lines; what comes on top, or is taken out for who pays none, is the rest.
  const tax = { label: 'Tax', amount: invoice.total - net }
  return [...charged, ...[...off, tax, balanceLine(invoice)].filter(({ amount }) => amount !== 0)]
}

function nameOf(discount: string | Stripe.Discount | Stripe.DeletedDiscount): string {
  const coupon = typeof discount === 'string' ? null : discount.source.coupon
  const name = coupon && typeof coupon !== 'string' ? coupon.name : null
  return name ? `Discount: ${name}` : 'Discount'
}

/** What a credit, or a rest of before, makes of the total; what is below zero, or too little to charge, is kept. */
function balanceLine({ amount_due: due, total, starting_balance: balance }: Stripe.Invoice): MoneyLine {
  const amount = due - total
  if (amount < 0) return { label: balance < 0 ? 'Credit' : 'Carried to the next invoice', amount }
  return { label: total < 0 ? 'Kept as credit for later' : 'Open from before', amount }
}
