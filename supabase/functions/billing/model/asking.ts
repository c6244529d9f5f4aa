// How Stripe is asked: by who may, within bounds, and its refusals in the catalogue's words.
import type { Stripe } from 'stripe'
import { signedIn } from '../../_shared/auth/caller.ts'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { stripeClient } from '../../_shared/billing/stripe.ts'
import { billingAccount } from '../../_shared/db/service-billing.ts'
import { decodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { allowChange, limit } from '../../_shared/http/limit.ts'
import { ProblemError, refusalFor } from '../../_shared/http/problem.ts'
import { type BillingView, billingView } from './account.ts'

export interface Asking {
  stripe: Stripe
  account: BillingAccount
  view: BillingView
  authId: string
}

/** Who manages the billing of a workspace (`wk_…`), with its account and Stripe; 503 where no Stripe is configured. */
export async function asking(c: AppContext, id: string): Promise<Asking> {
  const { authId } = signedIn(c)
  await allowChange(c)
  await limit(c, 'billing', 120, 600)
  const workspaceId = decodeId('wk', id)
  const view = await billingView(c, workspaceId)
  return { stripe: await configured(), account: await accountOf(workspaceId), view, authId }
}

/** Stripe, or the refusal (503) where none is configured. */
export async function configured(): Promise<Stripe> {
  const stripe = await stripeClient()
  if (!stripe) throw refusalFor('billing_not_configured')
  return stripe
}

/** The account of a workspace that is there. */
export async function accountOf(workspaceId: number): Promise<BillingAccount> {
  const account = await billingAccount(workspaceId)
  if (!account) throw refusalFor('workspace_not_found')
  return account
}

/** What Stripe answers; its refusals become problems: of a card 402, of a request 409, none at all 503. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw problemOf(error)
  }
}

function problemOf(error: unknown): unknown {
  if (
    !(error instanceof Error) ||
    error instanceof ProblemError ||
    !error.constructor.name.startsWith('Stripe')
  )
    return error
  const { type, message: told } = error as Stripe.errors.StripeError
  const message = withoutIds(told)
  if (type === 'StripeCardError') return refusalFor('payment_refused', { message }, { cause: error })
  if (type === 'StripeInvalidRequestError')
    return refusalFor('payment_provider_refused', { message }, { cause: error })
  return refusalFor('payment_provider_away', {}, { cause: error, headers: { 'Retry-After': '5' } })
}

/** Stripe's words without its ids, which nobody outside is told: "No such customer: …". */
function withoutIds(message: string): string {
  return message.replace(
    /'?\b(?:cus|sub|sub_sched|si|in|pi|pm|seti|price|prod|promo|di|cs|acct)_\w{8,}'?/g,
    '…',
  )
}

/** Whether Stripe said no, so that nothing of what was asked can still happen. */
export function isRefused(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status < 500
}
