// A workspace's account and the price list, with what Stripe knows them by (public.svc_billing_account).
import type { RowOf } from '../domain/contract.ts'

/** A plan and interval with its prices (US cents) and Stripe's names of them. */
export type PricedPlan = RowOf<'priced_plan', 'flat_price' | 'seat_price' | 'included', { interval: 1 | 12 }>

/** A workspace's account with its ids at Stripe. */
export type BillingAccount = RowOf<
  'subscribing_account',
  | 'customer'
  | 'subscription'
  | 'schedule'
  | 'status'
  | 'plan_id'
  | 'renew_plan_id'
  | 'included'
  | 'paid'
  | 'email',
  { managed_by: 'stripe' | 'contract'; interval: 1 | 12 | null; plans: PricedPlan[] }
>
