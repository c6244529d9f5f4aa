import type { ServerResponse } from 'node:http'

/** Answers with RFC 9457 problem+json, or ends a half-sent answer so that nobody takes it for a whole one. */
export function sendProblem(res: ServerResponse, status: number, title: string, detail: string): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const body = JSON.stringify({ type: 'about:blank', title, status, detail })
  res.writeHead(status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    // What the client still sends is not read: the connection cannot be used again.
    ...(res.req.complete ? {} : { connection: 'close' }),
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
