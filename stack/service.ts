import type { IncomingMessage, ServerResponse } from 'node:http'

/** Seconds until a client may try again what answered 503: about the time Postgres takes to recover. */
export const RETRY_AFTER = '2'

/** One surface of the stack, hosted in the supervisor's process behind the gateway. */
export interface Service {
  /** Answers one request; `path` is the URL's path and query without the service's own prefix. */
  handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>
  /** Does what its answers need, a query as a rule; rejects when it cannot. */
  check(): Promise<unknown>
  /** Ends connections and timers; resolves when nothing of the service is left. */
  close(): Promise<void>
}
