// The process of exports: the files of a branch in from Storage, one or more of them out in another form.
import { createHash } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import type pg from 'pg'
import { exportFile } from '../../analysis/exports/index.ts'
import { kindByName } from '../../analysis/files/kinds.ts'
import { Branch, type ByteFile, DescriptionError } from '../../analysis/index.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { keepFiles } from '../analyze/files.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage, type Storage } from '../storage.ts'
import {
  type ExportOutcome,
  type ExportProgress,
  type ExportRequest,
  type ExportWork,
  REFUSED_BYTES,
  REFUSED_BYTES_A_SECOND,
  TURN_SECONDS,
} from './protocol.ts'

serveParent(perform)

async function perform(
  request: ExportRequest,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportOutcome> {
  const db = await openDatabase(request.dbUrl, 'waymark-export')
  try {
    const storage = createStorage(request)
    const files = await dataFiles(db, storage, request.branchId)
    let left = await bytesLeft(db, request.workspaceId)
    let branch = new Branch(files)
    const end = performance.now() + TURN_SECONDS * 1000
    for (const [index, file] of request.files.entries()) {
      if (index > 0 && performance.now() > end) break
      if (left < 0) {
        await forget(db, request.files.slice(index))
        break
      }
      onProgress({ exportId: file.exportId, isFirst: index === 0 })
      // What was parsed for others is in the way of those that need much themselves.
      if (isHalfFull()) branch = new Branch(files)
      left -= await make(file, branch)
    }
    return 'done'

    async function make(file: ExportWork['files'][number], from: Branch): Promise<number> {
      const before = process.cpuUsage()
      const made = formed(file, from)
      if ('error' in made) {
        const cost = costOf(process.cpuUsage(before))
        await db.query('update private.exports set error = left($2, 2000), cost = $3 where id = $1', [
          file.exportId,
          made.error,
          cost,
        ])
        return cost
      }
      const { bytes } = made
      const hash = createHash('sha256').update(bytes).digest()
      await keepFiles(db, storage, request, [{ path: file.path, bytes, hash }])
      await db.query('update private.exports set hash = $2 where id = $1', [file.exportId, hash])
      return bytes.length
    }
  } finally {
    await db.end()
  }
}

function formed(file: ExportWork['files'][number], branch: Branch): { bytes: Buffer } | { error: string } {
  try {
    const bytes = Buffer.from(exportFile(branch, file.path, file))
    return bytes.length > maxImportBytes
      ? { error: 'This file would be too large to be kept in this form.' }
      : { bytes }
  } catch (error) {
    if (error instanceof DescriptionError) return { error: error.message }
    throw error
  }
}

/** By the time of the processor: a busy machine makes nothing dearer, and a file with a typing error costs next to nothing. */
function costOf({ user, system }: NodeJS.CpuUsage): number {
  return Math.min(REFUSED_BYTES, Math.ceil(((user + system) / 1e6) * REFUSED_BYTES_A_SECOND))
}

function isHalfFull(): boolean {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  return used > most / 2
}

async function bytesLeft(db: pg.Client, workspaceId: string): Promise<number> {
  const { rows } = await db.query<{ left: string }>('select private.export_bytes_left($1) as left', [
    workspaceId,
  ])
  return Number(rows[0]?.left)
}

/** Who asks for them again is told that the day's share is used up. */
async function forget(db: pg.Client, files: ExportWork['files']): Promise<void> {
  await db.query('delete from private.exports where id = any ($1) and hash is null and error is null', [
    files.map(({ exportId }) => exportId),
  ])
}

/** The JSON and YAML of a branch: what references may lead to. */
async function dataFiles(db: pg.Client, storage: Storage, branchId: string): Promise<ByteFile[]> {
  const { rows } = await db.query<{ path: string; object: string }>(
    `select b.path, f.workspace_id || '/' || f.object_id as object
     from public.branch_files b join public.files f using (workspace_id, hash) where b.branch_id = $1 order by b.path`,
    [branchId],
  )
  const files: ByteFile[] = []
  let left = maxImportBytes
  for (const { path, object } of rows) {
    const kind = kindByName(path)
    if (kind !== 'data' && kind !== 'config' && kind !== 'toc' && kind !== 'ruleset') continue
    const bytes = await storage.download('files', object, left)
    if (bytes === 'missing' || bytes === 'too large') throw new Error(`A file of the branch is ${bytes}.`)
    left -= bytes.length
    files.push({ path, bytes })
  }
  return files
}
