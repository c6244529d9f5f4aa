import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { checked, readBody } from '../body.ts'
import type { StorageContext, StorageRequest } from '../context.ts'
import { actingAs, allowDelete, become, ownerOf, SYSTEM } from '../db.ts'
import {
  accessDenied,
  invalidInput,
  invalidMimeType,
  invalidRequest,
  noSuchBucket,
  notEmpty,
  tooLarge,
} from '../errors.ts'
import { validBucketName } from '../names.ts'

// Nobody's bucket has an empty owner.
const columns = (type: string) => `id, name, coalesce(owner::text, '') as owner, public, ${type}
  file_size_limit::float8, allowed_mime_types, created_at, updated_at`

const Settings = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
})
const NewBucket = Settings.extend({
  name: z.string(),
  id: z.string().optional(),
  type: z.literal('STANDARD').optional(),
})

const Page = z.object({
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('id'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().default(''),
})

/** GET /bucket */
export async function listBuckets(
  ctx: StorageContext,
  { res, caller, query }: StorageRequest,
): Promise<void> {
  const asked = Object.fromEntries(
    [...query].map(([name, value]) => [
      name,
      /^-?\d+$/.test(value) && name !== 'search' ? Number(value) : value,
    ]),
  )
  const { limit, offset, sortColumn, sortOrder, search } = checked('querystring', Page, asked)
  const { rows } = await actingAs(ctx.pool, caller, (db) =>
    db.query(
      `select ${columns('type,')} from storage.buckets where position($3 in name) > 0 or $3 = ''
        order by ${sortColumn} ${sortOrder} limit $1 offset $2`,
      [limit, offset, search],
    ),
  )
  sendJson(res, 200, rows)
}

/** GET /bucket/{id} */
export async function getBucket(ctx: StorageContext, { res, caller, bucket }: StorageRequest): Promise<void> {
  const { rows } = await actingAs(ctx.pool, caller, (db) =>
    db.query(`select ${columns('')} from storage.buckets where id = $1`, [bucket]),
  )
  if (!rows[0]) throw noSuchBucket()
  sendJson(res, 200, rows[0])
}

/** POST /bucket */
export async function createBucket(ctx: StorageContext, { req, res, caller }: StorageRequest): Promise<void> {
  const body = await readBody(req, NewBucket)
  const name = validBucketName(body.name)
  const id = validBucketName(body.id ?? name)
  const owner = ownerOf(caller)
  await actingAs(ctx.pool, caller, (db) =>
    db.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        name,
        owner.uuid,
        owner.id,
        body.public ?? false,
        bytes(body.file_size_limit, ctx.fileSizeLimit),
        types(body.allowed_mime_types),
      ],
    ),
  )
  sendJson(res, 200, { name })
}

/** PUT /bucket/{id}: what is not given stays as it is. */
export async function updateBucket(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { req, res, caller, bucket } = request
  const body = await readBody(req, Settings)
  if (Object.values(body).every((value) => value === undefined)) throw invalidInput(NOTHING_TO_CHANGE)
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
        types(body.allowed_mime_types),
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
  if (caller.role !== 'service_role') throw accessDenied('Access denied: Invalid role').asItIs()
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
  // Upstream's sentence, where a queue does it. Here it is done.
  sendJson(res, 200, { message: 'Empty bucket has been queued. Completion may take up to an hour.' })
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
    if (rowCount) throw notEmpty()
    await db.query('delete from storage.buckets where id = $1', [bucket])
  })
  sendJson(res, 200, { message: 'Successfully deleted' })
}

const NOTHING_TO_CHANGE = [
  ...['public', 'file_size_limit', 'allowed_mime_types'].map(
    (property) => `body must have required property '${property}'`,
  ),
  'body must match a schema in anyOf',
].join(', ')

const MIME_TYPE = /^([\w.+*-]+\/[\w.+*-]+(; *charset=[\w-]+)?|\*)$/

// Throws InvalidMimeType for what is none; empty ones do not count.
function types(allowed: string[] | null | undefined): string[] | null {
  const named = allowed?.filter((type) => type !== '') ?? null
  const odd = named?.find((type) => type.length > 1000 || !MIME_TYPE.test(type))
  if (odd !== undefined) throw invalidMimeType(odd)
  return named
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
