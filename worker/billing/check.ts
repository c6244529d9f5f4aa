// The check of an account: what Stripe told and nobody heard is applied, and what waits for the next period is made to fit
// the members of now.
import type { Stripe } from 'stripe'
import { fitNextPeriod } from '../../supabase/functions/_shared/billing/fit.ts'
import { type EventRead, readAndApply } from '../../supabase/functions/_shared/billing/reading.ts'
import { cancelAgain, takeBack } from '../../supabase/functions/_shared/billing/waiting.ts'
import { closeCheckouts } from './checkouts.ts'
import { accountOf, type Db, only, storeOf } from './store.ts'

/** Checks one workspace against Stripe; answers the columns that were not as they should be. Without Stripe, the database's own rules only. */
export async function checkBilling(db: Db, stripe: Stripe | null, workspaceId: number): Promise<string[]> {
  const { rows: before } = await db.query<{ was: unknown; customer: string | null }>(
    'select to_jsonb(a) as was, a.stripe_customer_id as customer from public.billing_accounts a where a.workspace_id = $1',
    [workspaceId],
  )
  const [account] = before
  if (!account) return []
  if (stripe && account.customer) {
    await endCutOff(db, stripe, workspaceId)
    await readAndApply(storeOf(db), stripe, { workspaceId, isWhole: true })
    await applyEventsLeft(db, stripe, account.customer)
    await closeCheckouts(db, stripe, workspaceId, 24)
    const day = new Date().toISOString().slice(0, 10)
    await fitNextPeriod(stripe, await accountOf(db, workspaceId), (step) => ({
      idempotencyKey: `${step}:${day}`,
    }))
  }
  const { rows } = await db.query<{ repaired: string[] }>('select private.end_check($1, $2) as repaired', [
    workspaceId,
    JSON.stringify(account.was),
  ])
  return only(rows).repaired
}

/** Changes that were cut off in the middle: an upgrade takes back what waited, all others put it back. */
async function endCutOff(db: Db, stripe: Stripe, workspaceId: number): Promise<void> {
  const { subscription, is_live: isLive } = await accountOf(db, workspaceId)
  if (!subscription || !isLive) return
  await takeBack(stripe, subscription)
  const { rows } = await db.query<{ id: string }>(
    `update private.billing_attempts set taken_until = now() + interval '90 seconds'
     where workspace_id = $1 and ended_at is null and waited is not null and taken_until <= now() returning id`,
    [workspaceId],
  )
  for (const { id } of rows) {
    await cancelAgain(stripe, subscription, (step) => ({ idempotencyKey: `${id}:${step}` }))
    await db.query('select public.svc_keep_attempt($1, null, true)', [id])
  }
}

/** Events that came and could not be applied: what they told is read by now, and they are done. */
async function applyEventsLeft(db: Db, stripe: Stripe, customer: string): Promise<void> {
  const { rows } = await db.query<EventRead>(
    `select id, type, api_version, extract(epoch from created)::bigint::int as created, object_id from private.stripe_events
     where customer_id = $1 and processed_at is null and received_at < now() - interval '5 minutes' order by received_at limit 100`,
    [customer],
  )
  for (const event of rows) await readAndApply(storeOf(db), stripe, { customer, event })
}
