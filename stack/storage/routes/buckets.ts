import { z } from 'zod'
import type { StorageContext, StorageRequest } from '../context.ts'
import { actingAs, allowDelete, become, ownerOf, SYSTEM } from '../db.ts'
import { accessDenied, invalidRequest, noSuchBucket, StorageError, tooLarge } from '../errors.ts'
import { readBody, sendJson } from '../http.ts'
import { validBucketName } from '../names.ts'

const COLUMNS =
  'id, name, type, owner, public, file_size_limit::float8, allowed_mime_types, created_at, updated_at'
const SORTABLE = ['id', 'name', 'created_at', 'updated_at']

const Settings = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().regex(/^[\w.+*-]+\/[\w.+*-]+$/)).nullish(),
})

/** GET /bucket */
export async function listBuckets(
  ctx: StorageContext,
  { res, caller, query }: StorageRequest,
): Promise<void> {
  const sort = SORTABLE.find((column) => column === query.get('sortColumn')) ?? 'id'
  const order = query.get('sortOrder') === 'desc' ? 'desc' : 'asc'
  const page = z.coerce.number().int().min(0).max(1e6)
  const limit = page.default(100).safeParse(query.get('limit') ?? undefined)
  const offset = page.default(0).safeParse(query.get('offset') ?? undefined)
  if (!limit.success || !offset.success) throw invalidRequest('Invalid pagination')
  const { rows } = await actingAs(ctx.pool, caller, (db) =>
    db.query(
      `select ${COLUMNS} from storage.buckets where position($3 in name) > 0 or $3 = ''
        order by ${sort} ${order} limit $1 offset $2`,
      [limit.data, offset.data, query.get('search') ?? ''],
    ),
  )
  sendJson(res, 200, rows)
}

/** GET /bucket/{id} */
export async function getBucket(ctx: StorageContext, { res, caller, bucket }: StorageRequest): Promise<void> {
  const { rows } = await actingAs(ctx.pool, caller, (db) =>
    db.query(`select ${COLUMNS} from storage.buckets where id = $1`, [bucket]),
  )
  if (!rows[0]) throw noSuchBucket()
  sendJson(res, 200, rows[0])
}

/** POST /bucket */
export async function createBucket(ctx: StorageContext, { req, res, caller }: StorageRequest): Promise<void> {
  const body = await readBody(req, Settings)
  const id = validBucketName(body.id ?? body.name ?? '')
  const owner = ownerOf(caller)
  await actingAs(ctx.pool, caller, (db) =>
    db.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        validBucketName(body.name ?? id),
        owner.uuid,
        owner.id,
        body.public ?? false,
        bytes(body.file_size_limit, ctx.fileSizeLimit),
        body.allowed_mime_types ?? null,
      ],
    ),
  )
  sendJson(res, 200, { name: id })
}

/** PUT /bucket/{id}: what is not given stays as it is. */
export async function updateBucket(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { req, res, caller, bucket } = request
  const body = await readBody(req, Settings)
  const { rowCount } = await actingAs(ctx.pool, caller, (db) =>
    db.query(
      `update storage.buckets
          set public = coalesce($2, public),
              file_size_limit = case when $3 then $4 else file_size_limit end,
              allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
              updated_at = now()
        where id = $1`,
      [
        bucket,
        body.public ?? null,
        body.file_size_limit !== undefined,
        bytes(body.file_size_limit, ctx.fileSizeLimit),
        body.allowed_mime_types !== undefined,
        body.allowed_mime_types ?? null,
      ],
    ),
  )
  if (rowCount !== 1) throw noSuchBucket()
  sendJson(res, 200, { message: 'Successfully updated' })
}

/** POST /bucket/{id}/empty: by the service role alone, whatever the policies let somebody delete. */
export async function emptyBucket(
  ctx: StorageContext,
  { res, caller, bucket }: StorageRequest,
): Promise<void> {
  if (caller.role !== 'service_role') throw accessDenied('Access denied: Invalid role')
  const { rows } = await actingAs(ctx.pool, caller, async (db) => {
    const { rowCount } = await db.query('select from storage.buckets where id = $1', [bucket])
    if (rowCount !== 1) throw noSuchBucket()
    await allowDelete(db)
    return db.query<{ version: string | null }>(
      'delete from storage.objects where bucket_id = $1 returning version',
      [bucket],
    )
  })
  await ctx.files.remove(rows.map(({ version }) => version))
  sendJson(res, 200, { message: 'Successfully emptied' })
}

/** DELETE /bucket/{id} */
export async function deleteBucket(
  ctx: StorageContext,
  { res, caller, bucket }: StorageRequest,
): Promise<void> {
  await actingAs(ctx.pool, SYSTEM, async (db) => {
    const { rowCount } = await db.query('select from storage.objects where bucket_id = $1 limit 1', [bucket])
    await become(db, caller)
    await allowDelete(db)
    const deleted = await db.query('select from storage.buckets where id = $1 for update', [bucket])
    if (deleted.rowCount !== 1) throw noSuchBucket()
    if (rowCount) {
      throw new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty')
    }
    await db.query('delete from storage.buckets where id = $1', [bucket])
  })
  sendJson(res, 200, { message: 'Successfully deleted' })
}

const UNITS: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

// A number of bytes, or "20MB"; throws EntityTooLarge beyond what any object may have.
function bytes(limit: number | string | null | undefined, most: number): number | null {
  if (limit === null || limit === undefined) return null
  const [, count, unit] = /^(\d+(?:\.\d+)?)(B|KB|MB|GB)?$/i.exec(String(limit)) ?? []
  if (count === undefined) {
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  const size = Math.round(Number(count) * (UNITS[unit?.toUpperCase() ?? 'B'] ?? 1))
  if (size > most) throw tooLarge()
  return size
}
