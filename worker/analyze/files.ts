// The files of an import or a push: from the bucket `uploads`, and what the project held already from the bucket
// `files`, to the process; kept by content in the latter.
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { filesTooLarge, maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import type { Storage } from '../storage.ts'
import type { Order, Progress } from './protocol.ts'

const ROWS_AT_ONCE = 64
const UPLOADS_AT_ONCE = 8

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
 * Stores the files' bytes once a workspace, at `{workspace}/{object_id}`. The rows are written first and locked until the
 * bytes are there, and their dates are renewed: the clean-up neither meets half a file nor removes one about to be used.
 * What ends midway leaves whole batches.
 */
export async function keepFiles(
  db: ClientBase,
  storage: Storage,
  { workspaceId }: Pick<Order, 'workspaceId'>,
  files: ImportedFile[],
): Promise<void> {
  const held = await renewHeld(db, workspaceId, files)
  const missing = new Map<string, Buffer>()
  for (const { bytes, hash } of files) {
    const name = hash.toString('hex')
    if (!held.has(name)) missing.set(name, bytes)
  }
  // Whoever keeps some of the same files locks them in the same order.
  const sorted = [...missing].sort(([a], [b]) => (a < b ? -1 : 1))
  for (let first = 0; first < sorted.length; first += ROWS_AT_ONCE)
    await keepBatch(db, storage, workspaceId, new Map(sorted.slice(first, first + ROWS_AT_ONCE)))
}

async function keepBatch(
  db: ClientBase,
  storage: Storage,
  workspaceId: string,
  files: Map<string, Buffer>,
): Promise<void> {
  await db.query('begin')
  try {
    const { rows } = await db.query<{ hash: string; is_new: boolean; object: string }>(
      `insert into public.files as f (workspace_id, hash, size)
       select $1, decode(given.hash, 'hex'), given.size
       from unnest($2::text[], $3::bigint[]) with ordinality given (hash, size, place) order by given.place
       on conflict (workspace_id, hash) do update set created_at = now()
       returning encode(f.hash, 'hex') as hash, f.xmax = 0 as is_new, f.workspace_id || '/' || f.object_id as object`,
      [workspaceId, [...files.keys()], [...files.values()].map(({ length }) => length)],
    )
    await uploadAll(
      storage,
      rows.filter((row) => row.is_new).map(({ hash, object }) => ({ object, bytes: files.get(hash) })),
    )
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

/** Some at once. After the first that fails none is begun, and it ends when none is under way: nothing is written behind a rollback. */
async function uploadAll(
  storage: Storage,
  objects: { object: string; bytes: Buffer | undefined }[],
): Promise<void> {
  const left = objects.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const { object, bytes } of left) {
      if (failures.length > 0) return
      if (bytes) await storage.upload('files', object, bytes).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, lane))
  if (failures.length > 0) throw failures[0]
}

/**
 * Which files the workspace holds already, their dates renewed where they are an hour old: the clean-up leaves younger ones
 * alone for a day. In one statement, for a push changes a few of thousands.
 */
async function renewHeld(db: ClientBase, workspaceId: string, files: ImportedFile[]): Promise<Set<string>> {
  const { rows } = await db.query<{ hash: string }>(
    `with held as (
       select hash, created_at < now() - interval '1 hour' as is_old
       from public.files where workspace_id = $1 and hash = any ($2::bytea[])
     ), old as (
       select f.hash from public.files f join held on held.hash = f.hash and held.is_old
       where f.workspace_id = $1 order by f.hash for update of f
     ), renewed as (
       update public.files f set created_at = now() from old where f.workspace_id = $1 and f.hash = old.hash returning f.hash
     )
     select encode(hash, 'hex') as hash from held where not is_old
     union all select encode(hash, 'hex') from renewed`,
    [workspaceId, files.map(({ hash }) => hash)],
  )
  return new Set(rows.map(({ hash }) => hash))
}

/** One hash for all files of a branch: equal hash, equal files. */
export function contentHash(files: ImportedFile[]): string {
  const hash = createHash('sha256')
  for (const { path, hash: content } of files) hash.update(`${path}\0${content.toString('hex')}\n`)
  return hash.digest('hex')
}
