// Pages on which somebody could still pay, closed by the worker and by operators.
import type { Stripe } from 'stripe'
import { readAndApply } from '../../supabase/functions/_shared/billing/reading.ts'
import { idOf } from '../../supabase/functions/_shared/billing/stripe.ts'
import { endUnpaid } from '../../supabase/functions/_shared/billing/unpaid.ts'
import { type Db, storeOf } from './store.ts'

/** Ends the checkouts of a workspace that are older than `hours`: expired at Stripe first, with what was begun there; a page that was paid is applied. */
export async function closeCheckouts(
  db: Db,
  stripe: Stripe,
  workspaceId: number,
  hours: number,
): Promise<void> {
  const { rows } = await db.query<{ id: string; session: string }>(
    `select id, stripe_id as session from private.billing_attempts
     where workspace_id = $1 and intent = 'checkout' and ended_at is null and stripe_id is not null
       and created_at <= now() - make_interval(hours => $2)`,
    [workspaceId, hours],
  )
  for (const { id, session } of rows) {
    const { status, customer } = await stripe.checkout.sessions.retrieve(session)
    // One that is paid in this moment is refused here, and looked at again the next time.
    if (status === 'open') await stripe.checkout.sessions.expire(session)
    const whose = idOf(customer)
    if (status !== 'complete' && whose) await endUnpaid(stripe, whose)
    await readAndApply(storeOf(db), stripe, { workspaceId })
    await db.query('select public.svc_keep_attempt($1, null, true)', [id])
  }
}
