import { sendJson } from '../../http/send.ts'
import type { StorageContext, StorageRequest } from '../context.ts'
import { SYSTEM } from '../db.ts'
import { mustBeAllowed, type Target, upload, wantsUpsert } from '../upload.ts'

// As hosted: long enough for a slow connection, too short to be handed around.
const UPLOAD_URL_SECONDS = 2 * 3600

/** POST /object/{bucket}/{name} */
export async function createObject(ctx: StorageContext, request: StorageRequest): Promise<void> {
  await store(ctx, request, wantsUpsert(request.req) ? 'upsert' : 'create')
}

/** PUT /object/{bucket}/{name}: as upstream, one that is not there yet comes into being. */
export async function updateObject(ctx: StorageContext, request: StorageRequest): Promise<void> {
  await store(ctx, request, 'upsert')
}

async function store(ctx: StorageContext, request: StorageRequest, mode: Target['mode']): Promise<void> {
  const { req, res, caller, bucket, name } = request
  const id = await upload(ctx, caller, { bucket, name, mode }, req)
  sendJson(res, 200, { Key: `${bucket}/${name}`, Id: id })
}

/** POST /object/upload/sign/{bucket}/{name}: a link by which somebody else may upload as the caller could. */
export async function signUpload(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { res, caller, bucket, name } = request
  const upsert = wantsUpsert(request.req)
  await mustBeAllowed(ctx, caller, { bucket, name, mode: upsert ? 'upsert' : 'create' })
  const { sub } = caller.claims
  const grant = { url: `${bucket}/${name}`, upsert, ...(typeof sub === 'string' && { owner: sub }) }
  const token = await ctx.urls.sign('upload', grant, UPLOAD_URL_SECONDS)
  const path = name.split('/').map(encodeURIComponent).join('/')
  sendJson(res, 200, {
    url: `/object/upload/sign/${encodeURIComponent(bucket)}/${path}?token=${token}`,
    token,
  })
}

/** PUT /object/upload/sign/{bucket}/{name}?token= */
export async function uploadSigned(ctx: StorageContext, request: StorageRequest): Promise<void> {
  const { req, res, query, bucket, name } = request
  const grant = await ctx.urls.open('upload', query.get('token'), `${bucket}/${name}`)
  const ownedBy = { role: 'authenticated' as const, claims: grant.owner ? { sub: grant.owner } : {} }
  const mode = grant.upsert ? 'upsert' : 'create'
  await upload(ctx, SYSTEM, { bucket, name, mode, ownedBy }, req)
  sendJson(res, 200, { Key: `${bucket}/${name}` })
}
