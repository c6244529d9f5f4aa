import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'

const LONGEST = 300
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Gives the request an id, that of the trace it belongs to (W3C Trace Context) where it brings one, and logs one line
 * when it ended. The header itself goes on as it came: the gateway records no span that could be a parent.
 */
export function traceRequest(req: IncomingMessage, res: ServerResponse, log: Log): void {
  const started = performance.now()
  const [, given] = TRACEPARENT.exec(String(req.headers.traceparent ?? '')) ?? []
  const trace = given ?? randomHex()
  req.headers['x-request-id'] = trace
  res.setHeader('x-request-id', trace)
  const { method } = req
  const path = loggable(req.url ?? '/')
  res.once('close', () => {
    log('info', {
      service: 'gateway',
      trace,
      method,
      path,
      host: shortened(req.headers.host ?? ''),
      status: res.writableFinished ? res.statusCode : 499,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
  })
}

// Node draws the bits of many UUIDs at once; of bytes it would draw those of one request.
function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}

/** The path as it may be logged: no query, and nothing in it that could be a token or a code. */
export function loggable(url: string): string {
  const [pathname = '/'] = url.split('?')
  const path = pathname
    .split('/')
    .map((part) => (part.length >= 24 || /^(\d{6}){1,2}$/.test(part) ? '…' : part))
    .join('/')
  return shortened(path)
}

// Long ones would push what happened before out of the few files that are kept.
function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
