import type { ServerResponse } from 'node:http'
import { chooseEncoding, encode } from '../http/compress.ts'
import { RETRY_AFTER } from '../http/service.ts'
import type { Answer } from '../sql/compile.ts'
import { invalidHeadersSetting, invalidStatusSetting, RestError } from './errors.ts'
import type { Accepted } from './media.ts'
import { validStatus } from './pg-errors.ts'

export interface Reply {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer
  statusText?: string | undefined
}

/** The body of an answer; a binary one leaves the database as hexadecimal digits. */
export function bodyOf({ body }: Answer, { handler }: Accepted): string | Buffer {
  return handler?.binary ? Buffer.from(body ?? '', 'hex') : (body ?? '')
}

/** Lets `response.status` and `response.headers`, as set by functions, have the last word. */
export function withOverrides(reply: Reply, answer: Answer): Reply {
  if (answer.status === null && answer.headers === null) return reply
  const status = answer.status === null ? reply.status : validStatus(Number(answer.status))
  if (status === undefined) throw invalidStatusSetting()
  return { ...reply, status, headers: mergeHeaders(reply.headers, headersSetting(answer.headers)) }
}

function headersSetting(text: string | null): [string, string][] {
  if (text === null) return []
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map(singleHeader)
  } catch {
    // Falls through to the error below.
  }
  throw invalidHeadersSetting()
}

function singleHeader(item: unknown): [string, string] {
  const [entry, ...more] = typeof item === 'object' && item !== null ? Object.entries(item) : []
  if (!entry || more.length > 0 || typeof entry[1] !== 'string') throw invalidHeadersSetting()
  return [entry[0], entry[1]]
}

function mergeHeaders(own: Reply['headers'], given: [string, string][]): Reply['headers'] {
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const merged: Reply['headers'] = Object.fromEntries(
    Object.entries(own).filter(([name]) => !names.has(name.toLowerCase())),
  )
  for (const [name, value] of given) {
    const known = merged[name]
    merged[name] = known === undefined ? value : [known, value].flat()
  }
  return merged
}

const AGAIN = new Set([503, 504])

/** The answer for an error, in PostgREST's shape. */
export function errorReply(error: RestError): Reply {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.code}`,
      ...(AGAIN.has(error.status) ? { 'Retry-After': RETRY_AFTER } : {}),
      ...error.headers,
    },
    body: JSON.stringify(error.body),
    statusText: error.statusText,
  }
}

/** Sends a reply; a HEAD request and an empty status get no body. */
export async function send(res: ServerResponse, reply: Reply, method: string): Promise<void> {
  if (res.destroyed || res.headersSent) return
  const bodyless = reply.status === 204 || reply.status === 304
  try {
    for (const [name, value] of Object.entries(reply.headers)) res.setHeader(name, value)
    res.statusCode = reply.status
    if (reply.statusText !== undefined) res.statusMessage = reasonPhrase(reply.statusText)
  } catch {
    // A function wrote a header that HTTP does not allow.
    for (const name of Object.keys(reply.headers)) res.removeHeader(name)
    return send(res, errorReply(invalidHeadersSetting()), method)
  }
  if (bodyless || method === 'HEAD') {
    res.end()
    return
  }
  const length = Buffer.byteLength(reply.body)
  const headers = res.getHeaders()
  const encoding = chooseEncoding(res, { status: reply.status, headers, length })
  if (encoding) return sendEncoded(res, encoding, Buffer.from(reply.body))
  res.setHeader('Content-Length', length)
  // What is all ASCII is the same in both encodings, and Node writes Latin-1 without converting it.
  res.end(reply.body, length === reply.body.length ? 'latin1' : 'utf8')
}

async function sendEncoded(
  res: ServerResponse,
  encoding: Parameters<typeof encode>[0],
  body: Buffer,
): Promise<void> {
  const encoded = await encode(encoding, body)
  // Meanwhile the request may have been answered otherwise: a body that never comes ends it.
  if (res.destroyed || res.headersSent) return
  res.setHeader('Content-Length', encoded.length)
  res.end(encoded)
}

/** What a status line can hold of a text (RFC 9112, section 4). */
function reasonPhrase(text: string): string {
  return text.replace(/[^\t\x20-\x7e\xa0-\xff]+/g, ' ')
}

/** Any error as one with a status; what nobody foresaw is a 500 without its inner words. */
export function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error
  return new RestError(500, 'PGRSTX00', 'Internal server error')
}
