// What is asked of the billing function, typed; paths are those of the specification.

import { type BillingAccount, billingPath, type MoneyLine } from '../../shared/billing/account.ts'
import type { Interval } from '../../shared/billing/money.ts'
import { callAsMe } from '../../shared/data/as-me.ts'
import { useRead } from '../../shared/data/read.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { Reason } from './cancel/reasons.ts'

export interface Invoice {
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  total: number
  amount_paid: number
  /** Given back to the card. */
  amount_refunded: number
  /** Taken off by credit notes, refunded or not. */
  amount_credited: number
  currency: string
  period_start: string | null
  period_end: string | null
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  created_at: string
}

/** The workspace's invoices, newest first. */
export function useInvoices() {
  const { id } = useWorkspace()
  return useRead({
    key: ['billing-invoices'],
    read: async () => (await callAsMe<{ invoices: Invoice[] }>(billingPath(id, '/invoices'))).invoices,
    staleTime: 0,
  })
}

/** Something that the plan holds and another one has less of, or not at all. */
export interface Loss {
  feature: string
  type: 'limit' | 'toggle'
  /** Null for a toggle. */
  used: number | null
  /** What the other plan has of it; null is none. */
  max: number | null
  /** What there is of it stays in use; only more is refused. */
  goes_on: boolean
}

export interface Proration {
  /** Cents that are due now. */
  amount: number
  days_remaining: number
  lines: MoneyLine[]
  total: number
  /** The moment all of it is counted from; sent along when it is confirmed. */
  proration_date: number | null
  loses: Loss[]
}

/** What a change to another plan costs now, with a promotion code where one is given, and what it takes away. */
export function useProration(productId: number, interval: Interval | null, code = '') {
  const { id } = useWorkspace()
  const query = new URLSearchParams({
    ...(interval ? { interval: String(interval) } : {}),
    ...(code ? { promotion_code: code } : {}),
  }).toString()
  return useRead({
    key: ['billing-proration', { productId, interval, code }],
    read: () => callAsMe<Proration>(billingPath(id, `/proration/${productId}${query ? `?${query}` : ''}`)),
    // Counted by the second.
    staleTime: 0,
    retry: false,
  })
}

export interface Upgrade {
  product_id: number
  interval?: Interval
  promotion_code?: string
  proration_date?: number
}

type Method = 'PUT' | 'POST' | 'DELETE'

function change(workspaceId: number, method: Method, call: string, json?: object) {
  return callAsMe<BillingAccount>(billingPath(workspaceId, call), { method, ...(json ? { json } : {}) })
}

/** The changes of an account; each answers the account as it is afterwards. */
export const changes = {
  email: (id: number, email: string) => change(id, 'PUT', '', { stripe_billing_email: email }),
  upgrade: (id: number, upgrade: Upgrade) => change(id, 'PUT', '/upgrade', upgrade),
  downgrade: (id: number, productId: number) => change(id, 'PUT', '/downgrade', { product_id: productId }),
  keepPlan: (id: number) => change(id, 'DELETE', '/downgrade'),
  interval: (id: number, interval: Interval) => change(id, 'PUT', '/interval', { interval }),
  cancel: (id: number, reason: Reason, details: string) => change(id, 'POST', '/cancel', { reason, details }),
  resume: (id: number) => change(id, 'DELETE', '/cancel'),
} as const

/** The provider's page for cards and invoices. */
export function openPortal(workspaceId: number) {
  return callAsMe<{ redirect_url: string }>(billingPath(workspaceId, '/portal'), {
    method: 'POST',
    json: { return_url: window.location.origin + window.location.pathname },
  })
}

/** What is read again after each change: the plan decides what the rest of the app allows. */
export const billingLists = [
  'billing',
  'billing-invoices',
  'billing-status',
  'features',
  'assignable-roles',
  'workspace-state',
]
