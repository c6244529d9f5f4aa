// An export reads files as of the moment it began, and takes minutes: what branches let go of meanwhile is still needed.
import type { ClientBase, Pool } from 'pg'

const LOCK = `hashtextextended('waymark:files', 0)`

/** Files of a workspace that is being exported, as a condition on `o.workspace_id`. One that hangs holds them for a day. */
export const IN_USE = `exists (
  select 1 from private.workspace_exports x
  where x.workspace_id = o.workspace_id and x.status = 'running' and x.created_at > now() - interval '1 day')`

/** Before files are removed, in the transaction that does it: it sees the exports that began before. */
export async function beginRemoval(client: ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${LOCK})`)
}

/** Once an export is known to run: what is being removed without knowing of it is gone when this is over. */
export async function afterRemovals(db: Pool): Promise<void> {
  await db.query(`select pg_advisory_xact_lock_shared(${LOCK})`)
}
