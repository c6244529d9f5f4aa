// Paid users beyond those that a plan includes.
import { callAsMe } from '../data/as-me.ts'
import { type BillingAccount, billingPath, isAgreed, useBillingAccount, useCanBill } from './account.ts'

/** What more users would cost, in cents. */
export interface SeatsPrice {
  included: number
  paid: number
  used: number
  add: number
  /** How many more have to be paid for. */
  extra: number
  /** Due at once, for what is left of the period. */
  amount_now: number
  /** More at each renewal. */
  amount_next: number
}

export function priceOfSeats(workspaceId: number, add: number): Promise<SeatsPrice> {
  return callAsMe(billingPath(workspaceId, `/seats?add=${add}`))
}

export function setSeats(workspaceId: number, paid: number): Promise<BillingAccount> {
  return callAsMe(billingPath(workspaceId, '/seats'), { method: 'PUT', json: { paid } })
}

/** Whether the caller can buy users beyond those included, as they add people: on a plan that is paid for here. */
export function useSellsSeats(): boolean {
  const account = useBillingAccount(useCanBill()).data
  return Boolean(account?.has_subscription && !isAgreed(account))
}
