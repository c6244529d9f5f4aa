import type { ClientBase } from 'pg'

/** Whether a branch is being analysed, and so about to have other content. */
export async function isBeingAnalysed(db: Pick<ClientBase, 'query'>, branchId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from public.task_logs where branch_id = $1 and task_id = 'analyze' and status in ('queued', 'running') limit 1`,
    [branchId],
  )
  return rows.length > 0
}
