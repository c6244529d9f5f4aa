// The plans that are sold, from the database, and their prices at Stripe, to it.
import type pg from 'pg'

export interface SoldPlan {
  /** Of `billing_pricing_plans`. */
  id: string
  /** Of its product: `pro_team`. */
  name: string
  label: string
  /** Months: 1 or 12. */
  interval: number
  /** Cents an interval. */
  flat: number
  user: number
}

export interface PlanPrices {
  id: string
  flat: string
  seat: string
}

/** Plans with a price, in the order of the catalogue. */
export async function soldPlans(db: pg.Client): Promise<SoldPlan[]> {
  const { rows } = await db.query<SoldPlan>(
    `select p.id::text, o.name, o.label, p.cycle_interval_months as interval, p.flat_fee_price as flat, p.user_fee_price as user
     from public.billing_pricing_plans p join public.billing_products o on o.id = p.product_id
     where p.flat_fee_price > 0 order by o.priority, p.cycle_interval_months`,
  )
  return rows
}

/** Keeps Stripe's ids of the prices; how many were new. */
export async function keepPrices(db: pg.Client, prices: readonly PlanPrices[]): Promise<number> {
  const { rows } = await db.query<{ changed: number }>('select public.svc_keep_prices($1) as changed', [
    JSON.stringify(prices),
  ])
  return rows[0]?.changed ?? 0
}
