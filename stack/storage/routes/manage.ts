import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { readBody } from '../body.ts'
import { type Bucket, findBucket, mustAccept, sizeLimit } from '../buckets.ts'
import type { StorageContext, StorageRequest } from '../context.ts'
import { actingAs, allowDelete, become, SYSTEM } from '../db.ts'
import { alreadyExists, malformedType, noSuchKey } from '../errors.ts'
import { validBucketName, validKey } from '../names.ts'
import { findObject, OBJECT_COLUMNS, type ObjectRow, shownObject } from '../objects.ts'
import { type NewObject, publish, wantsUpsert } from '../upload.ts'
import { headerMetadata, headerValue, isMimeType } from '../upload-body.ts'

const Transfer = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})
const Copy = Transfer.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).default({}),
})

const MOST_ENTRIES = 1500

/** POST /object/list/{bucket}: one folder's content. */
export async function list(ctx: StorageContext, { req, res, caller, bucket }: StorageRequest): Promise<void> {
  const body = await readBody(
    req,
    z.object({
      prefix: z.string(),
      limit: z.number().int().min(1).default(100),
      offset: z.number().int().min(0).default(0),
      search: z.string().default(''),
      sortBy: z
        .object({
          column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']),
          order: z.enum(['asc', 'desc']).default('asc'),
        })
        .optional(),
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
        Math.min(body.limit, MOST_ENTRIES),
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

// Counted before any is looked at: what is wrong with each of half a million takes long to find.
const prefixes = z.array(z.unknown()).max(1000).pipe(z.array(z.string()).min(1))

/** DELETE /object/{bucket} {prefixes}: what the caller may delete of the named objects. */
export async function removeMany(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const body = await readBody(request.req, z.object({ prefixes }))
  const removed = await remove(ctx, request, body.prefixes)
  sendJson(request.res, 200, removed.map(shownObject))
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
  await actingAs(ctx.pool, caller, async (db) => {
    const source = await findObject(db, from.bucket, from.name)
    if (to.bucket !== from.bucket) {
      await become(db, SYSTEM)
      mustTake(await findBucket(db, to.bucket), to.name, source.metadata, ctx.fileSizeLimit)
      await become(db, caller)
    }
    const { rowCount } = await db
      .query('update storage.objects set bucket_id = $1, name = $2 where bucket_id = $3 and name = $4', [
        to.bucket,
        to.name,
        from.bucket,
        from.name,
      ])
      .catch((error: unknown) => {
        const { code } = error as { code?: string }
        throw code === '23505' ? alreadyExists('ResourceAlreadyExists') : error
      })
    if (rowCount !== 1) throw noSuchKey()
  })
  sendJson(res, 200, { message: 'Successfully moved' })
}

/** POST /object/copy: with what is known of it, or without and what the caller says instead. */
export async function copy(ctx: StorageContext, { req, res, caller }: StorageRequest): Promise<void> {
  const body = await readBody(req, Copy)
  const { from, to } = places(body)
  const userMetadata = body.copyMetadata ? null : headerMetadata(req)
  const { source, metadata } = await actingAs(ctx.pool, caller, async (db) => {
    const source = await findObject(db, from.bucket, from.name)
    const changes = body.copyMetadata ? {} : changed(body.metadata)
    const metadata = { ...source.metadata, ...changes, lastModified: new Date().toISOString() }
    await become(db, SYSTEM)
    mustTake(await findBucket(db, to.bucket), to.name, metadata, ctx.fileSizeLimit)
    return { source, metadata }
  })
  const { version } = source
  if (!version) throw noSuchKey()
  const object: NewObject = {
    ...to,
    mode: wantsUpsert(req) ? 'upsert' : 'create',
    version: randomUUID(),
    metadata,
    userMetadata: body.copyMetadata ? source.user_metadata : userMetadata,
  }
  const written = await publish(ctx, caller, object, (copied) => ctx.files.copy(version, copied))
  const key = `${to.bucket}/${to.name}`
  sendJson(res, 200, { Key: key, Id: written.id, ...shownObject(written) })
}

// Both are sent as headers again.
function changed({ mimetype, cacheControl }: z.infer<typeof Copy>['metadata']): Record<string, string> {
  if (mimetype !== undefined && !isMimeType(mimetype)) throw malformedType()
  const caching = headerValue(cacheControl)
  return { ...(mimetype && { mimetype }), ...(caching && { cacheControl: caching }) }
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
function mustTake(bucket: Bucket, name: string, metadata: ObjectRow['metadata'], globalLimit: number): void {
  const object = { name, mimeType: String(metadata?.mimetype ?? ''), size: Number(metadata?.size ?? 0) }
  mustAccept(bucket, object, sizeLimit(bucket, name, globalLimit))
}
