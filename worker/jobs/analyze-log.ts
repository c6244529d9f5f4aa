// What people see of an analysis: the row of task_logs and its lines.
import type { Pool, PoolClient } from 'pg'

interface AnyTask {
  jobId: string
  projectId: string
  workspaceId: string
  /** Of an analysis at a Git host there may be none yet. */
  branchId: string | null
}

/** Where the content of an analysis comes from. */
export type TaskSource = 'upload' | 'git' | 'studio'

/** An analysis of what was uploaded or pushed into a branch, of its working copy, or of a branch at its Git host. */
export type AnalysisTask = AnyTask &
  ({ source: 'upload' | 'studio'; branchId: string } | { source: 'git'; branchName: string })

export interface TaskError {
  message: string
  file?: string
  line?: number
  column?: number
  /** What the task is queued again by. */
  waits_for?: 'credentials' | 'push'
}

export type LineLevel = 'info' | 'warn' | 'error'
type Queryable = Pick<Pool | PoolClient, 'query'>

const ABANDONED = {
  import: 'The import could not be finished. Please import the file again.',
  analysis: 'The analysis could not be finished. Please start it again.',
  publishing: 'Your changes could not be published. They are kept: please publish them again.',
  removal: 'The branch could not be removed. Please try it again.',
  migration: 'The migration could not be finished. Please queue it again.',
}

type Work = keyof typeof ABANDONED

const WORK = `case when t.task_id = 'deleteBranch' then 'removal' when t.task_id = 'migrate' then 'migration' when t.source = 'git' then 'analysis' when t.source = 'studio' then 'publishing' else 'import' end`

/** The task, when it is still to be done. */
export async function openTask(db: Queryable, jobId: string): Promise<AnalysisTask | 'gone' | 'done'> {
  const { rows } = await db.query<{
    status: string
    source: TaskSource
    branch_id: string | null
    branch_name: string
    project_id: string
    workspace_id: string
  }>(
    `select status, source, branch_id, regexp_replace(branch_ref, '^refs/heads/', '') as branch_name, project_id, workspace_id
     from public.task_logs where job_id = $1 and task_id = 'analyze'`,
    [jobId],
  )
  const [row] = rows
  if (!row || (row.source !== 'git' && row.branch_id === null)) return 'gone'
  if (row.status === 'success' || row.status === 'failed') return 'done'
  const {
    branch_id: branchId,
    branch_name: branchName,
    project_id: projectId,
    workspace_id: workspaceId,
  } = row
  if (row.source === 'git') return { jobId, source: 'git', branchId, branchName, projectId, workspaceId }
  return { jobId, source: row.source, branchId: branchId as string, projectId, workspaceId }
}

/** queued → running; a second start says so in a line. */
export async function startTask(db: Queryable, jobId: string): Promise<void> {
  const { rows } = await db.query<{ again: boolean; work: Work }>(
    `update public.task_logs t
     set status = 'running', started_at = coalesce(t.started_at, now()), payload = t.payload - 'progress'
     from (select job_id, started_at from public.task_logs where job_id = $1 for update) before
     where t.job_id = before.job_id and t.status in ('queued', 'running')
     returning before.started_at is not null as again, ${WORK} as work`,
    [jobId],
  )
  const [started] = rows
  if (!started) return
  const message = started.again
    ? `The ${started.work} was interrupted and starts again.`
    : `The ${started.work} has started.`
  await addLine(db, jobId, started.again ? 'warn' : 'info', message)
}

/** running → queued, for an attempt that will be made again. */
export async function requeueTask(db: Queryable, jobId: string): Promise<void> {
  await db.query(
    `update public.task_logs set status = 'queued', payload = payload - 'progress' where job_id = $1 and status = 'running'`,
    [jobId],
  )
}

/** → success where the branch is removed here as it was at its host, before or after this: false where it is not. */
export async function endWithRemoval(db: Queryable, jobId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with ended as (
       update public.task_logs t
       set status = 'success', payload = t.payload - 'progress',
           duration_ms = extract(epoch from now() - coalesce(t.started_at, t.created_at)) * 1000
       where t.job_id = $1 and t.status in ('queued', 'running') and exists (
         select from public.task_logs d
         where d.project_id = t.project_id and d.branch_ref = t.branch_ref and d.task_id = 'deleteBranch'
           and (d.status in ('queued', 'running') or d.status = 'success' and d.created_at >= t.created_at))
       returning t.job_id
     )
     insert into public.task_log_lines (job_id, seq, level, message)
     select job_id, coalesce((select max(l.seq) from public.task_log_lines l where l.job_id = ended.job_id), 0) + 1, 'info', $2
     from ended`,
    [jobId, 'The branch was deleted at the Git host: there is nothing left to read.'],
  )
  return rowCount === 1
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
     select job_id, coalesce((select max(l.seq) from public.task_log_lines l where l.job_id = failed.job_id), 0) + 1, $4, $3
     from failed`,
    // What starts by itself again is no error of anybody's.
    [jobId, JSON.stringify(error), placed(error), error.waits_for ? 'warn' : 'error'],
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

/** A line about a place in a file. */
export interface Line {
  level: LineLevel
  message: string
  rule: string
  path: string | null
  line: number | undefined
  column: number | undefined
}

/** Appends lines to the log of a job that is there, in their order. */
export async function addLines(db: Queryable, jobId: string, lines: Line[]): Promise<void> {
  if (lines.length === 0) return
  await db.query(
    `insert into public.task_log_lines (job_id, seq, level, message, rule, path, line_number, column_number)
     select $1, (select coalesce(max(l.seq), 0) from public.task_log_lines l where l.job_id = $1) + new.at,
       new.level, new.message, left(new.rule, 100), left(new.path, 1000), new.line, new."column"
     from json_to_recordset($2::json) as new (
       at integer, level text, message text, rule text, path text, line integer, "column" integer)
     order by new.at`,
    [jobId, JSON.stringify(lines.map((line, index) => ({ ...line, at: index + 1 })))],
  )
}

/** Fails tasks, merges and exports that nobody will finish: their job is gone or has used up its attempts. */
export async function failAbandoned(db: Pool): Promise<void> {
  const { rows } = await db.query<{ job_id: string; work: Work }>(
    `select t.job_id, ${WORK} as work from public.task_logs t
     where t.task_id in ('analyze', 'deleteBranch', 'migrate') and t.status in ('queued', 'running')
       and not private.is_job_alive(case t.task_id when 'analyze' then 'analyze:' when 'migrate' then 'migrate:' else 'delete_branch:' end || t.job_id)`,
  )
  for (const { job_id: jobId, work } of rows) await failTask(db, jobId, { message: ABANDONED[work] })
  await db.query(
    `select private.give_up_merge(o.id, null, 'failed')
     from public.proposals o join private.proposal_merges m on m.proposal_id = o.id and m.job_id is null
     where o.status = 'merging' and not private.is_job_alive('merge_proposal:' || o.id)`,
  )
  await db.query(
    `update private.workspace_exports e set status = 'failed', finished_at = now()
     where e.status in ('queued', 'running') and not private.is_job_alive('export_workspace:' || e.id)`,
  )
}

/** "reference/x.yaml, line 3, column 5: …" */
export function placed({ message, file, line, column }: TaskError): string {
  if (!file) return message
  const place = line === undefined ? file : `${file}, line ${line}, column ${column ?? 1}`
  return `${place}: ${message}`
}
