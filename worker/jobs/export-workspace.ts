// Job `export_workspace`: everything in a workspace becomes one archive, in parts that any Storage takes. Cut off, the next
// attempt begins anew and writes the parts over.
import { createHash } from 'node:crypto'
import type { Task } from 'graphile-worker'
import { type Context, GivenBack } from '../context.ts'
import { writeArchive } from '../moving/write-archive.ts'
import { giveBackJob } from './failed-attempt.ts'

const PART_BYTES = 32 * 1024 * 1024
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
      const made = await storeArchive(context, workspaceId, exportId)
      await db.query(
        `update private.workspace_exports set status = 'success', parts = $2, size = $3, checksum = $4, finished_at = now() where id = $1`,
        [exportId, made.parts, made.size, made.checksum],
      )
      log('info', 'workspace exported', { workspace: workspaceId, bytes: made.size })
    } catch (error) {
      if (context.stopping.aborted) {
        await giveBackJob(db, job)
        throw new GivenBack()
      }
      if (job.attempts >= job.max_attempts)
        await db.query(
          `update private.workspace_exports set status = 'failed', finished_at = now() where id = $1`,
          [exportId],
        )
      throw error
    }
  }
}

async function storeArchive({ db, storage, stopping }: Context, workspaceId: string, exportId: string) {
  const client = await db.connect()
  try {
    const archive = await writeArchive({ db: client, storage, workspaceId, stopping })
    const hash = createHash('sha256')
    let waiting: Buffer[] = []
    let bytes = 0
    let size = 0
    let parts = 0
    const send = async () => {
      await storage.upload('exports', `${workspaceId}/${exportId}/${parts}`, Buffer.concat(waiting, bytes))
      parts += 1
      waiting = []
      bytes = 0
    }
    for await (const chunk of archive) {
      hash.update(chunk)
      waiting.push(chunk)
      bytes += chunk.length
      size += chunk.length
      if (bytes >= PART_BYTES) await send()
    }
    if (bytes > 0) await send()
    return { parts, size, checksum: hash.digest('hex') }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
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
