// The process of one export: the files of a branch in from Storage, one of them out in another form.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { exportFile } from '../../analysis/exports/index.ts'
import { kindByName } from '../../analysis/files/kinds.ts'
import { Branch, type ByteFile, DescriptionError } from '../../analysis/index.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { keepFiles } from '../analyze/files.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { createStorage, type Storage } from '../storage.ts'
import type { ExportOutcome, ExportRequest } from './protocol.ts'

serveParent(perform)

async function perform(request: ExportRequest): Promise<ExportOutcome> {
  const db = new pg.Client({ connectionString: request.dbUrl, application_name: 'waymark-export' })
  // The statement under way rejects; without a listener the event would end the process without a reason.
  db.on('error', () => undefined)
  await db.connect()
  try {
    const storage = createStorage(request)
    const files = await dataFiles(db, storage, request.branchId)
    const bytes = Buffer.from(exportFile(new Branch(files), request.path, request))
    if (bytes.length > maxImportBytes)
      return { kind: 'refused', message: 'This file would be too large to be kept in this form.' }
    const hash = createHash('sha256').update(bytes).digest()
    await keepFiles(db, storage, request, [{ path: request.path, bytes, hash }])
    await db.query('update private.exports set hash = $2 where id = $1', [request.exportId, hash])
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof DescriptionError) return { kind: 'refused', message: error.message }
    throw error
  } finally {
    await db.end()
  }
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
