import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendText } from './send.ts'

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
  const type = status === 503 ? 'SERVICE_UNAVAILABLE' : 'about:blank'
  // Of an answer that was being prepared.
  for (const name of ['content-encoding', 'content-type', 'etag']) res.removeHeader(name)
  const code = failure && { 'sb-error-code': failure.code }
  send(res, status, { type, title, status, detail, ...failure }, code)
}

/** Answers for an address below /api that belongs to nothing, in the words of the product's own problems. */
export function sendNotFound(req: IncomingMessage, res: ServerResponse): void {
  const [instance = ''] = (req.url ?? '').split('?')
  send(res, 404, {
    type: 'NOT_FOUND',
    title: 'Not found.',
    status: 404,
    detail: `There is nothing at ${instance}.`,
    instance,
    trace_id: req.headers['x-request-id'],
  })
}

function send(res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  // What the client still sends is not read: the connection cannot be used again.
  const close: Record<string, string> = res.req.complete ? {} : { connection: 'close' }
  sendText(res, status, 'application/problem+json', JSON.stringify(body), { ...close, ...headers })
}
