// One line a request. Neither bodies, queries, cookies nor tokens: only what finds and counts.
import { routePath } from 'hono/route'
import type { AppContext } from './context.ts'
import { ProblemError } from './problem.ts'

// What a client chooses: long ones would push everybody's older lines out of the log.
const LONGEST_PATH = 300
const LONGEST_CONSUMER = 100

/** Writes the line of an answered request; an unexpected error brings its cause along. */
export function logRequest(c: AppContext, fn: string, ms: number): void {
  const { status } = c.res
  const isFault = status >= 500 && !isForeseen(c.error)
  const line = {
    level: isFault ? 'error' : 'info',
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
    ...(isFault ? { error: described(c.error) } : {}),
  }
  console.log(JSON.stringify(line))
}

/** Whether it is a refusal that nothing went wrong for: what is not ready yet is a 503 too. */
function isForeseen(error: unknown): boolean {
  return error instanceof ProblemError && error.cause === undefined
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
