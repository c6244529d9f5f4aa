// An object comes into being: the policies are asked before the bytes are taken, and decide again in the
// transaction that makes them visible.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Verified } from '../jwt.ts'
import { findBucket, mustAccept, sizeLimit } from './buckets.ts'
import type { StorageContext } from './context.ts'
import { actingAs, become, type Db, ownerOf, SYSTEM } from './db.ts'
import { noSuchKey } from './errors.ts'
import { OBJECT_COLUMNS, type ObjectRow } from './objects.ts'
import { openBody } from './upload-body.ts'

/** `create` refuses an existing name, `upsert` replaces it. */
export type UploadMode = 'create' | 'upsert'

export interface Target {
  bucket: string
  name: string
  mode: UploadMode
  /** Who the object will belong to, when it is not the caller (a signed upload). */
  ownedBy?: Verified
}

export interface NewObject extends Target {
  version: string
  metadata: Record<string, unknown>
  userMetadata: Record<string, unknown> | null
}

/** Takes the request's body as the object; returns its id. A failure leaves neither row nor bytes. */
export async function upload(
  ctx: StorageContext,
  caller: Verified,
  target: Target,
  req: IncomingMessage,
): Promise<string> {
  const bucket = await actingAs(ctx.pool, SYSTEM, (db) => findBucket(db, target.bucket))
  const limit = sizeLimit(bucket, target.name, ctx.fileSizeLimit)
  const body = await openBody(req)
  mustAccept(bucket, { name: target.name, mimeType: body.mimeType, size: body.declaredSize }, limit)
  const expected = { mimetype: body.mimeType, size: body.declaredSize, contentLength: body.declaredSize }
  await mustBeAllowed(ctx, caller, target, expected)

  const draft = await ctx.files.write(body.stream, limit)
  try {
    const { cacheControl, userMetadata } = await body.details()
    const metadata = {
      eTag: draft.eTag,
      size: draft.size,
      mimetype: body.mimeType,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: draft.size,
      httpStatusCode: 200,
    }
    const object = { ...target, version: randomUUID(), metadata, userMetadata: userMetadata ?? {} }
    const { id } = await publish(ctx, caller, object, draft.publish)
    return id
  } finally {
    await draft.discard()
  }
}

/** Asks the policies by doing it and taking it back; throws what the real thing would. */
export async function mustBeAllowed(
  ctx: StorageContext,
  caller: Verified,
  target: Target,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  const rehearsed = new Error('rehearsed')
  await actingAs(ctx.pool, caller, async (db) => {
    await writeRow(db, caller, { ...target, version: randomUUID(), metadata, userMetadata: null })
    throw rehearsed
  }).catch((error: unknown) => {
    if (error !== rehearsed) throw error
  })
}

/**
 * Makes the row, and by `place` the bytes of its version; what it replaces is removed. Where the connection ends while it
 * commits, the row says whether it did; where nobody can say, the bytes stay, to be sought by who seeks those without a row.
 */
export async function publish(
  ctx: StorageContext,
  caller: Verified,
  object: NewObject,
  place: (version: string) => Promise<void>,
): Promise<ObjectRow> {
  const { bucket, name, version } = object
  let before: string | null = null
  let isPlaced = false
  const written = await actingAs(ctx.pool, SYSTEM, async (db) => {
    const replaced = await lockedRow(db, bucket, name)
    before = replaced?.version ?? null
    await become(db, caller)
    await writeRow(db, caller, object)
    await become(db, SYSTEM)
    const row = await currentRow(db, bucket, name)
    if (!row) throw noSuchKey()
    await place(version)
    isPlaced = true
    return row
  }).catch(async (error: unknown) => {
    const row = isPlaced
      ? await actingAs(ctx.pool, SYSTEM, (db) => lockedRow(db, bucket, name)).catch(() => null)
      : undefined
    if (row?.version === version) return row
    if (row !== null) await ctx.files.remove([version])
    throw error
  })
  await ctx.files.remove([before])
  return written
}

/** Whether the caller asks for an existing object to be replaced. */
export function wantsUpsert(req: IncomingMessage): boolean {
  return req.headers['x-upsert'] === 'true'
}

/** The row, when who works on its name is done: two uploads to one come one after the other, so that each knows which bytes it replaces. */
async function lockedRow(db: Db, bucket: string, name: string): Promise<ObjectRow | undefined> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${bucket}/${name}`])
  return currentRow(db, bucket, name)
}

async function currentRow(db: Db, bucket: string, name: string): Promise<ObjectRow | undefined> {
  const { rows } = await db.query<ObjectRow>(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2 for update`,
    [bucket, name],
  )
  return rows[0]
}

async function writeRow(db: Db, caller: Verified, object: NewObject): Promise<void> {
  const owner = ownerOf(object.ownedBy ?? caller)
  const values = [
    object.bucket,
    object.name,
    owner.uuid,
    owner.id,
    object.version,
    object.metadata,
    object.userMetadata,
  ]
  const replace = `on conflict (bucket_id, name) do update
    set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
        metadata = excluded.metadata, user_metadata = excluded.user_metadata`
  await db.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4, $5, $6, $7) ${object.mode === 'upsert' ? replace : ''}`,
    values,
  )
}
