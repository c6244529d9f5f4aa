import type { Db } from './db.ts'
import { invalidMimeType, noSuchBucket, tooLarge } from './errors.ts'
import { isPlaceholder } from './names.ts'

export interface Bucket {
  id: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

/** The bucket; throws NoSuchBucket when the acting role does not see one. */
export async function findBucket(db: Db, id: string): Promise<Bucket> {
  const { rows } = await db.query<Bucket>(
    'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id],
  )
  if (!rows[0]) throw noSuchBucket()
  return rows[0]
}

/** The most bytes the object may have in the bucket, below the service's own limit. */
export function sizeLimit(bucket: Bucket, name: string, globalLimit: number): number {
  if (isPlaceholder(name)) return 0
  return bucket.file_size_limit === null ? globalLimit : Math.min(Number(bucket.file_size_limit), globalLimit)
}

/** Throws InvalidMimeType or EntityTooLarge for what the bucket does not take. */
export function mustAccept(
  bucket: Bucket,
  object: { name: string; mimeType: string; size: number | null },
  limit: number,
): void {
  if ((object.size ?? 0) > limit) throw tooLarge()
  const allowed = bucket.allowed_mime_types ?? []
  if (allowed.length === 0 || isPlaceholder(object.name)) return
  if (!allowed.some((pattern) => fits(pattern, object.mimeType))) throw invalidMimeType(object.mimeType)
}

// As upstream to the letter: with its parameters, and no pattern for everything.
function fits(pattern: string, type: string): boolean {
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
