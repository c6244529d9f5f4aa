// What a workspace has bought, as those see it who pay for it.
import type { Database } from '../../../../supabase/functions/_shared/domain/database.gen.ts'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { config } from '../config/config.ts'
import { callAsMe } from '../data/as-me.ts'
import { usePermissions } from '../data/me.ts'
import { useRead } from '../data/read.ts'
import { liveKeys } from '../data/realtime.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { enterpriseId, freeId, type Product } from './products.ts'

liveKeys({
  billing_accounts: [['billing'], ['billing-status'], ['features']],
  billing_invoices: [['billing-invoices']],
})

/** A line of a projection or a preview, in cents. */
export interface MoneyLine {
  label: string
  amount: number
}

/** What waits for the end of the period, and can be taken back until then. */
export interface PendingChange {
  kind: 'interval' | 'downgrade' | 'cancel'
  at: string | null
  product_id?: number
  interval?: number
}

/** A change that begins once its payment is confirmed on the bank's page, and is given up after `until`. */
export interface Unconfirmed {
  url: string
  /** Cents. */
  amount: number
  until: string
  product_id: number | null
  paid_members: number
}

/** What is taken off each invoice: percent, or cents. */
export interface Discount {
  name: string | null
  percent_off: number | null
  amount_off: number | null
  ends_at: string | null
}

/** What the plan costs this workspace each period, whatever it costs others by now; cents, before discounts and taxes. */
export interface PricePaid {
  flat: number
  user: number
  discounts: Discount[]
}

/** What was agreed on outside the provider; cents. */
export interface Contract {
  /** Of one more seat a year; null: there are no more. */
  seat_price: number | null
  ends_at: string | null
  seats_beyond: number
  /** Of this quarter's true-up, as of now. */
  amount: number | null
}

export interface PaymentMethod {
  brand: string
  last4: string
  /** The last day of its month. */
  expires: string | null
}

type Columns = Pick<
  Database['public']['Tables']['billing_accounts']['Row'],
  | 'billing_product_id'
  | 'billing_pricing_plan_id'
  | 'renew_billing_pricing_plan_id'
  | 'cycle_interval_months'
  | 'stripe_status'
  | 'stripe_cancel_at_period_end'
  | 'stripe_current_period_end'
  | 'next_renewal_at'
  | 'next_invoice_at'
  | 'stripe_billing_email'
  | 'trial_end_at'
  | 'included_members'
  | 'paid_members'
>

/** A workspace's billing account. Times are ISO 8601, sums in cents. */
export interface BillingAccount extends Columns {
  next_invoice_type: 'renewal' | 'true-up' | null
  next_invoice_projection: { total: number; details: MoneyLine[] } | null
  price: PricePaid | null
  contract: Contract | null
  status: 'active' | 'action_required'
  managed_by: 'stripe' | 'contract'
  /** Whether something was bought here before, or is now. */
  has_payment_customer: boolean
  /** Whether there is a subscription that can be changed, be it in its trial or with a payment that failed. */
  has_subscription: boolean
  product: Pick<Product, 'id' | 'name' | 'label' | 'priority'>
  members: { used: number; included: number | null; paid: number; pending: number | null }
  /** Projects beyond what the plan holds. */
  read_only_projects: number
  lock_at: string | null
  pending: PendingChange | null
  unconfirmed: Unconfirmed | null
  payment_method: PaymentMethod | null
  invoice_error: string | null
  /** No money moves: the installation has no account of its own, or one for tests. */
  is_test: boolean
  trial_available: boolean
}

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
