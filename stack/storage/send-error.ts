// The Storage API's error answers.
import type { ServerResponse } from 'node:http'
import { RETRY_AFTER } from '../service.ts'
import { StorageError } from './errors.ts'
import { sendJson } from './http.ts'

/** Sends it; what is unknown becomes an "Internal server error" without details. */
export function sendError(res: ServerResponse, error: StorageError | undefined): void {
  const shown = error ?? new StorageError(500, 'InternalError', 'Internal server error')
  if (shown.status === 503) res.setHeader('retry-after', RETRY_AFTER)
  sendJson(res, shown.httpStatus, {
    statusCode: String(shown.status),
    error: shown.error,
    message: shown.message,
    code: shown.code,
  })
}
