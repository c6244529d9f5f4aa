// Plans and their prices, and what a subscription of one consists of.
import type { Stripe } from 'stripe'
import { refusalFor } from '../http/problem.ts'
import type { BillingAccount, PricedPlan } from './account.ts'

/** A plan that Stripe knows. */
export interface SoldPlan extends PricedPlan {
  flat_price: string
  seat_price: string
}

/** The plan of this id; 404 where Stripe has no prices of it (`npm run billing -- sync`). */
export function planOf({ plans }: BillingAccount, id: number): SoldPlan {
  return sold(plans.find((plan) => plan.id === id))
}

/** The plan of a product at an interval of 1 or 12 months; 404 where there is none. */
export function planFor({ plans }: BillingAccount, productId: number, months: number): SoldPlan {
  const found = plans.find(({ product_id, interval }) => product_id === productId && interval === months)
  return sold(found, productId, months)
}

function sold(plan: PricedPlan | undefined, productId?: number, months?: number): SoldPlan {
  const { flat_price, seat_price } = plan ?? {}
  // What is free is not sold.
  if (!plan || !flat_price || !seat_price || plan.flat === 0)
    throw refusalFor('price_not_found', {
      id: String(plan?.product_id ?? productId ?? '?'),
      n: String(plan?.interval ?? months ?? '?'),
    })
  return { ...plan, flat_price, seat_price }
}

/**
 * The seats to pay for in a plan: those that members need beyond its included ones. Within a plan, as from the month to the
 * year, what was bought ahead stays.
 */
export function seatsNeeded({ used, product_id, paid }: BillingAccount, plan: PricedPlan): number {
  const needed = Math.max(0, used - (plan.included ?? 0))
  return plan.product_id === product_id ? Math.max(needed, paid ?? 0) : needed
}

interface ItemChange {
  id?: string
  price?: string
  quantity?: number
  deleted?: true
}

/**
 * The items that make a subscription one of this plan with so many paid seats. Each has its id and its quantity: without the
 * one Stripe would add it, without the other have one of it. What is of this plan already keeps its price.
 */
export function itemsFor(
  subscription: Stripe.Subscription,
  plan: SoldPlan,
  seats: number,
  plans: PricedPlan[],
): ItemChange[] {
  const { flatItem, seatItem } = partsOf(subscription, plans)
  const flatPrice = keptOf(flatItem, plan, 'flat')?.id ?? plan.flat_price
  const seatPrice = keptOf(seatItem, plan, 'user')?.id ?? plan.seat_price
  const flat: ItemChange = { ...(flatItem ? { id: flatItem.id } : {}), price: flatPrice, quantity: 1 }
  if (seats > 0)
    return [flat, { ...(seatItem ? { id: seatItem.id } : {}), price: seatPrice, quantity: seats }]
  return seatItem ? [flat, { id: seatItem.id, deleted: true }] : [flat]
}

/** What one more seat of a subscription's plan costs each period, in US cents: what the present ones cost, or those sold now. */
export function seatCost(subscription: Stripe.Subscription, plan: SoldPlan, plans: PricedPlan[]): number {
  return keptOf(partsOf(subscription, plans).seatItem, plan, 'user')?.unit_amount ?? plan.user
}

function partsOf({ items: { data } }: Stripe.Subscription, plans: PricedPlan[]) {
  const seatItem = data.find(
    ({ price }) =>
      plans.some(({ seat_price }) => seat_price === price.id) ||
      (price.metadata.waymark_price ?? '').endsWith('_user'),
  )
  return { seatItem, flatItem: data.find((item) => item !== seatItem) }
}

/** The price of an item where it is of this plan already, though of an earlier price list: who pays it keeps it. */
function keptOf(
  item: Stripe.SubscriptionItem | undefined,
  { name, interval }: SoldPlan,
  kind: 'flat' | 'user',
): Stripe.Price | undefined {
  return item?.price.metadata.waymark_price === `${name}_${interval}_${kind}` ? item.price : undefined
}

/** The items of a phase of a schedule. */
export function phaseItems(plan: SoldPlan, seats: number): { price: string; quantity: number }[] {
  return [
    { price: plan.flat_price, quantity: 1 },
    ...(seats > 0 ? [{ price: plan.seat_price, quantity: seats }] : []),
  ]
}
