// One line a request. Neither bodies, queries, cookies nor tokens: only what finds and counts.
import { routePath } from 'hono/route'
import type { AppContext } from './context.ts'

// What a client chooses: long ones would push everybody's older lines out of the log.
const LONGEST_PATH = 300
const LONGEST_CONSUMER = 100

/** Writes the line of an answered request; an unexpected error brings its cause along. */
export function logRequest(c: AppContext, fn: string, ms: number): void {
  const { status } = c.res
  const line = {
    level: status >= 500 ? 'error' : 'info',
    at: new Date().toISOString(),
    fn,
    method: c.req.method,
    path: shortened(loggablePath(c.req.path), LONGEST_PATH),
    route: shortened(routePath(c, -1), LONGEST_PATH),
    status,
    ms: Math.round(ms),
    request_id: c.get('requestId'),
    user: c.get('caller').authId ?? undefined,
    consumer: shortened(c.req.header('waymark-consumer'), LONGEST_CONSUMER),
    ...(status >= 500 ? { error: described(c.error) } : {}),
  }
  console.log(JSON.stringify(line))
}

/** A path as it may be logged: an invitation's ends in its token, and whoever reads that may accept it. */
export function loggablePath(path: string): string {
  return path
    .split('/')
    .map((part) => (part.length >= 24 ? '…' : part))
    .join('/')
}

function shortened(text: string | undefined, longest: number): string | undefined {
  return text !== undefined && text.length > longest ? `${text.slice(0, longest)}…` : text
}

function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return error.cause ? described(error.cause) : (error.stack ?? error.message)
}
