import type { ServerResponse } from 'node:http'

/** How Supabase's edge runtime names a failure, for clients that look for its words. */
export interface FunctionFailure {
  /** E.g. NOT_FOUND, https://supabase.com/docs/guides/functions/error-codes */
  code: string
  message: string
}

/** Answers with RFC 9457 problem+json, or ends a half-sent answer so that nobody takes it for a whole one. */
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
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, ...failure })
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
