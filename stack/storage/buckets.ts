import type { Db } from './db.ts'
import { invalidMimeType, noSuchBucket, tooLarge } from './errors.ts'

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

/** The most bytes an object of the bucket may have, below the service's own limit. */
export function sizeLimit(bucket: Bucket, globalLimit: number): number {
  return bucket.file_size_limit === null ? globalLimit : Math.min(Number(bucket.file_size_limit), globalLimit)
}

/** Throws InvalidMimeType or EntityTooLarge for what the bucket does not take. */
export function mustAccept(
  bucket: Bucket,
  object: { mimeType: string; size: number | null },
  limit: number,
): void {
  if ((object.size ?? 0) > limit) throw tooLarge()
  const [essence = ''] = object.mimeType.toLowerCase().split(';')
  const allowed = bucket.allowed_mime_types ?? []
  if (allowed.length > 0 && !allowed.some((pattern) => fits(pattern.toLowerCase(), essence.trim()))) {
    throw invalidMimeType(object.mimeType)
  }
}

function fits(pattern: string, type: string): boolean {
  if (pattern === '*/*' || pattern === '*') return true
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
