// The plans there are and what they cost, as anybody may read them.
import { callApi } from '../data/api.ts'
import { useRead } from '../data/read.ts'
import type { Interval } from './money.ts'

/** Free, and the plan above all others, which is agreed on in person. */
export const freeId = 1
export const enterpriseId = 4

export const trialDays = 14

export interface PricingPlan {
  id: number
  cycle_interval_months: number
  /** Cents for the plan and each period. */
  flat_fee_price: number
  /** Cents for each member beyond those included. */
  user_fee_price: number
}

export interface ProductFeature {
  name: string
  type: 'limit' | 'toggle'
  max_quantity: number | null
}

export interface Product {
  id: number
  name: string
  label: string
  priority: number
  description: string
  included_members: number | null
  features: ProductFeature[]
  pricing_plans: PricingPlan[]
}

/** The plans by their rank, cheapest first; they do not change while the app is open. */
export function useProducts(enabled = true) {
  return useRead({
    key: ['billing-products'],
    read: async () => {
      const { products } = await callApi<{ products: Product[] }>('/billing/products')
      return products.toSorted((one, other) => one.priority - other.priority)
    },
    anybody: true,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

/** What a plan costs at an interval; null where it has no price of its own. */
export function priceAt(product: Product, interval: Interval): PricingPlan | null {
  return product.pricing_plans.find((one) => one.cycle_interval_months === interval) ?? null
}

/** Whether a plan holds a feature, of a limit at least `atLeast` of it. */
function holds(product: Product, name: string, atLeast: number): boolean {
  const feature = product.features.find((one) => one.name === name)
  if (!feature) return false
  return feature.type === 'toggle' || feature.max_quantity === null || feature.max_quantity >= atLeast
}

/** The cheapest plan that holds a feature, of a limit `atLeast` so many. */
export function planWith(products: Product[], name: string, atLeast = 1): Product | null {
  return products.find((product) => holds(product, name, atLeast)) ?? null
}

/** What a plan comes to each period with so many users beyond those included, in cents; null where it has no price. */
export function totalAt(product: Product, interval: Interval, extra: number): number | null {
  const price = priceAt(product, interval)
  return price && price.flat_fee_price + extra * price.user_fee_price
}

/** What yearly billing saves in a year, in cents: twelve months less the year. */
export function savingsOf(product: Product, extra = 0): number {
  const monthly = totalAt(product, 1, extra)
  const yearly = totalAt(product, 12, extra)
  return monthly === null || yearly === null ? 0 : 12 * monthly - yearly
}
