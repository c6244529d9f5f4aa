// What a change would cost, as Stripe works it out to the second.
import { z } from '@hono/zod-openapi'
import type { Stripe } from 'stripe'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { linesToPay } from '../../_shared/billing/invoice-lines.ts'
import type { SoldPlan } from '../../_shared/billing/plans.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { asked } from './asking.ts'
import { requirePaid, subscriptionOf, upgradeOf } from './change-plan.ts'
import { discountsWith, type Found } from './promotion-code.ts'

export const previewSchema = z.object({
  amount: z.int().meta({ description: 'What is due now, in US cents: the sum of the lines.' }),
  total: z.int().meta({ description: 'What the change itself comes to; below zero it becomes credit.' }),
  days_remaining: z.int().meta({ description: 'Of the present period.' }),
  lines: z.array(z.object({ label: z.string(), amount: z.int() })),
  proration_date: z
    .int()
    .nullable()
    .meta({ description: 'Sent with the change, it costs exactly this. Seconds since 1970.' }),
})

export type Preview = z.infer<typeof previewSchema>

const daySeconds = 86_400
/** How long the price of a preview holds. */
const holdsSeconds = 15 * 60
/** How far the clocks of two of our machines may be apart. */
const clockSeconds = 60

/** What an upgrade costs now, with a promotion code if one is given; 409 in Stripe's words where it cannot be redeemed. */
export async function previewOfUpgrade(
  stripe: Stripe,
  account: BillingAccount,
  plan: SoldPlan,
  code: Found | null,
): Promise<Preview> {
  requirePaid(account)
  const subscription = await subscriptionOf(stripe, account)
  return previewOf(stripe, account, subscription, upgradeOf(account, subscription, plan), code)
}

/**
 * Refuses (409) to charge by another moment than about now: a date to come would cost next to nothing, one long past would
 * give back what was used.
 */
export function requireRecent(
  account: BillingAccount,
  subscription: Stripe.Subscription,
  date: number,
): void {
  const { now, start } = momentIn(account, subscription)
  if (date > now + clockSeconds || date < Math.max(start, now - holdsSeconds))
    throw refusal('CONFLICT', 'This price is out of date. Please look at it again.')
}

/** What other items of a subscription cost now. */
export async function previewOf(
  stripe: Stripe,
  account: BillingAccount,
  subscription: Stripe.Subscription,
  change: Pick<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails, 'items' | 'billing_cycle_anchor'>,
  code: Found | null = null,
): Promise<Preview> {
  const { now, end } = momentIn(account, subscription)
  const preview = await asked(
    stripe.invoices.createPreview({
      subscription: subscription.id,
      ...discountsWith(subscription, code),
      subscription_details: { ...change, proration_behavior: 'always_invoice', proration_date: now },
    }),
  )
  const left = { days_remaining: Math.max(0, Math.ceil((end - now) / daySeconds)), proration_date: now }
  // In a trial a change costs nothing yet: what Stripe shows then is the first invoice after it.
  if (preview.lines.data.every(({ period }) => period.start >= end))
    return { amount: 0, total: 0, lines: [], ...left }
  return { amount: preview.amount_due, total: preview.total, lines: linesToPay(preview), ...left }
}

/**
 * What the next invoice gives back where items of a subscription become fewer now, in cents, taxes included: the prorations
 * that begin at this moment. Those that wait already are not counted.
 */
export async function creditOf(
  stripe: Stripe,
  account: BillingAccount,
  subscription: Stripe.Subscription,
  change: Pick<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails, 'items'>,
): Promise<number> {
  const { now } = momentIn(account, subscription)
  const { lines } = await asked(
    stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { ...change, proration_behavior: 'create_prorations', proration_date: now },
    }),
  )
  const credits = lines.data.filter(
    ({ parent, period }) => parent?.subscription_item_details?.proration && period.start === now,
  )
  return credits.reduce((sum, { amount, taxes }) => sum - amount - addedTax(taxes), 0)
}

function addedTax(taxes: Stripe.InvoiceLineItem['taxes']): number {
  return (taxes ?? [])
    .filter(({ tax_behavior: behaviour }) => behaviour === 'exclusive')
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Stripe's clock, which in its test mode may be ahead of ours, within the period of a subscription. Seconds since 1970. */
function momentIn({ ahead }: BillingAccount, subscription: Stripe.Subscription) {
  const end = subscription.items.data[0]?.current_period_end ?? 0
  const start = subscription.items.data[0]?.current_period_start ?? 0
  const clock = Math.floor(Date.now() / 1000) + ahead
  return { start, end, now: Math.min(Math.max(clock, start), Math.max(start, end - 1)) }
}
