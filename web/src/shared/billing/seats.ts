// Paid users beyond those that a plan includes.
import { callAsMe } from '../data/as-me.ts'
import { type BillingAccount, billingPath, isAgreed, useBillingAccount, useCanBill } from './account.ts'

/** What more users would cost, in cents. */
export interface SeatsPrice {
  included: number
  paid: number
  used: number
  add: number
  /** How many more are paid for; below zero, how many fewer. */
  extra: number
  /** The fewest that can be paid for: those that members have. */
  least: number
  /** Due at once, for what is left of the period. */
  amount_now: number
  /** Given back on the next invoice, for fewer. */
  credit: number
  /** More at each renewal; below zero, less. */
  amount_next: number
}

export function priceOfSeats(workspaceId: number, add: number): Promise<SeatsPrice> {
  return callAsMe(billingPath(workspaceId, `/seats?add=${add}`))
}

/** What it comes to, more or less, to pay for so many. */
export function priceOfPaid(workspaceId: number, paid: number): Promise<SeatsPrice> {
  return callAsMe(billingPath(workspaceId, `/seats?paid=${paid}`))
}

export function setSeats(workspaceId: number, paid: number): Promise<BillingAccount> {
  return callAsMe(billingPath(workspaceId, '/seats'), { method: 'PUT', json: { paid } })
}

/** Whether the caller can buy users beyond those included, as they add people: on a plan that is paid for here. */
export function useSellsSeats(): boolean {
  const account = useBillingAccount(useCanBill()).data
  return Boolean(account?.has_subscription && !isAgreed(account))
}
