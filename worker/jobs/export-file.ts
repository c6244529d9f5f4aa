// Job `export_file`: makes a file of a branch in another form, for whoever waits for it. The work itself runs in a process of its
// own (export/process.ts), as analyses do.
import type { Task } from 'graphile-worker'
import { type Program, runProgram } from '../analyze/run-process.ts'
import type { Context } from '../context.ts'
import type { ExportOutcome, ExportWork } from '../export/protocol.ts'

const SECONDS = 120
const MOST_MEGABYTES = 1024
const TOO_LARGE: ExportOutcome = { kind: 'refused', message: 'This file is too large for this form.' }

/** The graphile-worker task; payload `{export_id}`. Resolves for files that cannot have this form, rejects to be retried. */
export function exportFile({ config, db, stopping }: Context): Task {
  return async (payload, { job }) => {
    const { export_id: exportId } = payload as { export_id: string }
    const { rows } = await db.query<ExportWork & { isCurrent: boolean }>(
      `select e.id as "exportId", e.branch_id as "branchId", e.workspace_id as "workspaceId", e.path, e.kind, e.format,
         e.analyzed_at = b.last_analyzed_at as "isCurrent"
       from private.exports e join public.branches b on b.id = e.branch_id
       where e.id = $1 and e.hash is null and e.error is null`,
      [exportId],
    )
    const [work] = rows
    if (!work) return
    // Its files are gone; whoever still waits asks for those of now.
    if (!work.isCurrent) return remove(exportId)
    const program: Program<ExportOutcome> = {
      file: new URL('../export/process.ts', import.meta.url),
      megabytes: Math.min(config.analysisMemory, MOST_MEGABYTES),
      seconds: SECONDS,
      tooLarge: TOO_LARGE,
      tooLong: TOO_LARGE,
    }
    try {
      const outcome = await runProgram(config, program, work, () => undefined, stopping)
      if (outcome.kind === 'refused')
        await db.query('update private.exports set error = left($2, 2000) where id = $1', [
          exportId,
          outcome.message,
        ])
    } catch (error) {
      // Whoever asks again has it tried again.
      if (job.attempts >= job.max_attempts) await remove(exportId)
      throw error
    }
  }

  async function remove(exportId: string): Promise<void> {
    await db.query('delete from private.exports where id = $1', [exportId])
  }
}
