// The Storage API's error answers. As upstream, the HTTP status is 400 (or 500) and the body says which it is.
import type { ServerResponse } from 'node:http'
import { StorageError } from './errors.ts'
import { sendJson } from './http.ts'

/** Sends it; what is unknown becomes an "Internal server error" without details. */
export function sendError(res: ServerResponse, error: StorageError | undefined): void {
  const shown = error ?? new StorageError(500, 'InternalError', 'Internal server error')
  sendJson(res, shown.status === 500 ? 500 : shown.status === 416 ? 416 : 400, {
    statusCode: String(shown.status),
    error: shown.error,
    message: shown.message,
    code: shown.code,
  })
}
