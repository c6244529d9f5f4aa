// A workspace's account and the price list, with what Stripe knows them by (public.svc_billing_account).

/** A plan and interval with its prices (US cents) and Stripe's names of them. */
export interface PricedPlan {
  id: number
  product_id: number
  interval: 1 | 12
  flat: number
  user: number
  flat_price: string | null
  seat_price: string | null
  included: number | null
  priority: number
  label: string
  name: string
}

/** A workspace's account with its ids at Stripe. */
export interface BillingAccount {
  workspace_id: number
  slug: string
  name: string
  customer: string | null
  subscription: string | null
  schedule: string | null
  status: string | null
  is_live: boolean
  managed_by: 'stripe' | 'contract'
  product_id: number
  priority: number
  plan_id: number | null
  interval: 1 | 12 | null
  renew_plan_id: number | null
  included: number | null
  paid: number | null
  used: number
  cancels: boolean
  email: string | null
  trial_available: boolean
  ahead: number
  /** The last reading that was applied. */
  reads: number
  /** Whether a payment is due, also of a plan that was cancelled since. */
  owes: boolean
  plans: PricedPlan[]
}
