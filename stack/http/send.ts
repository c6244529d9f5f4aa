import type { ServerResponse } from 'node:http'
import { endWith } from './in-slices.ts'
import { RETRY_AFTER } from './service.ts'
import { unread } from './unread.ts'

// What is written here is about one caller and one moment.
const USUAL = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Answers with a text. Headers that were set before stay as they are; what answers 503 says when to try again; a HEAD
 * request gets no body. The connection ends where the client lets too much lie unread.
 */
export function sendText(
  res: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  if (res.destroyed) return
  const length = Buffer.byteLength(body)
  if (!unread.hold(res, length)) {
    res.destroy()
    return
  }
  const own = { ...USUAL, ...(status === 503 && { 'retry-after': RETRY_AFTER }), 'content-type': type }
  for (const [name, value] of Object.entries(own)) if (!res.hasHeader(name)) res.setHeader(name, value)
  res.writeHead(status, { 'content-length': length, ...headers })
  if (res.req.method === 'HEAD') res.end()
  else endWith(res, body, length)
}

/** The same with JSON. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendText(res, status, 'application/json; charset=utf-8', JSON.stringify(body), headers)
}
