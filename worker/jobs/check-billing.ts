// Job `check_billing`: one workspace's account against Stripe, daily, and some days before it renews.
import type { Task } from 'graphile-worker'
import { stripeClient } from '../../supabase/functions/_shared/billing/stripe.ts'
import { checkBilling } from '../billing/check.ts'
import { billTrueUps } from '../billing/true-up.ts'
import type { Context } from '../context.ts'

/** The graphile-worker task; payload `{workspace_id}`. Rejects when Stripe does not answer, to be tried again. */
export function checkBillingJob({ db, log }: Context): Task {
  return async (payload) => {
    const { workspace_id: workspaceId } = payload as { workspace_id: number }
    const repaired = await checkBilling(db, await stripeClient(), workspaceId)
    if (repaired.length > 0)
      log('warn', 'billing repaired', { workspace: workspaceId, what: repaired.join(', ') })
  }
}

/** The graphile-worker task that bills the quarter of contracts. */
export function billTrueUpsJob({ db, log }: Context): Task {
  return async () => {
    const billed = await billTrueUps(db, await stripeClient())
    if (billed > 0) log('info', 'quarters of contracts billed', { workspaces: billed })
  }
}
