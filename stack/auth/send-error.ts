// GoTrue's error answers, in both of its API versions.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '../http/send.ts'
import type { AuthError } from './errors.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION_2024 = '2024-01-01'

/** Sends the error in the shape the request's API version asks for. */
export function sendError(req: IncomingMessage, res: ServerResponse, error: AuthError): void {
  const weak = error.weakPasswordReasons && { weak_password: { reasons: error.weakPasswordReasons } }
  if (String(req.headers[VERSION_HEADER] ?? '') < VERSION_2024) {
    sendJson(res, error.status, { code: error.status, error_code: error.code, msg: error.message, ...weak })
    return
  }
  res.setHeader(VERSION_HEADER, VERSION_2024)
  sendJson(res, error.status, { code: error.code, message: error.message, ...weak })
}
