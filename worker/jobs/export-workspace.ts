// Job `export_workspace`: everything in a workspace becomes one archive. The work runs in a process of its own
// (moving/process.ts), as analyses do. Cut off, the next attempt begins anew and writes the parts over.
import type { Task } from 'graphile-worker'
import { type Program, runProgram } from '../analyze/run-process.ts'
import { type Context, GivenBack } from '../context.ts'
import { afterRemovals } from '../moving/files-in-use.ts'
import type { ExportOutcome, ExportWork } from '../moving/protocol.ts'
import { giveBackJob } from './failed-attempt.ts'

/** Less than the four hours after which another worker takes a job over. */
const SECONDS = 3 * 3600
const OBJECTS_AT_ONCE = 500

/** The graphile-worker task; payload `{export_id}`. Rejects to be tried again; after the last attempt the export has failed. */
export function exportWorkspace(context: Context): Task {
  return async (payload, { job }) => {
    const { db, log } = context
    const { export_id: exportId } = payload as { export_id: string }
    const { rows } = await db.query<{ workspace_id: string }>(
      `update private.workspace_exports set status = 'running' where id = $1 and status in ('queued', 'running') returning workspace_id`,
      [exportId],
    )
    const workspaceId = rows[0]?.workspace_id
    if (!workspaceId) return
    try {
      await afterRemovals(db)
      const outcome = await made(context, { workspaceId, exportId })
      if (outcome.kind !== 'made') {
        log('error', 'the archive of a workspace does not fit', {
          workspace: workspaceId,
          reason: outcome.kind,
        })
        await fail(context, exportId)
        return
      }
      const { parts, size, checksum } = outcome
      await db.query(
        `update private.workspace_exports set status = 'success', parts = $2, size = $3, checksum = $4, finished_at = now() where id = $1`,
        [exportId, parts, size, checksum],
      )
      log('info', 'workspace exported', { workspace: workspaceId, bytes: size })
    } catch (error) {
      if (context.stopping.aborted) {
        await giveBackJob(db, job)
        throw new GivenBack()
      }
      if (job.attempts >= job.max_attempts) await fail(context, exportId)
      throw error
    }
  }
}

async function fail({ db }: Context, exportId: string): Promise<void> {
  await db.query(
    `update private.workspace_exports set status = 'failed', finished_at = now() where id = $1`,
    [exportId],
  )
}

/** The archive in its parts. What it takes more memory or time than there is for will not fit the next time either. */
function made(
  { config, stopping }: Context,
  work: Omit<ExportWork, 'draftMegabytes'>,
): Promise<ExportOutcome> {
  const program: Program<ExportOutcome> = {
    file: 'moving/process.ts',
    megabytes: config.analysisMemory,
    seconds: SECONDS,
    tooLarge: { kind: 'too much memory' },
    tooLong: { kind: 'too much time' },
  }
  const whole: ExportWork = { ...work, draftMegabytes: config.analysisMemory }
  return runProgram(config, program, whole, () => undefined, stopping)
}

/**
 * The step of the hourly clean-up: archives go after a day, with their bytes. These by their own age: rows go with the
 * account that asked or with the workspace, even while parts of theirs are still written.
 */
export async function purgeWorkspaceExports({ db, storage, stopping }: Context): Promise<number> {
  let last: string | undefined
  for (;;) {
    stopping.throwIfAborted()
    const { rows: objects } = await db.query<{ name: string }>(
      `select name from storage.objects where bucket_id = 'exports' and created_at < now() - interval '1 day' order by name limit $1`,
      [OBJECTS_AT_ONCE],
    )
    const [first] = objects
    if (!first) break
    if (first.name === last) throw new Error(`Storage keeps ${last} in exports.`)
    last = first.name
    await storage.remove(
      'exports',
      objects.map(({ name }) => name),
    )
  }
  const { rowCount } = await db.query(
    `delete from private.workspace_exports where created_at < now() - interval '1 day'`,
  )
  return rowCount ?? 0
}
