// An object on its way out: whole, in part, or only its headers.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sendJson } from '../http/send.ts'
import type { StorageContext, StorageRequest } from './context.ts'
import { noSuchKey, StorageError } from './errors.ts'
import type { ObjectRow } from './objects.ts'

/** Sends the object with validators and ranges; `expires` replaces its own cache control. */
export async function sendObject(
  ctx: StorageContext,
  { req, res, query }: StorageRequest,
  object: ObjectRow,
  expires?: Date,
): Promise<void> {
  const bytes = object.version ? await ctx.files.info(object.version) : undefined
  if (!object.version || !bytes) throw noSuchKey()
  const eTag = String(object.metadata?.eTag ?? `"${object.version}"`)
  setHeaders(res, object, eTag, bytes.modified)
  if (expires) res.setHeader('expires', expires.toUTCString())
  else res.setHeader('cache-control', String(object.metadata?.cacheControl ?? 'no-cache'))
  const download = query.get('download')
  if (download !== null) res.setHeader('content-disposition', attachment(download))

  if (unchanged(req, eTag, bytes.modified)) return void res.writeHead(304).end()
  const range = requestedRange(req, eTag, bytes.size)
  if (range === 'unsatisfiable') {
    for (const name of res.getHeaderNames()) res.removeHeader(name)
    res.setHeader('content-range', `bytes */${bytes.size}`)
    throw new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range')
  }
  res.statusCode = range ? 206 : 200
  if (range) res.setHeader('content-range', `bytes ${range.start}-${range.end}/${bytes.size}`)
  res.setHeader('content-length', range ? range.end - range.start + 1 : bytes.size)
  if (req.method === 'HEAD') return void res.end()
  await pipeline(ctx.files.read(object.version, range), res).catch((error: NodeJS.ErrnoException) => {
    // A reader that leaves half-way is no failure.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** Sends what is known of the object as JSON. */
export function sendInfo(res: ServerResponse, object: ObjectRow): void {
  const { metadata } = object
  const headers = { etag: metadata?.eTag, 'cache-control': metadata?.cacheControl }
  const known = Object.entries(headers).filter(([, value]) => typeof value === 'string')
  const modified = new Date(String(metadata?.lastModified ?? object.updated_at))
  const body = {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.metadata?.size ?? null,
    content_type: object.metadata?.mimetype ?? null,
    cache_control: object.metadata?.cacheControl ?? null,
    etag: object.metadata?.eTag ?? null,
    metadata: object.user_metadata,
    last_modified: object.updated_at,
    created_at: object.created_at,
  }
  sendJson(res, 200, body, { ...Object.fromEntries(known), 'last-modified': modified.toUTCString() })
}

// Uploads share their origin with the application: nothing in them may run there.
function setHeaders(res: ServerResponse, object: ObjectRow, eTag: string, modified: Date): void {
  const type = String(object.metadata?.mimetype ?? 'application/octet-stream')
  res.setHeader('content-type', /text\/html|xhtml|(java|ecma|live|j)script/i.test(type) ? 'text/plain' : type)
  res.setHeader('x-content-type-options', 'nosniff')
  res.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  res.setHeader('x-robots-tag', 'none')
  res.setHeader('accept-ranges', 'bytes')
  res.setHeader('etag', eTag)
  res.setHeader('last-modified', modified.toUTCString())
}

function attachment(name: string): string {
  if (name === '') return 'attachment;'
  const encoded = encodeURIComponent(name)
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`
}

function unchanged(req: IncomingMessage, eTag: string, modified: Date): boolean {
  const tags = req.headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === eTag)
  }
  const since = Date.parse(req.headers['if-modified-since'] ?? '')
  return since >= Math.floor(modified.getTime() / 1000) * 1000
}

function requestedRange(
  req: IncomingMessage,
  eTag: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  // Several ranges at once are answered with the whole, as RFC 9110 allows.
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range ?? '') ?? []
  if ((from ?? '') === '' && (to ?? '') === '') return undefined
  const condition = req.headers['if-range']
  if (condition !== undefined && condition !== eTag) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
