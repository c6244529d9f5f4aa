// The files of an import or a push: from the bucket `uploads`, and what the project held already from the bucket
// `files`, to the process; kept by content in the latter.
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { DescriptionError } from '../../analysis/index.ts'
import { filesTooLarge, maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import type { Storage } from '../storage.ts'
import type { Order, Progress } from './protocol.ts'

export interface ImportedFile {
  /** Path in the project. */
  path: string
  bytes: Buffer
  hash: Buffer
}

/**
 * Downloads what was uploaded for the job, and what a push did not have to send again, in the order of the paths. Throws DescriptionError beyond what an
 * import may bring: the bytes lie outside the heap that bounds the process.
 */
export async function fetchUploads(
  db: ClientBase,
  storage: Storage,
  { jobId }: Order,
  onProgress: (progress: Progress) => void,
): Promise<ImportedFile[]> {
  const { rows } = await db.query<{ path: string; bucket: string; object: string }>(
    `select distinct on (path collate "C") path, bucket, object from (
       select path, 'uploads' as bucket, object from private.task_uploads where job_id = $1
       union all
       select t.path, 'files', f.workspace_id || '/' || f.object_id
       from private.task_files t join public.files f using (workspace_id, hash) where t.job_id = $1) given
     order by path collate "C", bucket desc`,
    [jobId],
  )
  const files: ImportedFile[] = []
  let left = maxImportBytes
  onProgress({ phase: 'download', done: 0, total: rows.length })
  for (const { path, bucket, object } of rows) {
    const bytes = await storage.download(bucket, object, left)
    if (bytes === 'missing')
      throw new DescriptionError('The uploaded file is gone. Please upload it again.', path)
    if (bytes === 'too large') throw new DescriptionError(filesTooLarge, path)
    left -= bytes.length
    files.push({ path, bytes, hash: createHash('sha256').update(bytes).digest() })
    onProgress({ phase: 'download', done: files.length, total: rows.length })
  }
  return files
}

/**
 * Stores the files' bytes once a workspace, at `{workspace}/{object_id}`. The row is written first and locked until the
 * bytes are there, and its date is renewed: the clean-up neither meets half a file nor removes one about to be used.
 */
export async function keepFiles(
  db: ClientBase,
  storage: Storage,
  { workspaceId }: Order,
  files: ImportedFile[],
): Promise<void> {
  for (const { bytes, hash } of files) {
    await db.query('begin')
    try {
      const { rows } = await db.query<{ is_new: boolean; object: string }>(
        `insert into public.files as f (workspace_id, hash, size) values ($1, $2, $3)
         on conflict (workspace_id, hash) do update set created_at = now()
         returning f.xmax = 0 as is_new, f.workspace_id || '/' || f.object_id as object`,
        [workspaceId, hash, bytes.length],
      )
      if (rows[0]?.is_new) await storage.upload('files', rows[0].object, bytes)
      await db.query('commit')
    } catch (error) {
      await db.query('rollback')
      throw error
    }
  }
}

/** One hash for all files of a branch: equal hash, equal files. */
export function contentHash(files: ImportedFile[]): string {
  const hash = createHash('sha256')
  for (const { path, hash: content } of files) hash.update(`${path}\0${content.toString('hex')}\n`)
  return hash.digest('hex')
}
