import { anyone, member, nobody, type Rule, workspace } from '../support/callers.ts'
import type { RouteCells } from './routes.ts'

const billing = workspace('WorkspaceBilling')
const cell = (route: string, more: Partial<RouteCells> = {}): RouteCells => ({
  route: route.replace('…', '/workspaces/{id}/billing'),
  in: 'workspace',
  may: billing,
  ...more,
})

// What is asked for is not there: who manages billing is told so, other members that they may not ask.
const asksForNothing = { may: nobody, knows: ((who, at) => member(who, at) && !billing(who, at)) as Rule }

// Nothing is bought here: who may is told that there is no subscription, or that something is wrong with what they sent.
export const billingRoutes: RouteCells[] = [
  cell('GET /billing/products', { in: 'anywhere', may: anyone, open: true }),
  // With the signature of Stripe.
  cell('POST /webhooks/stripe', { in: 'anywhere', may: nobody, knows: anyone, body: () => ({}) }),
  cell('GET …'),
  cell('PUT …', { body: () => ({ stripe_billing_email: 'money@doors.example' }) }),
  cell('POST …/checkout', {
    body: () => ({
      mode: 'subscription',
      billing_pricing_plan_id: 3,
      success_url: 'https://elsewhere.example/',
      cancel_url: 'https://elsewhere.example/',
    }),
  }),
  cell('PUT …/checkout', { ...asksForNothing, body: () => ({ session_id: 'cs_test_none' }) }),
  cell('POST …/portal', { body: () => ({ return_url: 'https://elsewhere.example/' }) }),
  cell('GET …/invoices'),
  cell('GET …/proration/{product_id}', { params: () => ({ product_id: '1' }) }),
  cell('PUT …/upgrade', { body: () => ({ product_id: 5 }) }),
  cell('PUT …/downgrade', { body: () => ({ product_id: 2 }) }),
  cell('DELETE …/downgrade'),
  cell('PUT …/interval', { body: () => ({ interval: 12 }) }),
  cell('POST …/cancel', { body: () => ({ reason: 'not_needed' }) }),
  cell('DELETE …/cancel'),
  cell('POST …/promotion-code/{code}', {
    ...asksForNothing,
    params: () => ({ code: 'NONE' }),
    body: () => ({ product_id: 2, cycle_interval_months: 1 }),
  }),
  cell('GET …/seats'),
  cell('PUT …/seats', { body: () => ({ paid: 1 }) }),
]
