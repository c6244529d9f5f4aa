// What a workspace has bought, as those see it who pay for it.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import type { BillingAccount as AccountRow } from '../../../../supabase/functions/_shared/domain/rows.ts'
import { config } from '../config/config.ts'
import { callAsMe } from '../data/as-me.ts'
import { usePermissions } from '../data/me.ts'
import { useRead } from '../data/read.ts'
import { liveKeys } from '../data/realtime.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { enterpriseId, freeId } from './products.ts'

export type {
  Contract,
  Discount,
  MoneyLine,
  PaymentMethod,
  PendingChange,
  PricePaid,
  UnconfirmedChange as Unconfirmed,
} from '../../../../supabase/functions/_shared/domain/rows.ts'

liveKeys({
  billing_accounts: [['billing'], ['billing-status'], ['features']],
  billing_invoices: [['billing-invoices']],
})

/** A workspace's billing account. `is_test`: no money moves, the installation has no account of its own, or one for tests. */
export type BillingAccount = AccountRow & { is_test: boolean }

/** Path of a billing call of a workspace. */
export function billingPath(workspaceId: number, call = ''): string {
  return `/workspaces/${encodeId('wk', workspaceId)}/billing${call}`
}

/** The account of this workspace, for who may manage billing. */
export function useBillingAccount(enabled = true) {
  const { id } = useWorkspace()
  return useRead({
    key: ['billing'],
    read: () => callAsMe<BillingAccount>(billingPath(id)),
    // What webhooks change is told by notices; who comes back to the page sees it at once all the same.
    staleTime: 0,
    enabled,
  })
}

/** Whether the caller pays for this workspace here: never on an installation of one company. */
export function useCanBill(): boolean {
  const { can } = usePermissions()
  return config.mode === 'multi_tenant' && can('WorkspaceBilling')
}

/** Whether the plan is tried out now: the provider says so of its own, an operator's trial ends by the clock. */
export function isTrial(
  { stripe_status, trial_end_at }: Pick<BillingAccount, 'stripe_status' | 'trial_end_at'>,
  now = Date.now(),
): boolean {
  if (trial_end_at === null) return false
  return stripe_status === 'trialing' || (stripe_status === null && Date.parse(trial_end_at) > now)
}

/** Whether the plan is agreed on in person, not bought here. */
export function isAgreed(account: Pick<BillingAccount, 'billing_product_id' | 'managed_by'>): boolean {
  return account.billing_product_id === enterpriseId || account.managed_by === 'contract'
}

/** Whether nothing was ever bought: there is nothing to change, a plan is chosen. */
export function isFresh(
  account: Pick<BillingAccount, 'billing_product_id' | 'has_payment_customer'>,
): boolean {
  return account.billing_product_id === freeId && !account.has_payment_customer
}
