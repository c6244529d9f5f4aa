// What people see of an analysis: the row of task_logs and its lines.
import type { Pool, PoolClient } from 'pg'

export interface AnalysisTask {
  jobId: string
  branchId: string
  projectId: string
  workspaceId: string
}

export interface TaskError {
  message: string
  file?: string
  line?: number
  column?: number
}

export type LineLevel = 'info' | 'warn' | 'error'
type Queryable = Pick<Pool | PoolClient, 'query'>

const ABANDONED = 'The import could not be finished. Please import the file again.'

/** The task, when it is still to be done. */
export async function openTask(db: Queryable, jobId: string): Promise<AnalysisTask | 'gone' | 'done'> {
  const { rows } = await db.query<{
    status: string
    branch_id: string | null
    project_id: string
    workspace_id: string
  }>(
    `select status, branch_id, project_id, workspace_id from public.task_logs where job_id = $1 and task_id = 'analyze'`,
    [jobId],
  )
  const [row] = rows
  if (!row?.branch_id) return 'gone'
  if (row.status === 'success' || row.status === 'failed') return 'done'
  return { jobId, branchId: row.branch_id, projectId: row.project_id, workspaceId: row.workspace_id }
}

/** queued → running; a second start says so in a line. */
export async function startTask(db: Queryable, jobId: string): Promise<void> {
  const { rows } = await db.query<{ again: boolean }>(
    `update public.task_logs t
     set status = 'running', started_at = coalesce(t.started_at, now()), payload = t.payload - 'progress'
     from (select job_id, started_at from public.task_logs where job_id = $1 for update) before
     where t.job_id = before.job_id and t.status in ('queued', 'running')
     returning before.started_at is not null as again`,
    [jobId],
  )
  const message = rows[0]?.again ? 'The import was interrupted and starts again.' : 'The import has started.'
  if (rows[0]) await addLine(db, jobId, rows[0].again ? 'warn' : 'info', message)
}

/** running → queued, for an attempt that will be made again. */
export async function requeueTask(db: Queryable, jobId: string): Promise<void> {
  await db.query(
    `update public.task_logs set status = 'queued', payload = payload - 'progress' where job_id = $1 and status = 'running'`,
    [jobId],
  )
}

/** → failed, with the error that people see, in the log too: one statement, so that nobody sees one without the other. */
export async function failTask(db: Queryable, jobId: string, error: TaskError): Promise<void> {
  await db.query(
    `with failed as (
       update public.task_logs
       set status = 'failed', payload = jsonb_build_object('error', $2::jsonb),
           duration_ms = extract(epoch from now() - coalesce(started_at, created_at)) * 1000
       where job_id = $1 and status in ('queued', 'running')
       returning job_id
     )
     insert into public.task_log_lines (job_id, seq, level, message)
     select job_id, coalesce((select max(l.seq) from public.task_log_lines l where l.job_id = failed.job_id), 0) + 1, 'error', $3
     from failed`,
    [jobId, JSON.stringify(error), placed(error)],
  )
}

/** Appends a line to the log of a job. */
export async function addLine(
  db: Queryable,
  jobId: string,
  level: LineLevel,
  message: string,
): Promise<void> {
  await db.query(
    `insert into public.task_log_lines (job_id, seq, level, message)
     select $1, coalesce(max(seq), 0) + 1, $2, $3 from public.task_log_lines where job_id = $1
     having exists (select 1 from public.task_logs where job_id = $1)`,
    [jobId, level, message],
  )
}

/** Fails tasks that nobody will finish: their job is gone or has used up its attempts. */
export async function failAbandoned(db: Pool): Promise<void> {
  const { rows } = await db.query<{ job_id: string }>(
    `select t.job_id from public.task_logs t
     where t.task_id = 'analyze' and t.status in ('queued', 'running')
       and not exists (
         select 1 from graphile_worker.jobs j
         where j.key = 'analyze:' || t.job_id and (j.locked_at is not null or j.attempts < j.max_attempts))`,
  )
  for (const { job_id: jobId } of rows) await failTask(db, jobId, { message: ABANDONED })
}

/** "reference/x.yaml, line 3, column 5: …" */
export function placed({ message, file, line, column }: TaskError): string {
  if (!file) return message
  const place = line === undefined ? file : `${file}, line ${line}, column ${column ?? 1}`
  return `${place}: ${message}`
}
