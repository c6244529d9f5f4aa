// What a plan comes to in a month, by the catalogue's rule of thumb: a flat price, and one for each member beyond those included.
import plans from '../../../../../supabase/functions/_shared/domain/plans.json' with { type: 'json' }
import type { BillingAccount } from '../../../shared/billing/account.ts'

const estimates: Record<string, { flat: number; extra: number; included: number }> =
  plans.spend_estimate_monthly_cents

/**
 * Cents a month of a plan for so many members; null where the plan cannot hold them or is not known. What the account's
 * own plan includes is known better than the rule.
 */
export function estimateOf(
  name: string,
  members: number,
  account: Pick<BillingAccount, 'product' | 'included_members'>,
): number | null {
  const estimate = estimates[name]
  if (!estimate) return null
  const own = account.product.name === name ? account.included_members : null
  const extra = Math.max(0, members - (own ?? estimate.included))
  if (extra > 0 && estimate.extra === 0) return null
  return estimate.flat + extra * estimate.extra
}
