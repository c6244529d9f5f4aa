// The branch that an analysis is about to fill: held for the rest of the transaction, and made where it exists at the
// Git host alone.
import type { ClientBase } from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { RemoteError } from '../git/failures.ts'
import type { Order } from './protocol.ts'

export interface LockedBranch {
  branchId: string
  projectId: string
  workspaceId: string
  /** At the Git host, or as a push said; none of what people upload. */
  commit: string | null
}

/**
 * Locks the branch of a job. Throws when this worker no longer holds the job, RemoteError when the branch may not be
 * followed, and DescriptionError when a newer analysis of the branch was faster. `commit`: of the Git host.
 */
export async function lockBranch(db: ClientBase, order: Order, commit: string | null): Promise<LockedBranch> {
  const { jobId, projectId, workspaceId, queueJobId, poolId } = order
  // The project before its branch, as a deletion has them: what is written below refers to it, and would wait for one that
  // waits for the branch.
  await db.query('select 1 from public.projects where id = $1 for key share', [projectId])
  const branchId = commit === null ? order.branchId : await followedBranch(db, order)
  const branch = await db.query('select 1 from public.branches where id = $1 for no key update', [branchId])
  if (branchId === null || branch.rowCount === 0) throw new Error('The branch was deleted meanwhile.')
  const claim = await db.query('select 1 from graphile_worker.jobs where id = $1 and locked_by = $2', [
    queueJobId,
    poolId,
  ])
  if (claim.rowCount === 0) throw new Error('Another worker has taken this job over.')
  const { rows } = await db.query<{ commit_hash: string | null; is_ended: boolean; is_late: boolean }>(
    `select mine.commit_hash, mine.status <> 'running' as is_ended, exists (
       select 1 from public.task_logs other
       where other.branch_id = $2 and other.task_id = 'analyze' and other.status = 'success'
         and other.created_at > mine.created_at) as is_late
     from public.task_logs mine where mine.job_id = $1`,
    [jobId, branchId],
  )
  const [task] = rows
  // By a connection with another repository (private.end_git_analyses).
  if (task?.is_ended) throw new Error('The analysis was ended meanwhile.')
  if (task?.is_late)
    throw new DescriptionError('A newer import of this branch was finished first; this one was left out.', '')
  return { branchId, projectId, workspaceId, commit: commit ?? task?.commit_hash ?? null }
}

/** The branch of a task at the Git host, by its name; made where there is none, if the plan has more than one. */
async function followedBranch(db: ClientBase, { jobId, projectId }: Order): Promise<string> {
  // The project is the lock: two events of a new branch make one.
  await db.query('select 1 from public.projects where id = $1 for no key update', [projectId])
  const { rows } = await db.query<{ id: string }>(
    `with task as (
       select regexp_replace(t.branch_ref, '^refs/heads/', '') as name from public.task_logs t where t.job_id = $1
     ), known as (
       select b.id from public.branches b join task on b.slug = private.branch_slug(task.name) where b.project_id = $2
     ), made as (
       insert into public.branches (project_id, name, slug)
       select $2, left(task.name, 100), private.branch_slug(task.name) from task
       where not exists (select from known) and private.may_track($2, task.name)
       returning id
     )
     select id from known union all select id from made`,
    [jobId, projectId],
  )
  if (rows[0]) return rows[0].id
  throw new RemoteError(
    'refused',
    'The plan of this workspace follows the default branch of a project alone.',
  )
}
