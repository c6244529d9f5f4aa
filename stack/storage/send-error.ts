// The Storage API's error answers.
import type { ServerResponse } from 'node:http'
import { sendJson } from '../http/send.ts'
import { StorageError } from './errors.ts'

/** Sends it; what is unknown becomes an "Internal server error" without details. */
export function sendError(res: ServerResponse, error: StorageError | undefined): void {
  const shown = error ?? new StorageError(500, 'InternalError', 'Internal server error')
  sendJson(res, shown.httpStatus, {
    statusCode: String(shown.status),
    error: shown.error,
    message: shown.message,
    code: shown.code,
  })
}
