// Job `remove_leftovers`: what a deleted workspace left outside its rows. Each part is noted until it is gone, and the whole
// for an hour longer: an analysis may still have been writing.
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { stripeClient } from '../../supabase/functions/_shared/billing/stripe.ts'
import { deleteCustomer } from '../billing/delete-customer.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../log.ts'

/** The buckets whose objects lie in a folder named after their workspace. */
const BUCKETS = ['files', 'uploads', 'exports']
const OBJECTS_AT_ONCE = 500
const ACCOUNTS_AT_ONCE = 20

/** The graphile-worker task; payload `{workspace_id}`. Rejects to be tried again. */
export function removeLeftovers(context: Context): Task {
  return async (payload) => {
    const { workspace_id: workspaceId } = payload as { workspace_id: number }
    await removeLeftoversOf(context, workspaceId)
  }
}

/** The step of the hourly clean-up: what is still noted of any workspace. Answers how many are done. */
export async function purgeLeftovers(context: Context): Promise<number> {
  const { rows } = await context.db.query<{ workspace_id: number }>(
    'select workspace_id from private.workspace_leftovers order by created_at limit 1000',
  )
  let done = 0
  const failures: unknown[] = []
  for (const { workspace_id: workspaceId } of rows) {
    context.stopping.throwIfAborted()
    // One whose customer Stripe does not let go keeps nobody else's bytes.
    try {
      if (await removeLeftoversOf(context, workspaceId)) done++
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} workspaces: ${messageOf(failures[0])}`)
  return done
}

async function removeLeftoversOf(context: Context, workspaceId: number): Promise<boolean> {
  const { db, log, stopping } = context
  const { rows } = await db.query<{ stripe_customer_id: string | null }>(
    'select stripe_customer_id from private.workspace_leftovers where workspace_id = $1',
    [workspaceId],
  )
  const [noted] = rows
  if (!noted) return false
  let accounts = 1
  while (accounts > 0) {
    stopping.throwIfAborted()
    accounts = await deleteAccounts(db, workspaceId)
  }
  for (const bucket of BUCKETS) {
    const removed = await emptyFolder(context, bucket, `${workspaceId}/`)
    if (removed > 0)
      log('info', 'removed bytes of a deleted workspace', { workspace: workspaceId, bucket, removed })
  }
  // Last: a Stripe that does not answer keeps neither people's accounts nor their bytes.
  await endCustomer(context, workspaceId, noted.stripe_customer_id)
  const { rowCount } = await db.query(
    `delete from private.workspace_leftovers
     where workspace_id = $1 and created_at < now() - interval '1 hour'
       and stripe_customer_id is null and cardinality(account_ids) = 0`,
    [workspaceId],
  )
  return rowCount === 1
}

async function endCustomer(
  { db, log }: Context,
  workspaceId: number,
  customer: string | null,
): Promise<void> {
  if (!customer) return
  await deleteCustomer(await stripeClient(), customer, log)
  await db.query('update private.workspace_leftovers set stripe_customer_id = null where workspace_id = $1', [
    workspaceId,
  ])
}

async function deleteAccounts(db: Pool, workspaceId: number): Promise<number> {
  const { rows } = await db.query<{ left: number }>('select private.delete_left_accounts($1, $2) as left', [
    workspaceId,
    ACCOUNTS_AT_ONCE,
  ])
  return rows[0]?.left ?? 0
}

/** Removes all objects of a folder, however many there are. */
async function emptyFolder(
  { db, storage, stopping }: Context,
  bucket: string,
  folder: string,
): Promise<number> {
  let removed = 0
  let last: string | undefined
  for (;;) {
    stopping.throwIfAborted()
    // By ranges of names, which the index on them serves.
    const { rows } = await db.query<{ name: string }>(
      `select name from storage.objects
       where bucket_id = $1 and name ~>=~ $2 and name ~<~ $3 order by name using ~<~ limit $4`,
      [bucket, folder, `${folder.slice(0, -1)}0`, OBJECTS_AT_ONCE],
    )
    const names = rows.map(({ name }) => name)
    if (names.length === 0) return removed
    if (names[0] === last) throw new Error(`Storage keeps ${last} in ${bucket}.`)
    last = names[0]
    await storage.remove(bucket, names)
    removed += names.length
  }
}
