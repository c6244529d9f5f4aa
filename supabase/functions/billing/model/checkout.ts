// Checkouts: at most one is open for a workspace, so that two tabs buy one subscription.
import { z } from '@hono/zod-openapi'
import type { Stripe } from 'stripe'
import { sha256Hex } from '../../_shared/auth/browser.ts'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { planOf } from '../../_shared/billing/plans.ts'
import { readAndApply } from '../../_shared/billing/reading.ts'
import { checkoutTax, idOf } from '../../_shared/billing/stripe.ts'
import { endUnpaid } from '../../_shared/billing/unpaid.ts'
import { type Attempt, billingStore, keepAttempt, keepCustomer } from '../../_shared/db/service-billing.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { accountOf, asked, isRefused } from './asking.ts'

/** What a checkout is for; all that the request to Stripe is made of, so that the same attempt makes the same request. */
const checkoutParams = z.object({
  plan_id: z.int(),
  seats: z.int(),
  trial_days: z.int(),
  success_url: z.string(),
  cancel_url: z.string(),
})

export type CheckoutParams = z.infer<typeof checkoutParams>

/** The customer of a workspace at Stripe, made where there is none; once, however often it is asked for. */
export async function customerOf(stripe: Stripe, account: BillingAccount): Promise<string> {
  if (account.customer) return account.customer
  const customer = {
    name: account.name,
    ...(account.email ? { email: account.email } : {}),
    metadata: { workspace_id: String(account.workspace_id), workspace: account.slug },
  }
  // The key is a header, which holds no letter beyond Latin ones, and other words of the customer are another request.
  // After one that was deleted at Stripe another is made: how often the account was read tells them apart.
  const digest = (await sha256Hex(JSON.stringify([customer, account.reads]))).slice(0, 32)
  const made = await asked(
    stripe.customers.create(customer, { idempotencyKey: `customer:${account.workspace_id}:${digest}` }),
  )
  return keepCustomer(account.workspace_id, made.id)
}

/** The session of an attempt: made by the first who asks, the same for all others. One that is refused ends the attempt. */
export async function sessionOf(
  stripe: Stripe,
  account: BillingAccount,
  attempt: Attempt,
): Promise<Stripe.Checkout.Session> {
  if (attempt.stripe_id) return asked(stripe.checkout.sessions.retrieve(attempt.stripe_id))
  const session = await made(stripe, account, attempt).catch(async (error) => {
    // Nothing was made: who asks next begins anew, instead of asking for the same again.
    if (isRefused(error)) await keepAttempt(attempt.id, null, true)
    throw error
  })
  await keepAttempt(attempt.id, session.id, false)
  return session
}

async function made(
  stripe: Stripe,
  account: BillingAccount,
  attempt: Attempt,
): Promise<Stripe.Checkout.Session> {
  const params = checkoutParams.parse(attempt.params)
  const plan = planOf(account, params.plan_id)
  return asked(
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: attempt.customer ?? (await customerOf(stripe, account)),
        client_reference_id: String(account.workspace_id),
        line_items: [
          { price: plan.flat_price, quantity: 1 },
          ...(params.seats > 0 ? [{ price: plan.seat_price, quantity: params.seats }] : []),
        ],
        allow_promotion_codes: true,
        ...checkoutTax(),
        payment_method_collection: 'always',
        success_url: params.success_url,
        cancel_url: params.cancel_url,
        metadata: { workspace_id: String(account.workspace_id) },
        subscription_data: {
          billing_mode: { type: 'flexible' },
          metadata: { workspace_id: String(account.workspace_id) },
          ...(params.trial_days > 0
            ? {
                trial_period_days: params.trial_days,
                trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
              }
            : {}),
        },
      },
      { idempotencyKey: `${attempt.id}:checkout` },
    ),
  )
}

/** Ends a checkout that is open still, with what was begun there; one that was completed meanwhile is applied, one that cannot be made is over. */
export async function closeCheckout(stripe: Stripe, workspaceId: number, attempt: Attempt): Promise<void> {
  const account = await accountOf(workspaceId)
  const session = await sessionOf(stripe, account, attempt).catch((error) => {
    if (attempt.stripe_id || !isRefused(error)) throw error
    return null
  })
  if (!session) return
  const closed = session.status === 'open' ? await expired(stripe, session.id) : session
  const customer = idOf(closed.customer)
  if (closed.status === 'expired' && customer) await asked(endUnpaid(stripe, customer))
  await asked(readAndApply(billingStore, stripe, { workspaceId }))
  await keepAttempt(attempt.id, session.id, true)
}

/** Expires a session; the session as it is where it was completed in that moment. */
async function expired(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(id)
  } catch (error) {
    const now = await asked(stripe.checkout.sessions.retrieve(id))
    if (now.status === 'open') throw error
    return now
  }
}

/** A completed session of this workspace; refused where it is not that (404), open or expired (409). */
export async function completedSession(
  stripe: Stripe,
  account: BillingAccount,
  id: string,
): Promise<Stripe.Checkout.Session> {
  let session: Stripe.Checkout.Session
  try {
    session = await stripe.checkout.sessions.retrieve(id)
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_missing') throw refusalFor('checkout_not_found')
    return asked(Promise.reject(error))
  }
  const isOurs = account.customer !== null && idOf(session.customer) === account.customer
  if (!isOurs || session.mode !== 'subscription') throw refusalFor('checkout_not_found')
  if (session.status === 'expired') throw refusalFor('checkout_expired')
  if (session.status !== 'complete') throw refusalFor('checkout_not_complete')
  return session
}
