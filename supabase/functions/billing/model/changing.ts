// A change of a plan: one at a time a workspace, under a stored key, and then read back as any event would be.
import type { Stripe } from 'stripe'
import type { BillingAccount } from '../../_shared/billing/account.ts'
import { fitNextPeriod } from '../../_shared/billing/fit.ts'
import { readAndApply } from '../../_shared/billing/reading.ts'
import { cancelAgain } from '../../_shared/billing/waiting.ts'
import {
  type Attempt,
  beginAttempt,
  billingStore,
  keepAttempt,
  noteWaited,
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
  /** Notes that a cancellation is to be there where this change does not come to its end: it is put back then. */
  elseCancel(): Promise<void>
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
  const key = keyOf(attempt)
  const elseCancel = async () => {
    await noteWaited(attempt.id, 'cancel')
    attempt.waited = 'cancel'
  }
  try {
    await read(stripe, id)
    const fresh = await accountOf(id)
    if (check(fresh) === 'go') {
      await asked(work({ stripe, attempt, account: fresh, key, elseCancel }))
      await read(stripe, id)
    }
    await fitWaiting(stripe, id, key)
  } catch (error) {
    // What cannot be put back now is put back by whoever comes next: another change, or the nightly check.
    const isOver = isRefused(error) && (await putBack(stripe, attempt).catch(() => false))
    await (isOver ? keepAttempt(attempt.id, null, true) : releaseAttempt(attempt.id))
    throw error
  }
  await keepAttempt(attempt.id, null, true)
}

/**
 * What waits for the next period is made to fit what Stripe says now: a bank may not have confirmed what was asked for. The
 * renewal could come before the nightly check, which repairs what fails here; what was charged stays charged.
 */
async function fitWaiting(stripe: Stripe, id: number, key: Change['key']): Promise<void> {
  try {
    await fitNextPeriod(stripe, await accountOf(id), key)
  } catch {
    console.warn(
      `What waits for the next period of workspace ${id} was not made to fit; the nightly check does.`,
    )
  }
}

function keyOf({ id }: Attempt) {
  return (step: string) => ({ idempotencyKey: `${id}:${step}` })
}

/** Puts back what a change took that was not made; true once there is nothing of it left. */
async function putBack(stripe: Stripe, attempt: Attempt): Promise<true> {
  if (attempt.waited && attempt.subscription)
    await asked(cancelAgain(stripe, attempt.subscription, keyOf(attempt)))
  return true
}

/** Begins the attempt; a checkout that is open is closed first, and of a change that was cut off what it took is put back. */
export async function begun(
  stripe: Stripe,
  workspaceId: number,
  authId: string,
  { intent, params }: { intent: string; params: Record<string, Json> },
): Promise<Attempt> {
  for (let round = 0; round < rounds; round++) {
    const attempt = await beginAttempt(workspaceId, authId, intent, params)
    if (!attempt.is_other) return attempt
    if (attempt.intent === 'checkout') await closeCheckout(stripe, workspaceId, attempt)
    else {
      await putBack(stripe, attempt)
      await keepAttempt(attempt.id, null, true)
    }
  }
  throw refusalFor('billing_change_under_way')
}

/** Reads the workspace's customer at Stripe and applies it. */
export function read(stripe: Stripe, workspaceId: number): Promise<void> {
  return asked(readAndApply(billingStore, stripe, { workspaceId }))
}
