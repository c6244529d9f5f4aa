// A change of a plan: one at a time a workspace, under a stored key, and then read back as any event would be.
import type { Stripe } from 'stripe'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { readAndApply } from '../../_shared/billing/reading.ts'
import {
  type Attempt,
  beginAttempt,
  billingStore,
  keepAttempt,
  releaseAttempt,
} from '../../_shared/db/service-billing.ts'
import type { Json } from '../../_shared/domain/database.gen.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { type Asking, accountOf, asked, isRefused } from './asking.ts'
import { closeCheckout } from './checkout.ts'

export interface Change {
  stripe: Stripe
  attempt: Attempt
  account: BillingAccount
  /** The key of a step, by which asking again does nothing twice. */
  key(step: string): { idempotencyKey: string }
}

const rounds = 3

/**
 * Asks Stripe for a change, and applies what Stripe says then. What it refused is over; what nobody saw the end of is taken
 * up, under the same key, by who asks for the same again. `check` sees the account as Stripe has it now, and may refuse, or
 * answer that there is nothing to do.
 */
export async function changing(
  { stripe, account, authId }: Asking,
  wanted: { intent: string; params: Record<string, Json> },
  check: (account: BillingAccount) => 'go' | 'done',
  work: (change: Change) => Promise<void>,
): Promise<void> {
  const id = account.workspace_id
  const attempt = await begun(stripe, id, authId, wanted)
  const key = (step: string) => ({ idempotencyKey: `${attempt.id}:${step}` })
  try {
    await read(stripe, id)
    const fresh = await accountOf(id)
    if (check(fresh) === 'go') {
      await asked(work({ stripe, attempt, account: fresh, key }))
      await read(stripe, id)
    }
  } catch (error) {
    await (isRefused(error) ? keepAttempt(attempt.id, null, true) : releaseAttempt(attempt.id))
    throw error
  }
  await keepAttempt(attempt.id, null, true)
}

/** Begins the attempt; a checkout that is open is closed first. */
export async function begun(
  stripe: Stripe,
  workspaceId: number,
  authId: string,
  { intent, params }: { intent: string; params: Record<string, Json> },
): Promise<Attempt> {
  for (let round = 0; round < rounds; round++) {
    const attempt = await beginAttempt(workspaceId, authId, intent, params)
    if (!attempt.is_other) return attempt
    await closeCheckout(stripe, workspaceId, attempt)
  }
  throw refusalFor('billing_change_under_way')
}

/** Reads the workspace's customer at Stripe and applies it. */
export function read(stripe: Stripe, workspaceId: number): Promise<void> {
  return asked(readAndApply(billingStore, stripe, { workspaceId }))
}
