// An import through the facade, timed from the first byte sent to the moment a reader gets its last operation.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { StackInfo } from '../../support/stack.ts'
import { type BenchWorkspace, json } from './workspace.ts'

export interface Imported {
  projectId: string
  projectSlug: string
  branchSlug: string
  seconds: number
}

/** Creates a project from a file and waits until its documentation can be read. */
export async function importProject(
  stack: StackInfo,
  workspace: BenchWorkspace,
  file: { name: string; text: string },
): Promise<Imported> {
  const started = performance.now()
  const form = formOf(file)
  form.set('name', `GitHub REST API, ${file.name}`)
  form.set('visibility', 'internal')
  form.set('flavor', 'design')
  const made = await api<{
    project: { id: string; slug: string }
    branch: { id: string; slug: string }
    job_id: string
  }>(stack, workspace, `/workspaces/${encodeId('wk', workspace.id)}/projects`, { method: 'POST', body: form })
  await finished(stack, made.job_id)
  const found = { projectId: made.project.id, projectSlug: made.project.slug, branchSlug: made.branch.slug }
  await readLastOperation(stack, workspace, found)
  return { ...found, seconds: (performance.now() - started) / 1000 }
}

/** Imports into a project that is there; seconds until the new content can be read. */
export async function importAgain(
  stack: StackInfo,
  workspace: BenchWorkspace,
  { projectId, branchSlug }: Omit<Imported, 'seconds'>,
  file: { name: string; text: string },
): Promise<number> {
  const started = performance.now()
  const path = `/projects/${projectId}/branches/${branchSlug}/import`
  const { job_id: jobId } = await api<{ job_id: string }>(stack, workspace, path, {
    method: 'POST',
    body: formOf(file),
  })
  await finished(stack, jobId)
  await readLastOperation(stack, workspace, { projectId, branchSlug })
  return (performance.now() - started) / 1000
}

/** Peak resident memory of the instance's worker in MB. */
export async function workerPeakMb(stack: StackInfo): Promise<number> {
  const run = JSON.parse(await readFile(join(stack.dataDir, 'run.json'), 'utf8')) as {
    children: { worker: { pid: number } }
  }
  const status = await readFile(`/proc/${run.children.worker.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Runs one query as the owner of the database. */
export async function ask<R extends pg.QueryResultRow>(
  stack: StackInfo,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    return (await db.query<R>(sql, values)).rows
  } finally {
    await db.end()
  }
}

function formOf({ name, text }: { name: string; text: string }): FormData {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'application/json' }), name)
  return form
}

/** Calls the facade as the workspace's owner. */
export function api<T>(
  stack: StackInfo,
  { token }: BenchWorkspace,
  path: string,
  init: RequestInit = {},
): Promise<T> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  return json<T>(`${stack.apiUrl}/api/v1${path}`, { ...init, headers })
}

/** Waits until a task succeeded; rejects with the reason where it failed. */
export async function finished(stack: StackInfo, jobId: string): Promise<void> {
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    for (;;) {
      const { rows } = await db.query<{ status: string; payload: { error?: { message: string } } }>(
        'select status, payload from public.task_logs where job_id = $1',
        [jobId],
      )
      const [task] = rows
      if (task?.status === 'success') return
      if (!task || task.status === 'failed')
        throw new Error(`The import failed: ${task?.payload.error?.message}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    await db.end()
  }
}

async function readLastOperation(
  stack: StackInfo,
  workspace: BenchWorkspace,
  { projectId, branchSlug }: { projectId: string; branchSlug: string },
): Promise<void> {
  const toc = await api<{ items: TocEntry[] }>(
    stack,
    workspace,
    `/projects/${projectId}/table-of-contents?branch=${branchSlug}`,
  )
  const slug = slugs(toc.items).at(-1)
  const node = await api<{ data: unknown }>(
    stack,
    workspace,
    `/projects/${projectId}/nodes/${slug}?branch=${branchSlug}`,
  )
  if (!node.data) throw new Error(`The node ${slug} has no data.`)
}

interface TocEntry {
  slug?: string
  items?: TocEntry[]
}

function slugs(items: TocEntry[]): string[] {
  return items.flatMap(({ slug, items: inner }) => [...(slug ? [slug] : []), ...(inner ? slugs(inner) : [])])
}
