import type { BillingAccount, PricedPlan } from '../../_shared/billing/account.ts'

/** What an account renews into, where that is another plan than now. */
function renewed({ plans, renew_plan_id }: BillingAccount): PricedPlan | undefined {
  return plans.find(({ id }) => id === renew_plan_id)
}

/** The interval of the next period. */
export function nextInterval(account: BillingAccount): 1 | 12 {
  return renewed(account)?.interval ?? account.interval ?? 1
}

/** The product of the next period. */
export function nextProduct(account: BillingAccount): number {
  return renewed(account)?.product_id ?? account.product_id
}
