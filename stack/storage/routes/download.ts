import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { readBody } from '../body.ts'
import type { StorageContext, StorageRequest } from '../context.ts'
import { actingAs, SYSTEM } from '../db.ts'
import { invalidParameter } from '../errors.ts'
import { validKey } from '../names.ts'
import { findObject, publicObject, readableObject } from '../objects.ts'
import { sendInfo, sendObject } from '../render.ts'

const expiresIn = z.number().int().min(1)

// The last second a date can name.
const LAST_SECOND = 8.64e12

/** GET, HEAD /object/{bucket}/{name} and /object/authenticated/{bucket}/{name} */
export async function download(ctx: StorageContext, request: StorageRequest): Promise<void> {
  await sendObject(ctx, request, await readableObject(ctx, request.caller, request.bucket, request.name))
}

/** GET, HEAD /object/public/{bucket}/{name} */
export async function downloadPublic(ctx: StorageContext, request: StorageRequest): Promise<void> {
  await sendObject(ctx, request, await publicObject(ctx, request.bucket, request.name))
}

/** GET, HEAD /object/sign/{bucket}/{name}?token= */
export async function downloadSigned(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { bucket, name, query } = request
  const { exp } = await ctx.urls.open('download', query.get('token'), `${bucket}/${name}`)
  const object = await actingAs(ctx.pool, SYSTEM, (db) => findObject(db, bucket, name))
  await sendObject(ctx, request, object, new Date(exp * 1000))
}

/** GET /object/info/{bucket}/{name} */
export async function info(
  ctx: StorageContext,
  { res, caller, bucket, name }: StorageRequest,
): Promise<void> {
  sendInfo(res, await readableObject(ctx, caller, bucket, name))
}

/** GET /object/info/public/{bucket}/{name} */
export async function infoPublic(ctx: StorageContext, { res, bucket, name }: StorageRequest): Promise<void> {
  sendInfo(res, await publicObject(ctx, bucket, name))
}

/** POST /object/sign/{bucket}/{name} */
export async function signDownload(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { req, res, caller, bucket, name } = request
  const body = await readBody(req, z.object({ expiresIn }))
  await actingAs(ctx.pool, caller, (db) => findObject(db, bucket, name))
  sendJson(res, 200, { signedURL: await signedUrl(ctx, bucket, name, body.expiresIn) })
}

/** POST /object/sign/{bucket}: links for many objects; each one the caller cannot read gets an error. */
export async function signDownloads(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { req, res, caller, bucket } = request
  const body = await readBody(req, z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) }))
  const { rows } = await actingAs(ctx.pool, caller, (db) =>
    db.query<{ name: string }>('select name from storage.objects where bucket_id = $1 and name = any ($2)', [
      bucket,
      body.paths,
    ]),
  )
  const readable = new Set(rows.map(({ name }) => name))
  const error = 'Either the object does not exist or you do not have access to it'
  const links = body.paths.map(async (path) =>
    readable.has(path)
      ? { error: null, path, signedURL: await signedUrl(ctx, bucket, validKey(path), body.expiresIn) }
      : { error, path, signedURL: null },
  )
  sendJson(res, 200, await Promise.all(links))
}

// Unencoded, as upstream: the clients encode it.
async function signedUrl(
  ctx: StorageContext,
  bucket: string,
  name: string,
  seconds: number,
): Promise<string> {
  if (Date.now() / 1000 + seconds > LAST_SECOND) throw invalidParameter('expiresIn')
  const url = `${bucket}/${name}`
  return `/object/sign/${url}?token=${await ctx.urls.sign('download', { url }, seconds)}`
}
