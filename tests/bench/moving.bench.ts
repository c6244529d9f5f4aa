// The large workspace leaves as an archive and comes in again under another address, with two files in each project. What comes
// after an import, the analyses, is no part of it. `WAYMARK_BENCH_PROJECTS=500` tries it smaller.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { sql } from '../functions/support/people.ts'
import type { StackInfo } from '../support/stack.ts'
import { atMost, type BenchContext, type Row, timed } from './bench.ts'
import { largeWorkspace, usualSize } from './support/large.ts'
import { fillWithFiles } from './support/project-files.ts'

const COMMAND = 'npm run bench moving'
const LOOK_MS = 250

export default async function bench({ root, stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const projects = Number(process.env.WAYMARK_BENCH_PROJECTS || usualSize.projects)
  const { id } = await largeWorkspace(stack, { ...usualSize, projects })
  const files = await fillWithFiles(stack, id)
  const worker = stack.run().children.worker?.pid ?? 0
  const dir = mkdtempSync(join(tmpdir(), 'waymark-bench-moving-'))
  try {
    let exportId = ''
    // The worker itself, and the process in which it puts the archive together.
    const held = watched(() => [worker, ...childrenOf(worker)])
    const out = await timed(async () => {
      exportId = await exported(stack, id)
    })
    const heldByExport = held.most()
    const file = await fetched(stack, id, exportId, dir)
    let megabytes = 0
    const back = await timed(async () => {
      megabytes = await imported(root, stack, file)
    })
    const what = `${projects} projects, ${files} files`
    return [
      atMost(`Moving: export of ${what}`, out / 1000, 's', 300, COMMAND),
      atMost(`Moving: memory of the export of ${what}, at most`, heldByExport, 'MB', 500, COMMAND),
      atMost(`Moving: import of ${what}`, back / 1000, 's', 300, COMMAND),
      atMost(`Moving: memory of the import of ${what}, at most`, megabytes, 'MB', 500, COMMAND),
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
    await leaveAnalyses(stack)
  }
}

/** Whoever is measured next has the worker to themselves: nobody reads what was imported. */
async function leaveAnalyses(stack: StackInfo): Promise<void> {
  await sql(
    stack,
    `select graphile_worker.permanently_fail_jobs(array_agg(j.id), 'not measured')
     from graphile_worker.jobs j where j.task_identifier = 'analyze' having count(*) > 0`,
  )
}

async function exported(stack: StackInfo, id: number): Promise<string> {
  const [made] = await sql<{ id: string }>(
    stack,
    `with made as (
       insert into private.workspace_exports (workspace_id, user_id)
       select m.workspace_id, m.user_id from public.workspace_members m where m.workspace_id = $1 and m.role = 'owner' limit 1 returning id)
     select made.id, graphile_worker.add_job('export_workspace', json_build_object('export_id', made.id),
       queue_name => 'export_workspace', job_key => 'export_workspace:' || made.id, max_attempts => 4) from made`,
    [id],
  )
  for (;;) {
    const [row] = await sql<{ status: string }>(
      stack,
      'select status from private.workspace_exports where id = $1',
      [made?.id],
    )
    if (row?.status === 'success') return made?.id ?? ''
    if (row?.status === 'failed') throw new Error('The export failed.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

async function fetched(stack: StackInfo, id: number, exportId: string, dir: string): Promise<string> {
  const [row] = await sql<{ parts: number }>(
    stack,
    'select parts from private.workspace_exports where id = $1',
    [exportId],
  )
  const file = join(dir, 'workspace.zip')
  const out = createWriteStream(file)
  for (let part = 0; part < (row?.parts ?? 0); part++) {
    const answer = await fetch(`${stack.apiUrl}/storage/v1/object/exports/${id}/${exportId}/${part}`, {
      headers: { authorization: `Bearer ${stack.serviceRoleKey}` },
    })
    for await (const chunk of Readable.from(answer.body ?? [])) out.write(chunk)
  }
  out.end()
  await finished(out)
  return file
}

/** Imports it by the product's own program; the most memory that it held, in MB. */
async function imported(root: string, stack: StackInfo, file: string): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'worker/moving/main.ts'), file, '--slug', 'came-back'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SUPABASE_DB_URL: stack.dbUrl,
      SUPABASE_URL: stack.apiUrl,
      SUPABASE_SERVICE_ROLE_KEY: stack.serviceRoleKey,
    },
  })
  const held = watched(() => [child.pid ?? 0])
  const code = await new Promise((resolve) => child.once('close', resolve))
  const most = held.most()
  if (code !== 0) throw new Error('The import failed.')
  return most
}

/** Watches processes, those that come and go too; `most` ends it with the most that one of them held, in MB. */
function watched(pids: () => number[]) {
  let most = 0
  const look = () => {
    most = Math.max(most, ...pids().map(peakOf))
  }
  const watch = setInterval(look, LOOK_MS).unref()
  return {
    most() {
      clearInterval(watch)
      look()
      return most
    },
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
