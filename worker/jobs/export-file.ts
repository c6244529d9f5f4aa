// Jobs `export_file` and `export_branch`: make a file of a branch, or all of them, in another form, for whoever waits for it. The
// work itself runs in a process of its own (export/process.ts), as analyses do; each file is kept once it is made.
import type { Task } from 'graphile-worker'
import type { ExportForm } from '../../analysis/exports/index.ts'
import { type Program, runProgram } from '../analyze/run-process.ts'
import type { Context } from '../context.ts'
import {
  type ExportOutcome,
  type ExportProgress,
  type ExportWork,
  REFUSED_BYTES,
  TURN_SECONDS,
} from '../export/protocol.ts'

/** Of the last file that a process begins. */
const SECONDS = 120
const MOST_MEGABYTES = 1024
const TOO_LARGE = 'This file is too large for this form.'
const NOT_MADE = 'This file could not be made in this form because of a problem on our side.'

/** The graphile-worker task; payload `{export_id}`. Resolves for files that cannot have this form, rejects to be retried. */
export function exportFile(context: Context): Task {
  return async (payload, { job }) => {
    const { export_id: exportId } = payload as { export_id: string }
    await make(context, job, 'e.id = $1', [exportId])
  }
}

/** The graphile-worker task; payload `{branch_id, kind}`: as many of the files that wait as fit into a turn. */
export function exportBranch(context: Context): Task {
  return async (payload, { job }) => {
    const { branch_id: branchId, kind } = payload as { branch_id: number; kind: string }
    await make(context, job, 'e.branch_id = $1 and e.kind = $2 and e.format = private.own_format(e.path)', [
      branchId,
      kind,
    ])
  }
}

type Waiting = ExportForm & { exportId: string; path: string } & Omit<ExportWork, 'files'> & {
    isCurrent: boolean
  }

async function make(
  { config, db, stopping }: Context,
  job: { attempts: number; max_attempts: number },
  which: string,
  values: unknown[],
): Promise<void> {
  const { rows } = await db.query<Waiting>(
    `select e.id as "exportId", e.branch_id as "branchId", e.workspace_id as "workspaceId", e.path, e.kind, e.format,
       e.analyzed_at = b.last_analyzed_at as "isCurrent"
     from private.exports e join public.branches b on b.id = e.branch_id
     where ${which} and e.hash is null and e.error is null order by e.path`,
    values,
  )
  // Their files are gone; whoever still waits asks for those of now.
  await remove(rows.filter(({ isCurrent }) => !isCurrent))
  const files = rows.filter(({ isCurrent }) => isCurrent)
  const [first] = files
  if (!first) return
  const { branchId, workspaceId } = first
  const program: Program<ExportOutcome> = {
    file: 'export/process.ts',
    megabytes: Math.min(config.analysisMemory, MOST_MEGABYTES),
    seconds: (files.length > 1 ? TURN_SECONDS : 0) + SECONDS,
    tooLarge: 'too much memory',
    tooLong: 'too much time',
  }
  let inHand: ExportProgress | null = null
  const onProgress = (progress: ExportProgress) => {
    inHand = progress
  }
  try {
    const work: ExportWork = { branchId, workspaceId, files }
    const outcome = await runProgram(config, program, work, onProgress, stopping)
    if (outcome !== 'done') await refuse(outcome, inHand)
  } catch (error) {
    // Whoever waits is answered without it; tomorrow it is tried again.
    if (job.attempts >= job.max_attempts && !stopping.aborted) await refuseFiles(inHand, NOT_MADE, 0)
    throw error
  }

  /** What ended the process: the file in hand, or, before any, all that is to be read for each of them. */
  async function refuse(outcome: ExportOutcome, file: ExportProgress | null): Promise<void> {
    // Others may have filled its heap: the next process begins with this one.
    if (outcome === 'too much memory' && file?.isFirst === false) return
    // A slow Storage is no fault of theirs.
    if (outcome === 'too much time' && !file)
      throw new Error('Reading the files of the branch took too long.')
    await refuseFiles(file, TOO_LARGE, REFUSED_BYTES)
  }

  async function refuseFiles(file: ExportProgress | null, reason: string, cost: number): Promise<void> {
    const refused = file ? [file.exportId] : files.map(({ exportId }) => exportId)
    await db.query(
      'update private.exports set error = $2, cost = $3 where id = any ($1) and hash is null and error is null',
      [refused, reason, Math.round(cost / refused.length)],
    )
  }

  async function remove(some: Waiting[]): Promise<void> {
    await db.query('delete from private.exports where id = any ($1) and hash is null and error is null', [
      some.map(({ exportId }) => exportId),
    ])
  }
}
