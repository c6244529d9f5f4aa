// What REST and GraphQL answer alike: a reply, or an error in PostgREST's shape.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { InvalidHeader, type Reply, send } from '../http/reply.ts'
import { RETRY_AFTER, type Service } from '../http/service.ts'
import { TooMuchUnread } from '../http/unread.ts'
import type { Log } from '../log.ts'
import { invalidHeadersSetting, RestError, tooMuchUnread } from './errors.ts'
import { type RestRequest, readRequest } from './request.ts'

interface ServingOptions {
  /** Its name in the log, which hears of what nobody foresaw. */
  service: string
  log: Log | undefined
  /** Undefined when the client has gone and nobody waits for an answer. */
  answer(request: RestRequest, req: IncomingMessage, res: ServerResponse): Promise<Reply | undefined>
}

/** Answers requests; what `answer` throws is answered too. */
export function serving({ service, log, answer }: ServingOptions): Service['handle'] {
  return async (req, res, path) => {
    const request = readRequest(req, res, path)
    try {
      const reply = await answer(request, req, res)
      if (reply) await send(res, reply, request.method)
    } catch (error) {
      const known = knownError(error)
      // A body that its client broke off is no defect, and would fill the log with one line each.
      if (!known && error !== req.errored) log?.('error', { service, message: textOf(error) })
      await send(res, errorReply(known ?? UNFORESEEN), request.method)
    }
  }
}

const UNFORESEEN = new RestError(500, 'PGRSTX00', 'Internal server error')

function knownError(error: unknown): RestError | undefined {
  if (error instanceof InvalidHeader) return invalidHeadersSetting()
  if (error instanceof TooMuchUnread) return tooMuchUnread()
  return error instanceof RestError ? error : undefined
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const AGAIN = new Set([503, 504])

function errorReply(error: RestError): Reply {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.code}`,
      ...(AGAIN.has(error.status) ? { 'Retry-After': RETRY_AFTER } : {}),
      ...error.headers,
    },
    body: JSON.stringify(error.body),
    statusText: error.statusText,
  }
}
