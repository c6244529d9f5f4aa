import { isReadTooMuch } from '../sql/read-bound.ts'
import { COLLISIONS, PoolTimeout } from '../sql/session.ts'
import { badRaise, connectionFailed, poolExhausted, RestError, readTooMuch } from './errors.ts'

interface DatabaseError {
  code: string
  message: string
  detail?: string
  hint?: string
  severity: string
}

/** Turns whatever running a statement threw into the answer PostgREST gives for it. */
export function fromDatabase(error: unknown, signedIn: boolean): RestError {
  if (error instanceof RestError) return error
  if (error instanceof PoolTimeout) return poolExhausted()
  if (isReadTooMuch(error)) return readTooMuch()
  if (!isDatabaseError(error)) return connectionFailed()
  if (error.code === 'PGRST') return fromRaise(error)
  // Unlike PostgREST's 500 with the numbers of processes and transactions: it passes, and whose they are is nobody's.
  if (COLLISIONS.has(error.code)) return new RestError(503, error.code, error.message)
  const status = statusOf(error, signedIn)
  return new RestError(status, error.code, error.message, {
    details: detailOf(error),
    // The hint to raise max_stack_depth is for who runs the server.
    hint: error.code === '54001' ? null : (error.hint ?? null),
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    statusText: /^PT\d+$/.test(error.code) ? error.message : undefined,
  })
}

// A row that a constraint refuses stands in DETAIL whole, with columns that its writer may not read: where a function
// writes it with rights of its own, Postgres does not hide it. Upstream passes it on.
function detailOf({ code, detail }: DatabaseError): string | null {
  return code === '23514' || code === '23502' ? null : (detail ?? null)
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

const STATUS_BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53400': 500,
  // Unlike PostgREST's 500: what is nested too deep to be read is what the client sent.
  '54001': 400,
  '57P01': 503,
  // Unlike PostgREST's 500: recovering from a crash and starting pass by themselves.
  '57P02': 503,
  '57P03': 503,
  '58030': 503,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
}

const STATUS_BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

function statusOf({ code, message }: DatabaseError, signedIn: boolean): number {
  if (code === '42501') return signedIn ? 403 : 401
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400
  if (code.startsWith('PT')) return validStatus(Number(code.slice(2))) ?? 500
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400
}

/** A status Node can send as a final answer. */
export function validStatus(status: number): number | undefined {
  return Number.isInteger(status) && status >= 200 && status <= 999 ? status : undefined
}

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

/** `raise sqlstate 'PGRST'`: the function wrote the whole answer as JSON in MESSAGE and DETAIL. */
function fromRaise({ message, detail }: DatabaseError): RestError {
  const body = jsonObject(message)
  if (typeof body?.code !== 'string' || typeof body.message !== 'string') {
    return badRaise(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT)
  }
  if (detail === undefined) return badRaise('DETAIL is missing in the RAISE statement', DETAIL_HINT)
  const answer = jsonObject(detail)
  const status = validStatus(Number(answer?.status))
  const headers = stringRecord(answer?.headers)
  if (status === undefined || !headers)
    return badRaise(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT)
  return new RestError(status, body.code, body.message, {
    details: body.details ?? null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers,
    statusText: typeof answer?.status_text === 'string' ? answer.status_text : undefined,
  })
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stringRecord(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? Object.fromEntries(entries)
    : undefined
}
