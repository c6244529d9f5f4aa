// The billing account as the API shows it: what the database says, without what Stripe knows it by.
import { z } from '@hono/zod-openapi'
import { movesNoMoney } from '../../_shared/billing/stripe.ts'
import { rpc } from '../../_shared/db/rest.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { timestamp } from '../../_shared/http/describe.ts'

const interval = z.union([z.literal(1), z.literal(12)])
const cents = z.int().meta({ description: 'In US cents.' })

export const billingSchema = z
  .object({
    billing_product_id: z.int(),
    billing_pricing_plan_id: z.int().nullable(),
    renew_billing_pricing_plan_id: z.int().nullable(),
    cycle_interval_months: interval.nullable(),
    included_members: z.int().nullable(),
    paid_members: z.int().nullable(),
    trial_end_at: timestamp.nullable(),
    status: z.enum(['active', 'action_required']),
    stripe_status: z.string().nullable(),
    stripe_cancel_at_period_end: z.boolean(),
    stripe_current_period_end: timestamp.nullable(),
    next_renewal_at: timestamp.nullable(),
    next_invoice_at: timestamp.nullable(),
    next_invoice_type: z.enum(['renewal', 'true-up']).nullable(),
    next_invoice_projection: z
      .object({ total: cents, details: z.array(z.object({ label: z.string(), amount: cents })) })
      .nullable(),
    price: z
      .object({
        flat: cents,
        user: cents.meta({ description: 'Of one seat.' }),
        discounts: z.array(
          z.object({
            name: z.string().nullable(),
            percent_off: z.number().nullable(),
            amount_off: cents.nullable(),
            ends_at: timestamp.nullable(),
          }),
        ),
      })
      .nullable()
      .meta({ description: 'What the plan costs this workspace each period, before discounts and taxes.' }),
    contract: z
      .object({
        seat_price: cents
          .nullable()
          .meta({ description: 'Of one more seat a year; null: there are no more.' }),
        ends_at: timestamp.nullable(),
        seats_beyond: z.int().meta({ description: 'In use beyond those agreed on.' }),
        amount: cents.nullable().meta({ description: 'Of this quarter’s true-up, as of now.' }),
      })
      .nullable()
      .meta({ description: 'What was agreed on outside the payment provider.' }),
    stripe_billing_email: z.string().nullable(),
    managed_by: z.enum(['stripe', 'contract']),
    invoice_error: z.string().nullable().meta({ description: 'Why the newest invoice is not paid.' }),
    product: z.object({ id: z.int(), name: z.string(), label: z.string(), priority: z.int() }),
    members: z.object({
      used: z.int(),
      included: z.int().nullable(),
      paid: z.int(),
      pending: z.int().nullable().meta({ description: 'Seats that open invitations will take.' }),
    }),
    limits: z.array(
      z.object({
        name: z.string(),
        used: z.int(),
        max: z.int().nullable().meta({ description: 'Null is unlimited.' }),
      }),
    ),
    pending: z
      .object({
        kind: z.enum(['interval', 'downgrade', 'cancel']),
        at: timestamp.nullable(),
        product_id: z.int(),
        interval: interval.nullable().meta({ description: 'Null for a plan that is cancelled.' }),
      })
      .nullable()
      .meta({ description: 'What will be at the end of the period.' }),
    unconfirmed: z
      .object({
        url: z.string(),
        amount: cents,
        until: timestamp,
        product_id: z.int().nullable(),
        paid_members: z.int(),
      })
      .nullable()
      .meta({
        description:
          'A change that begins once the payment is confirmed on the page of the bank, until when.',
      }),
    payment_method: z
      .object({ brand: z.string(), last4: z.string(), expires: z.string().nullable() })
      .nullable(),
    has_payment_customer: z.boolean(),
    has_subscription: z.boolean(),
    trial_available: z.boolean(),
    read_only_projects: z.int(),
    lock_at: timestamp.nullable(),
    lock_reason: z.enum(['failed_payment', 'overusage']).nullable(),
    is_test: z.boolean().meta({ description: 'Whether no money moves.' }),
  })
  .meta({ id: 'BillingAccount' })

export type BillingView = z.infer<typeof billingSchema>

/** The account, for who may manage billing (403, 404 else; 404 where an installation has no plans). */
export async function billingView(c: AppContext, workspaceId: number): Promise<BillingView> {
  const account = await rpc(c, 'workspace_billing', { p_workspace_id: workspaceId })
  return { ...account, is_test: movesNoMoney() }
}
