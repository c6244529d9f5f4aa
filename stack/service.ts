import type { IncomingMessage, ServerResponse } from 'node:http'

/** One surface of the stack, hosted in the supervisor's process behind the gateway. */
export interface Service {
  /** Answers one request; `path` is the URL's path and query without the service's own prefix. */
  handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>
  /** Ends connections and timers; resolves when nothing of the service is left. */
  close(): Promise<void>
}
