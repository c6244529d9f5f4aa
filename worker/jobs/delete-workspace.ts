// Job `delete_workspace`: a workspace whose date has come goes with all that refers to it. Every step can be cut off and
// repeated: the date is asked for again before each.
import type { Task } from 'graphile-worker'
import { stripeClient } from '../../supabase/functions/_shared/billing/stripe.ts'
import { deleteCustomer } from '../billing/delete-customer.ts'
import type { Context } from '../context.ts'

const PROJECTS_AT_ONCE = 50
const SNAPSHOTS_AT_ONCE = 2_000

/** The graphile-worker task; payload `{workspace_id}`. Rejects to be tried again. */
export function deleteWorkspace({ db, log, stopping }: Context): Task {
  return async (payload) => {
    const { workspace_id: workspaceId } = payload as { workspace_id: number }
    const { rows } = await db.query<{ due: { customer: string | null } | null }>(
      'select private.begin_deletion($1) as due',
      [workspaceId],
    )
    const due = rows[0]?.due
    if (!due) return
    // First, so that nothing is paid any more for what is half gone.
    if (due.customer) await deleteCustomer(await stripeClient(), due.customer, log)
    // In steps: one statement would hold its locks for as long as a large workspace takes.
    for (const step of steps) {
      while ((await db.query(step.sql, [workspaceId, step.atOnce])).rowCount) stopping.throwIfAborted()
    }
    await db.query('select private.finish_deletion($1)', [workspaceId])
    log('info', 'workspace deleted', { workspace: workspaceId })
  }
}

const steps = [
  {
    sql: `delete from public.projects where id in (
            select p.id from public.projects p join public.workspaces w on w.id = p.workspace_id
            where w.id = $1 and w.delete_at <= now() order by p.id limit $2)`,
    atOnce: PROJECTS_AT_ONCE,
  },
  {
    sql: `delete from public.snapshots s using (
            select o.workspace_id, o.hash from public.snapshots o join public.workspaces w on w.id = o.workspace_id
            where w.id = $1 and w.delete_at <= now() limit $2) gone
          where s.workspace_id = gone.workspace_id and s.hash = gone.hash`,
    atOnce: SNAPSHOTS_AT_ONCE,
  },
]
