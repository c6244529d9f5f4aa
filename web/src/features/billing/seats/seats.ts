// How many seats somebody asks for, why that is not possible, and what it comes to.
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { priceOfPaid } from '../../../shared/billing/seats.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'

/** The most that are paid for beside the included ones. */
const mostPaid = 10_000

/** "1 seat", "1,200 seats". */
export function countText(count: number): string {
  return count === 1 ? '1 seat' : `${count.toLocaleString('en')} seats`
}

/** The number that was typed; null for anything else. */
export function seatCount(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}

/** Why there cannot be as many seats as typed; null where there can. */
export function problemOf(text: string, { members, product }: Pick<BillingAccount, 'members' | 'product'>) {
  const count = seatCount(text)
  const included = members.included ?? 0
  if (count === null) return 'Must be a number'
  if (count < included) return `${product.label} includes ${countText(included)}.`
  if (count < members.used)
    return `${members.used.toLocaleString('en')} members have a seat. Remove members before you give back their seats.`
  if (count > included + mostPaid) return `Must be no more than ${(included + mostPaid).toLocaleString('en')}`
  return null
}

/** What it comes to now to pay for so many seats, once who types has paused; nothing is asked for as many as there are. */
export function useSeatsPrice(paid: number | null, now: number) {
  const { id } = useWorkspace()
  const settled = useSearchText(paid === null ? '' : String(paid))
  const isSettled = paid !== null && settled === String(paid)
  return useRead({
    key: ['billing-seats', { paid }],
    read: () => priceOfPaid(id, paid ?? now),
    // Counted by the second.
    staleTime: 0,
    retry: false,
    enabled: isSettled && paid !== now,
  })
}
