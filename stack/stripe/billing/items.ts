// The items of a subscription, and what the double knows of them.
import { problem } from '../http/problem.ts'
import type { Draft } from '../money/draft.ts'
import { type Account, newId } from '../state/account.ts'
import type { Coupon, Plan, Price, Subscription, SubscriptionItem, TaxRate } from '../state/model.ts'

export interface ItemRequest {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string> | undefined
}

const MOST = 20

/** A new item; its period is its subscription's to say. */
export function newItem(
  subscription: string,
  price: Price,
  quantity: number,
  period: { start: number; end: number },
  created: number,
): SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** The older shape of a price, which items still carry. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/**
 * The items after a change: those that are named by id change, those without one are added, the others stay.
 * A price sent without a quantity sets the quantity to 1, as Stripe does.
 * @throws StripeProblem for an unknown item or price, a price twice, no item left
 */
export function itemsAfter(
  account: Account,
  subscription: Subscription,
  requests: readonly ItemRequest[],
  at: number,
) {
  const changed = new Set<string>()
  const gone: SubscriptionItem[] = []
  let items = subscription.items.data.map((item) => ({ ...item }))
  for (const [index, request] of requests.entries()) {
    if (request.quantity !== undefined && request.quantity < 0)
      throw problem.invalid(
        'This value must be greater than or equal to 0.',
        `items[${index}][quantity]`,
        'parameter_invalid_integer',
      )
    const price =
      request.price === undefined ? undefined : sellable(account, request.price, `items[${index}][price]`)
    if (request.id === undefined) {
      if (!price)
        throw problem.invalid(
          'Missing required param: items[0][price].',
          `items[${index}][price]`,
          'parameter_missing',
        )
      const item = newItem(subscription.id, price, request.quantity ?? 1, { start: at, end: at }, at)
      items.push(item)
      changed.add(item.id)
      continue
    }
    const known = items.find(({ id }) => id === request.id)
    if (!known) throw problem.missing('subscription_item', request.id, `items[${index}][id]`)
    if (request.deleted) {
      items = items.filter((item) => item !== known)
      gone.push(known)
      continue
    }
    const quantity = request.quantity ?? (price && price.id !== known.price.id ? 1 : known.quantity)
    if ((price && price.id !== known.price.id) || quantity !== known.quantity) changed.add(known.id)
    if (price) Object.assign(known, { price, plan: planOf(price) })
    Object.assign(known, { quantity, metadata: { ...known.metadata, ...request.metadata } })
  }
  if (items.length === 0) throw problem.invalid('A subscription must have at least one active plan.', 'items')
  if (items.length > MOST) throw problem.invalid(`A subscription can have at most ${MOST} items.`, 'items')
  const prices = items.map(({ price }) => price.id)
  if (new Set(prices).size < prices.length)
    throw problem.invalid(
      `Cannot add multiple subscription items with the same plan: ${prices.join(', ')}`,
      'items',
    )
  return { items, changed, gone }
}

/** @throws StripeProblem for a price that does not exist, is archived or does not recur */
export function sellable(account: Account, id: string, param: string): Price {
  const price = account.get('prices', id, param)
  if (!price.active)
    throw problem.invalid(`The price specified is inactive. This field only accepts active prices.`, param)
  if (!price.recurring)
    throw problem.invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      param,
    )
  return price
}

export const nameOf = (account: Account) => (item: { price: Price }) =>
  account.get('products', item.price.product)

/** The coupons of discounts that hold at a moment. */
export function couponsOf(account: Account, discounts: readonly string[], at: number): Coupon[] {
  return discounts.flatMap((id) => {
    const { source, end } = account.get('discounts', id)
    return end !== null && end <= at ? [] : [account.get('coupons', source.coupon)]
  })
}

/** The customer's pending items for a subscription, as lines of its next invoice. */
export function pendingDrafts(account: Account, subscription: Subscription): Draft[] {
  const pending = [...account.tables.invoiceItems.values()].filter(
    (item) => item.invoice === null && item.parent?.subscription_details?.subscription === subscription.id,
  )
  return pending.map((item) => ({
    amount: item.amount,
    description: item.description ?? '',
    period: item.period,
    proration: item.proration,
    discountable: item.discountable,
    price: account.get('prices', String(item.pricing?.price_details?.price)),
    quantity: item.quantity,
    subscriptionItem: item.parent?.subscription_details?.subscription_item ?? null,
    invoiceItem: item.id,
    discounts: item.discounts,
    taxRates: ratesOf(item.tax_rates, subscription),
  }))
}

const ratesOf = (own: TaxRate[] | null, { default_tax_rates: usual }: Subscription) =>
  own?.length ? own : usual

/** Keeps a proration for the next invoice. */
export function keepPending(account: Account, subscription: Subscription, draft: Draft, at: number): void {
  const id = newId('ii')
  account.tables.invoiceItems.set(id, {
    id,
    object: 'invoiceitem',
    amount: draft.amount,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_account: null,
    date: at,
    description: draft.description,
    discountable: draft.discountable,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      subscription_details: {
        subscription: subscription.id,
        ...(draft.subscriptionItem ? { subscription_item: draft.subscriptionItem } : {}),
      },
      type: 'subscription_details',
    },
    period: draft.period,
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product },
      type: 'price_details',
      unit_amount_decimal: String(draft.price.unit_amount),
    },
    proration: draft.proration,
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    tax_rates: draft.taxRates,
    test_clock: subscription.test_clock,
  })
  account.emit('invoiceitem.created', account.get('invoiceItems', id))
}
