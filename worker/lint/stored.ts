// Files of a branch as they are stored, and their bytes.
import type { ClientBase } from 'pg'
import type { Storage } from '../storage.ts'

export interface StoredFile {
  hash: string
  object: string
  size: number
}

/** The files of a branch as last analysed, by their paths. */
export async function storedFiles(
  db: Pick<ClientBase, 'query'>,
  branchId: string,
): Promise<Map<string, StoredFile>> {
  const { rows } = await db.query<{ path: string; hash: string; object: string; size: string }>(
    `select b.path, encode(b.hash, 'hex') as hash, f.workspace_id || '/' || f.object_id as object, f.size
     from public.branch_files b join public.files f using (workspace_id, hash) where b.branch_id = $1 order by b.path collate "C"`,
    [branchId],
  )
  return new Map(rows.map(({ path, size, ...file }) => [path, { ...file, size: Number(size) }]))
}

/** The files of a ruleset as it was released, by their paths. */
export async function releasedFiles(
  db: Pick<ClientBase, 'query'>,
  releaseId: string,
): Promise<Map<string, StoredFile>> {
  const { rows } = await db.query<{ path: string; hash: string; object: string; size: string }>(
    `select r.path, encode(r.hash, 'hex') as hash, f.workspace_id || '/' || f.object_id as object, f.size
     from private.release_rulesets r join public.files f using (workspace_id, hash) where r.release_id = $1`,
    [releaseId],
  )
  return new Map(rows.map(({ path, size, ...file }) => [path, { ...file, size: Number(size) }]))
}

/** The bytes of a file; throws where they are not stored, for the next attempt to find them. */
export async function bytesOf(storage: Storage, { object }: StoredFile, most: number): Promise<Buffer> {
  const bytes = await storage.download('files', object, most)
  if (typeof bytes === 'string') throw new Error(`A file of the branch is ${bytes}.`)
  return bytes
}
