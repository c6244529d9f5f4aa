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

/** How a service answers what its routes throw. */
export interface Failures {
  /** Hears of every failure, before it is answered: for the log. A body that its client broke off is none. */
  report(error: unknown, req: IncomingMessage, res: ServerResponse): void
  /** Answers a failure in the service's own words. */
  refuse(error: unknown, req: IncomingMessage, res: ServerResponse): void | Promise<void>
}

/** Answers by `answer`; what that throws is refused, or ends an answer that has begun, so that nobody takes it for whole. */
export function answering(answer: Service['handle'], { report, refuse }: Failures): Service['handle'] {
  return async (req, res, path) => {
    try {
      await answer(req, res, path)
    } catch (error) {
      if (error !== req.errored) report(error, req, res)
      if (res.headersSent || res.destroyed) res.destroy()
      else await refuse(error, req, res)
    }
  }
}
