// Answers as br or gzip where the client takes it: whole bodies of a text type, beyond a size where it pays. What has
// no length is a stream and goes on as it comes.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'

type Encoding = 'br' | 'gzip'

// Smaller ones fit into one packet as they are.
const SMALLEST = 1024
const TEXT = /^\s*(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|yaml|javascript|geo\+json))/i
// Of the levels for what is made once and read once: 4 costs what gzip does and is a tenth smaller.
// Its window is held in memory for as long as the client reads: 256 KiB, not the usual 4 MiB.
const BROTLI = {
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
    [zlib.constants.BROTLI_PARAM_LGWIN]: 18,
  },
}

/** What is known of an answer before it is sent. */
export interface Outgoing {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  length: number
}

/**
 * Chooses the encoding of an answer and writes the headers that follow from it; undefined sends it as it is. An answer
 * to a cookie alone stays as it is: its length would tell a foreign page that can cause it of the secrets in it.
 */
export function chooseEncoding(res: ServerResponse, answer: Outgoing): Encoding | undefined {
  const { method, headers: asked } = res.req
  if (method === 'HEAD' || answer.length < SMALLEST || !isWhole(answer) || isByCookie(asked, answer))
    return undefined
  res.appendHeader('vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(String(asked['accept-encoding'] ?? ''))
  if (!encoding) return undefined
  res.setHeader('content-encoding', encoding)
  // The bytes are others: only a weak validator holds for both.
  const { etag } = answer.headers
  if (typeof etag === 'string' && !etag.startsWith('W/')) res.setHeader('etag', `W/${etag}`)
  return encoding
}

function isWhole({ status, headers }: Outgoing): boolean {
  if (status < 200 || status === 204 || status === 304) return false
  if (
    headers['content-encoding'] !== undefined ||
    /no-transform/i.test(String(headers['cache-control'] ?? ''))
  )
    return false
  // A part of the bytes is a part of the bytes as they are; PostgREST's ranges count rows.
  if (status === 206 && /^bytes/i.test(String(headers['content-range'] ?? ''))) return false
  return TEXT.test(String(headers['content-type'] ?? ''))
}

function isByCookie(asked: IncomingHttpHeaders, { headers }: Outgoing): boolean {
  return (
    headers['set-cookie'] !== undefined || (asked.cookie !== undefined && asked.authorization === undefined)
  )
}

/** The better of the two encodings that `Accept-Encoding` gives the same weight. */
export function acceptedEncoding(header: string): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((text) => text.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const best = weight('gzip') > weight('br') ? 'gzip' : 'br'
  return weight(best) > 0 ? best : undefined
}

/** The stream that encodes. */
export function encoder(encoding: Encoding): Transform {
  return encoding === 'br' ? zlib.createBrotliCompress(BROTLI) : zlib.createGzip()
}

/** Encodes a whole body, beside the event loop. */
export function encode(encoding: Encoding, body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, encoded: Buffer) => (error ? reject(error) : resolve(encoded))
    if (encoding === 'br') zlib.brotliCompress(body, BROTLI, done)
    else zlib.gzip(body, done)
  })
}
