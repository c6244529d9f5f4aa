import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Bucket, findBucket, mustAccept, sizeLimit } from '../buckets.ts'
import type { StorageContext, StorageRequest } from '../context.ts'
import { actingAs, allowDelete, become, ownerOf, SYSTEM } from '../db.ts'
import { noSuchKey } from '../errors.ts'
import { readBody, sendJson } from '../http.ts'
import { validBucketName, validKey } from '../names.ts'
import { findObject, OBJECT_COLUMNS, type ObjectRow } from '../objects.ts'

const Transfer = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** POST /object/list/{bucket}: one folder's content. */
export async function list(ctx: StorageContext, { req, res, caller, bucket }: StorageRequest): Promise<void> {
  const body = await readBody(
    req,
    z.object({
      prefix: z.string().max(1024).default(''),
      limit: z.number().int().min(1).max(1000).default(100),
      offset: z.number().int().min(0).default(0),
      search: z.string().max(1024).default(''),
      sortBy: z.object({ column: z.string().optional(), order: z.string().optional() }).nullish(),
    }),
  )
  const prefix = body.prefix === '' || body.prefix.endsWith('/') ? body.prefix : `${body.prefix}/`
  const { rows } = await actingAs(ctx.pool, caller, (db) =>
    db.query(
      `select name, id, updated_at, created_at, last_accessed_at, metadata
         from storage.search($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        prefix,
        bucket,
        body.limit,
        prefix.split('/').length,
        body.offset,
        body.search,
        body.sortBy?.column ?? 'name',
        body.sortBy?.order ?? 'asc',
      ],
    ),
  )
  sendJson(res, 200, rows)
}

/** DELETE /object/{bucket} {prefixes}: what the caller may delete of the named objects. */
export async function removeMany(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const body = await readBody(request.req, z.object({ prefixes: z.array(z.string()).min(1).max(1000) }))
  sendJson(request.res, 200, await remove(ctx, request, body.prefixes))
}

/** DELETE /object/{bucket}/{name} */
export async function removeOne(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const removed = await remove(ctx, request, [request.name])
  if (removed.length === 0) throw noSuchKey()
  sendJson(request.res, 200, { message: 'Successfully deleted' })
}

async function remove(
  ctx: StorageContext,
  { caller, bucket }: StorageRequest,
  names: string[],
): Promise<ObjectRow[]> {
  const { rows } = await actingAs(ctx.pool, caller, async (db) => {
    await allowDelete(db)
    return db.query<ObjectRow>(
      `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${OBJECT_COLUMNS}`,
      [bucket, names],
    )
  })
  await ctx.files.remove(rows.map(({ version }) => version))
  return rows
}

/** POST /object/move: a new name for the same bytes. */
export async function move(ctx: StorageContext, { req, res, caller }: StorageRequest): Promise<void> {
  const { from, to } = places(await readBody(req, Transfer))
  const id = await actingAs(ctx.pool, caller, async (db) => {
    const source = await findObject(db, from.bucket, from.name)
    if (to.bucket !== from.bucket) {
      await become(db, SYSTEM)
      mustTake(await findBucket(db, to.bucket), source, ctx.fileSizeLimit)
      await become(db, caller)
    }
    const { rowCount } = await db.query(
      'update storage.objects set bucket_id = $1, name = $2 where bucket_id = $3 and name = $4',
      [to.bucket, to.name, from.bucket, from.name],
    )
    if (rowCount !== 1) throw noSuchKey()
    return source.id
  })
  sendJson(res, 200, { message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` })
}

/** POST /object/copy */
export async function copy(ctx: StorageContext, { req, res, caller }: StorageRequest): Promise<void> {
  const body = await readBody(req, Transfer)
  const { from, to } = places(body)
  const id = randomUUID()
  const version = randomUUID()
  const owner = ownerOf(caller)
  try {
    await actingAs(ctx.pool, caller, async (db) => {
      const source = await findObject(db, from.bucket, from.name)
      await become(db, SYSTEM)
      mustTake(await findBucket(db, to.bucket), source, ctx.fileSizeLimit)
      await become(db, caller)
      const metadata = body.copyMetadata === false ? (body.metadata ?? null) : source.user_metadata
      await db.query(
        `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, to.bucket, to.name, owner.uuid, owner.id, version, source.metadata, metadata],
      )
      if (!source.version) throw noSuchKey()
      await ctx.files.copy(source.version, version)
    })
  } catch (error) {
    await ctx.files.remove([version])
    throw error
  }
  sendJson(res, 200, { Id: id, Key: `${to.bucket}/${to.name}` })
}

function places(body: z.infer<typeof Transfer>) {
  return {
    from: { bucket: validBucketName(body.bucketId), name: validKey(body.sourceKey) },
    to: {
      bucket: validBucketName(body.destinationBucket ?? body.bucketId),
      name: validKey(body.destinationKey),
    },
  }
}

// No way around a bucket's rules by uploading elsewhere first.
function mustTake(bucket: Bucket, object: ObjectRow, globalLimit: number): void {
  const mimeType = String(object.metadata?.mimetype ?? '')
  mustAccept(bucket, { mimeType, size: Number(object.metadata?.size ?? 0) }, sizeLimit(bucket, globalLimit))
}
