// Plans and accounts as the billing function answers them.
import plans from '../../../../supabase/functions/_shared/domain/plans.json' with { type: 'json' }
import type { BillingAccount } from '../billing/account.ts'
import type { Product } from '../billing/products.ts'

/** The plans of the catalogue; the price of a plan has its product's id and interval: 512 is Pro Team by the year. */
export const products: Product[] = plans.products.map((product) => ({
  id: product.id,
  name: product.name,
  label: product.label,
  priority: product.priority,
  description: '',
  included_members: product.included_members,
  features: [
    ...Object.entries(product.limits).map(([name, max_quantity]) => ({
      name,
      type: 'limit' as const,
      max_quantity,
    })),
    ...product.toggles.map((name) => ({ name, type: 'toggle' as const, max_quantity: null })),
  ],
  pricing_plans: Object.entries(product.prices).map(([interval, price]) => ({
    id: Number(`${product.id}${interval}`),
    cycle_interval_months: Number(interval),
    flat_fee_price: price.flat,
    user_fee_price: price.user,
  })),
}))

const [free] = products

/** A workspace that never bought anything, or what it is otherwise. */
export function billingAccount(more: Partial<BillingAccount> = {}): BillingAccount {
  return {
    billing_product_id: 1,
    billing_pricing_plan_id: null,
    renew_billing_pricing_plan_id: null,
    cycle_interval_months: null,
    stripe_status: null,
    stripe_cancel_at_period_end: false,
    stripe_current_period_end: null,
    next_renewal_at: null,
    next_invoice_at: null,
    next_invoice_type: null,
    next_invoice_projection: null,
    stripe_billing_email: null,
    trial_end_at: null,
    included_members: 1,
    paid_members: null,
    price: null,
    contract: null,
    status: 'active',
    managed_by: 'stripe',
    has_payment_customer: false,
    has_subscription: false,
    product: { id: 1, name: 'free', label: free?.label ?? '', priority: 1 },
    members: { used: 1, included: 1, paid: 0, pending: 0 },
    limits: [],
    read_only_projects: 0,
    lock_reason: null,
    lock_at: null,
    pending: null,
    unconfirmed: null,
    payment_method: null,
    invoice_error: null,
    is_test: false,
    trial_available: true,
    ...more,
  }
}

/** One that pays for Pro Team, by the month or the year, with two users beyond those included. */
export function paidAccount(more: Partial<BillingAccount> = {}): BillingAccount {
  return billingAccount({
    billing_product_id: 5,
    billing_pricing_plan_id: 51,
    cycle_interval_months: 1,
    stripe_status: 'active',
    stripe_current_period_end: '2027-03-03T12:00:00Z',
    next_renewal_at: '2027-03-03T12:00:00Z',
    next_invoice_at: '2027-03-03T12:00:00Z',
    next_invoice_type: 'renewal',
    next_invoice_projection: {
      total: 44_700,
      details: [
        { label: 'Pro Team', amount: 39_900 },
        { label: '2 extra users', amount: 4_800 },
      ],
    },
    price: { flat: 39_900, user: 2_400, discounts: [] },
    stripe_billing_email: 'money@acme.test',
    included_members: 15,
    paid_members: 2,
    has_payment_customer: true,
    has_subscription: true,
    product: { id: 5, name: 'pro_team', label: 'Pro Team', priority: 4 },
    members: { used: 17, included: 15, paid: 2, pending: 0 },
    payment_method: { brand: 'visa', last4: '4242', expires: '2031-08-31' },
    trial_available: false,
    ...more,
  })
}
