import type { IncomingMessage, ServerResponse } from 'node:http'
import { RETRY_AFTER } from '../service.ts'

/** How Supabase's edge runtime names a failure, for clients that look for its words. */
export interface FunctionFailure {
  /** E.g. NOT_FOUND, https://supabase.com/docs/guides/functions/error-codes */
  code: string
  message: string
}

/**
 * Answers with RFC 9457 problem+json, or ends a half-sent answer so that nobody takes it for a whole one. What is
 * impossible for now says so by the product's own code, and when to try again.
 */
export function sendProblem(
  res: ServerResponse,
  status: number,
  title: string,
  detail: string,
  failure?: FunctionFailure,
): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const later = status === 503
  const type = later ? 'SERVICE_UNAVAILABLE' : 'about:blank'
  const body = JSON.stringify({ type, title, status, detail, ...failure })
  if (later && !res.hasHeader('retry-after')) res.setHeader('retry-after', RETRY_AFTER)
  // Of an answer that was being prepared.
  for (const name of ['content-encoding', 'etag']) res.removeHeader(name)
  res.writeHead(status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(failure && { 'sb-error-code': failure.code }),
    // What the client still sends is not read: the connection cannot be used again.
    ...(res.req.complete ? {} : { connection: 'close' }),
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

/** Answers for an address below /api that belongs to nothing, in the words of the product's own problems. */
export function sendNotFound(req: IncomingMessage, res: ServerResponse): void {
  const [instance = ''] = (req.url ?? '').split('?')
  const body = JSON.stringify({
    type: 'NOT_FOUND',
    title: 'Not found.',
    status: 404,
    detail: `There is nothing at ${instance}.`,
    instance,
    trace_id: req.headers['x-request-id'],
  })
  res.writeHead(404, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // What the client still sends is not read: the connection cannot be used again.
    ...(req.complete ? {} : { connection: 'close' }),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}
