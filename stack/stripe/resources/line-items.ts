// What a checkout session sells, as its line_items. https://docs.stripe.com/api/checkout/sessions/line_items
import type Stripe from 'stripe'
import type { Account } from '../state/account.ts'
import type { Price } from '../state/model.ts'

type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price }

/** The lines of a session, before discounts and taxes. */
export function lineItems(account: Account, session: string): LineItem[] {
  const basket = account.get('baskets', session)
  return basket.lines.map(({ id, price: priceId, quantity }) => {
    const price = account.get('prices', priceId)
    const amount = price.unit_amount * quantity
    return {
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: account.get('products', price.product).name,
      metadata: {},
      price,
      quantity,
    }
  })
}
