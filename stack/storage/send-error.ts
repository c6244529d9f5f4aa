// The Storage API's error answers. As upstream, the HTTP status is 400 and the body says which it is;
// what clients and proxies act upon by themselves keeps its own.
import type { ServerResponse } from 'node:http'
import { RETRY_AFTER } from '../service.ts'
import { StorageError } from './errors.ts'
import { sendJson } from './http.ts'

const AS_THEY_ARE = new Set([416, 500, 503])

/** Sends it; what is unknown becomes an "Internal server error" without details. */
export function sendError(res: ServerResponse, error: StorageError | undefined): void {
  const shown = error ?? new StorageError(500, 'InternalError', 'Internal server error')
  if (shown.status === 503) res.setHeader('retry-after', RETRY_AFTER)
  sendJson(res, AS_THEY_ARE.has(shown.status) ? shown.status : 400, {
    statusCode: String(shown.status),
    error: shown.error,
    message: shown.message,
    code: shown.code,
  })
}
