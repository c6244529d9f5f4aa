// What a subscription's discounts and tax rates are after a change.
import type { Account } from '../state/account.ts'
import type { Subscription, TaxRate } from '../state/model.ts'
import { type DiscountRequest, redeem } from './redeem.ts'

/** The discounts after an update: redeemed anew where they were given, gone where the list is empty. */
export function redeemed(
  account: Account,
  subscription: Subscription,
  requests: readonly DiscountRequest[] | null | undefined,
  items: readonly { price?: string | undefined; quantity?: number | undefined }[] | undefined,
): string[] {
  if (requests === undefined) return subscription.discounts
  if (requests === null) return []
  const fresh = (items ?? []).flatMap(({ price, quantity = 1 }) =>
    price === undefined ? [] : [account.get('prices', price, 'items').unit_amount * quantity],
  )
  const now = subscription.items.data.map(({ price, quantity }) => price.unit_amount * quantity)
  return redeem(account, requests, {
    customer: account.get('customers', subscription.customer),
    subscription: subscription.id,
    amount: (fresh.length > 0 ? fresh : now).reduce((sum, amount) => sum + amount, 0),
  })
}

export function ratesOf(account: Account, ids: readonly string[]): TaxRate[] {
  return ids.map((id) => account.get('taxRates', id, 'default_tax_rates'))
}
