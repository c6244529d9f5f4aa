// An upload's body as the clients send it: the plain bytes, or a multipart form with one file.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest, malformedType } from './errors.ts'

export interface UploadBody {
  stream: Readable
  mimeType: string
  /** What the client says its size is, if it says so. */
  declaredSize: number | null
  /** Known when the stream has ended: form fields may follow the file. */
  details(): Promise<{ cacheControl: string; userMetadata: Record<string, unknown> | null }>
}

const MAX_FIELD = 64 * 1024

/** Whether it may be sent as a content type. */
export function isMimeType(type: string): boolean {
  return /^[\w.+-]+\/[\w.+-]+( *;[\x20-\x7e]*)?$/.test(type)
}

/** Opens the body; throws InvalidRequest for a form without a file. */
export async function openBody(req: IncomingMessage): Promise<UploadBody> {
  const body = /^multipart\/form-data/i.test(req.headers['content-type'] ?? '')
    ? await openForm(req)
    : openPlain(req)
  if (!isMimeType(body.mimeType)) throw malformedType()
  return body
}

function openPlain(req: IncomingMessage): UploadBody {
  const length = req.headers['content-length']
  return {
    stream: req,
    mimeType: req.headers['content-type'] || 'application/octet-stream',
    declaredSize: length === undefined ? null : Number(length),
    details: async () => ({
      cacheControl: headerValue(req.headers['cache-control']) ?? 'no-cache',
      userMetadata: headerMetadata(req),
    }),
  }
}

/** What the caller says of the object in a header; throws InvalidRequest. */
export function headerMetadata(req: IncomingMessage): Record<string, unknown> | null {
  return parseMetadata(decodeBase64(req.headers['x-metadata']))
}

async function openForm(req: IncomingMessage): Promise<UploadBody> {
  const fields = new Map<string, string>()
  const form = parser(req)
  const finished = new Promise<void>((resolve, reject) => {
    form.once('finish', resolve)
    form.on('error', () => reject(invalidRequest('Malformed multipart body')))
  })
  const file = new Promise<{ stream: Readable; mimeType: string }>((resolve, reject) => {
    form.once('file', (_field, stream, _name, _encoding, mimeType) => {
      // The parser reports a broken part here too, maybe before anybody reads; `finished` tells why.
      stream.on('error', () => undefined)
      resolve({ stream, mimeType: fields.get('contentType') || mimeType })
    })
    finished.then(() => reject(invalidRequest('No content provided')), reject)
  })
  form.on('field', (name, value) => fields.set(name, value))
  req.pipe(form)
  const { stream, mimeType } = await file
  const broken = (error: unknown) => stream.destroy(error as Error)
  finished.catch(broken)
  // A client that goes away leaves the parser waiting for ever.
  req.once('close', () => {
    if (!req.complete) broken(new Error('upload aborted'))
  })
  return {
    stream,
    mimeType: mimeType || 'application/octet-stream',
    declaredSize: null,
    async details() {
      await finished
      const seconds = fields.get('cacheControl')
      return {
        cacheControl:
          seconds && /^\d+$/.test(seconds) ? `max-age=${seconds}` : (headerValue(seconds) ?? 'no-cache'),
        userMetadata: parseMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
      }
    },
  }
}

function parser(req: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits: { files: 1, fields: 20, fieldSize: MAX_FIELD, headerPairs: 100 },
    })
  } catch {
    throw invalidRequest('Malformed multipart body')
  }
}

/** The value, if it may be sent as a header again. */
export function headerValue(value: string | undefined): string | undefined {
  return value && /^[\x20-\x7e]{1,256}$/.test(value) ? value : undefined
}

function decodeBase64(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(String(header), 'base64').toString('utf8')
}

function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw invalidRequest('Metadata must be a JSON object')
}
