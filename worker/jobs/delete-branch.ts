// Job `delete_branch`: a branch goes with all that it holds, in steps that each are short; cut off anywhere, the next
// attempt goes on.
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Context } from '../context.ts'
import { failTask, startTask } from './analyze-log.ts'
import { afterAttempt } from './failed-attempt.ts'

const BATCH = 1_000
const CONTENT = ['documents', 'branch_nodes', 'node_edges', 'branch_files', 'node_changes', 'findings']

const FAILED = 'The branch could not be removed because of a problem on our side. Please try it again.'
const DEFAULT_STAYS = 'The default branch of a project stays.'
const REMOVED = 'The branch was removed with all that it held.'
const ALREADY_GONE = 'The branch was gone already.'

/** The graphile-worker task; payload `{job_id}`. */
export function deleteBranch(context: Context): Task {
  return async (payload, { job }) => {
    const { job_id: jobId } = payload as { job_id: string }
    const { rows } = await context.db.query<{ status: string; branch_id: string | null }>(
      `select status, branch_id from public.task_logs where job_id = $1 and task_id = 'deleteBranch'`,
      [jobId],
    )
    const [task] = rows
    if (!task || task.status === 'success' || task.status === 'failed') return
    await startTask(context.db, jobId)
    try {
      await perform(context, jobId, task.branch_id)
      context.log('info', 'branch removed', { job: jobId })
    } catch (error) {
      await afterAttempt(context, { jobId, job, what: 'removal of a branch', shown: FAILED }, error)
    }
  }
}

async function perform({ db, stopping }: Context, jobId: string, branchId: string | null): Promise<void> {
  if (branchId !== null) {
    if (!(await hide(db, branchId))) return failTask(db, jobId, { message: DEFAULT_STAYS })
    for (const table of CONTENT) while (await removeSome(db, table, branchId)) stopping.throwIfAborted()
  }
  if (!(await finish(db, jobId, branchId))) await failTask(db, jobId, { message: DEFAULT_STAYS })
}

/** Takes a branch out of readers' sight before there is less and less of it; false for the default one. */
async function hide(db: Pool, branchId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_default: boolean }>(
    `update public.branches set is_published = is_default, share_enabled = share_enabled and is_default where id = $1
     returning is_default`,
    [branchId],
  )
  return rows[0]?.is_default !== true
}

// Made the default one meanwhile, a branch loses nothing more.
async function removeSome(db: Pool, table: string, branchId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from public.${table} where ctid = any (array(
       select c.ctid from public.${table} c
       where c.branch_id = (select b.id from public.branches b where b.id = $1 and not b.is_default for key share)
       limit $2))`,
    [branchId, BATCH],
  )
  return rowCount === BATCH
}

/** The branch goes and the task is done, both or neither; false where it was made the default one meanwhile. */
async function finish(db: Pool, jobId: string, branchId: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `with branch as (select b.id, b.is_default from public.branches b where b.id = $2 for update),
     gone as (delete from public.branches b using branch where b.id = branch.id and not branch.is_default),
     done as (
       update public.task_logs
       set status = 'success', duration_ms = extract(epoch from clock_timestamp() - started_at) * 1000
       where job_id = $1 and not exists (select from branch where is_default)
       returning job_id
     )
     insert into public.task_log_lines (job_id, seq, level, message)
     select job_id, coalesce((select max(l.seq) from public.task_log_lines l where l.job_id = done.job_id), 0) + 1, 'info', $3
     from done`,
    [jobId, branchId, branchId === null ? ALREADY_GONE : REMOVED],
  )
  return rowCount === 1
}
