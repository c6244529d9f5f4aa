// Work for the worker while it is killed: imports that keep its analyses busy, and exports of what they brought.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from '../../stack/postgres/connect.ts'
import type { StackInfo } from '../support/stack.ts'

const PATH = 'reference/kept.json'

/** A description with as many operations as keep an analysis busy for a moment; each is another. */
function description(title: string): string {
  const operation = {
    responses: { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } },
  }
  const paths = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`/things/${i}`, { get: operation }]),
  )
  return JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths })
}

/** Imports one file into the default branch of a demo project; the job that was acknowledged. */
export async function importOne({ apiUrl, serviceRoleKey: key, dbUrl }: StackInfo): Promise<string> {
  const db = await connect(dbUrl)
  try {
    const { rows } = await db.query<{ auth_id: string; branch: string; workspace: string }>(`
      select m.auth_id, b.id as branch, p.workspace_id as workspace
      from public.branches b join public.projects p on p.id = b.project_id
      join public.workspace_members m on m.workspace_id = p.workspace_id
      where b.is_default and m.role = 'owner' and not exists (select from public.project_repositories r where r.project_id = p.id)
      order by p.id limit 1`)
    const [place] = rows
    if (!place) throw new Error('The demo has no project to import into.')
    const object = `${place.workspace}/${place.auth_id}/${randomUUID()}`
    const stored = await fetch(`${apiUrl}/storage/v1/object/uploads/${object}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/octet-stream' },
      body: description(object),
    })
    if (!stored.ok) throw new Error(`The upload was answered ${stored.status}.`)
    // What import_files does for a person; all in one statement, acknowledged when it is committed.
    const queued = await db.query<{ job: string }>(
      `with log as (
         insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event)
         select 'analyze', $1, b.project_id, b.id, 'refs/heads/' || b.name, 'manual' from public.branches b where b.id = $2
         returning job_id),
       upload as (
         insert into private.task_uploads (job_id, path, object) select job_id, $3, $4 from log)
       select job_id as job, private.start_analysis_job(job_id, $1, 'branch:' || $2) from log`,
      [place.workspace, place.branch, PATH, object],
    )
    await fetch(`${apiUrl}/rest/v1/rpc/svc_export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ p_branch_id: place.branch, p_path: PATH, p_kind: 'bundled', p_format: 'yaml' }),
    })
    return queued.rows[0]?.job ?? ''
  } finally {
    await db.end()
  }
}

/** How many of the jobs came to each end; those that have none yet are `waiting`, those nobody knows of `lost`. */
export async function endsOf({ dbUrl }: StackInfo, jobs: string[]): Promise<Map<string, number>> {
  const db = await connect(dbUrl)
  const { rows } = await db.query<{ end: string }>(
    `select case when t.job_id is null then 'lost' when t.status in ('queued', 'running') then 'waiting'
       else coalesce(t.status || ': ' || (t.payload #>> '{error,message}'), t.status::text) end as end
     from unnest($1::uuid[]) j left join public.task_logs t on t.job_id = j`,
    [jobs],
  )
  await db.end()
  return new Map([...Map.groupBy(rows, (row) => row.end)].map(([end, all]) => [end, all.length]))
}

/** The processes in which the worker analyses and exports. */
export function worksOf(worker: number): number[] {
  try {
    return readFileSync(`/proc/${worker}/task/${worker}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}
