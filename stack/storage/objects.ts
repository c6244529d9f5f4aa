import type { Verified } from '../jwt.ts'
import { findBucket } from './buckets.ts'
import type { StorageContext } from './context.ts'
import { actingAs, type Db, NOBODY, SYSTEM } from './db.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  version: string | null
  owner: string | null
  owner_id: string | null
  metadata: Record<string, unknown> | null
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export const OBJECT_COLUMNS = `name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at,
  metadata, user_metadata`

/** The row as answers show it: nobody's is empty text. */
export function shownObject(row: ObjectRow): Record<keyof ObjectRow, unknown> {
  return { ...row, owner: row.owner ?? '', owner_id: row.owner_id ?? '', version: row.version ?? '' }
}

/** The object as the acting role sees it; throws NoSuchKey. */
export async function findObject(db: Db, bucket: string, name: string): Promise<ObjectRow> {
  const { rows } = await db.query<ObjectRow>(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, name],
  )
  if (!rows[0]) throw noSuchKey()
  return rows[0]
}

/** The object if the caller may read it: by policy, or because its bucket is public, all that NOBODY learns of. */
export async function readableObject(
  ctx: StorageContext,
  caller: Verified,
  bucketId: string,
  name: string,
): Promise<ObjectRow> {
  const bucket = await actingAs(ctx.pool, SYSTEM, (db) => findBucket(db, bucketId))
  if (!bucket.public && caller === NOBODY) throw noSuchBucket()
  const reader = bucket.public ? SYSTEM : caller
  return actingAs(ctx.pool, reader, (db) => findObject(db, bucketId, name))
}

/** The object of a public bucket; any other bucket does not exist for this door. */
export async function publicObject(ctx: StorageContext, bucketId: string, name: string): Promise<ObjectRow> {
  return actingAs(ctx.pool, SYSTEM, async (db) => {
    const bucket = await findBucket(db, bucketId)
    if (!bucket.public) throw noSuchBucket()
    return findObject(db, bucketId, name)
  })
}
