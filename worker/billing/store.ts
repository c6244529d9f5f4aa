// The database, for readings of Stripe by the worker and by operators.
import type { ClientBase, Pool } from 'pg'
import type { BillingAccount } from '../../supabase/functions/_shared/billing/account.ts'
import type { BillingStore, Reading } from '../../supabase/functions/_shared/billing/reading.ts'

export type Db = Pool | ClientBase

/** Readings by a connection of one's own. */
export function storeOf(db: Db): BillingStore {
  return {
    async begin(workspaceId, customer, event) {
      const { rows } = await db.query<{ reading: Reading }>(
        'select public.svc_begin_reading($1, $2, $3) as reading',
        [workspaceId, customer, event],
      )
      return only(rows).reading
    },
    async apply({ workspace_id, reading }, snapshot, eventId, ahead) {
      const { rows } = await db.query<{ applied: boolean }>(
        'select public.svc_apply_reading($1, $2, $3, $4, $5) as applied',
        [workspace_id, reading, JSON.stringify(snapshot), eventId, ahead],
      )
      return only(rows).applied
    },
  }
}

/** A workspace's account with its ids at Stripe. */
export async function accountOf(db: Db, workspaceId: number): Promise<BillingAccount> {
  const { rows } = await db.query<{ account: BillingAccount | null }>(
    'select public.svc_billing_account($1) as account',
    [workspaceId],
  )
  const { account } = only(rows)
  if (!account) throw new Error(`There is no workspace ${workspaceId}.`)
  return account
}

/** The row of a query that has one. */
export function only<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('The query has no row.')
  return row
}
