// Refusals: thrown anywhere, answered in one place as RFC 9457 problem+json.
import {
  type FieldProblem,
  internalErrorDetail,
  internalErrorTitle,
  type Problem,
  type ProblemCode,
  problem,
  unavailableDetail,
} from '../domain/errors.ts'
import { type Params, problemFor, type Reason } from '../domain/reasons.ts'

const titles: Partial<Record<ProblemCode, string>> = {
  VALIDATION_ERROR: 'The request is not valid.',
  INVALID_ID: 'The identifier is not valid.',
  INVALID_TOKEN: 'The token is not valid.',
  TOKEN_ERROR: 'The token is not valid.',
  TOKEN_NOT_BEFORE: 'The token is not valid yet.',
  TOKEN_EXPIRED: 'The token has expired.',
  TOKEN_PAYLOAD_MALFORMED: 'The token is not valid.',
  UNAUTHENTICATED: 'Sign-in is required.',
  PAYMENT_REQUIRED: 'The plan does not include this.',
  INSUFFICIENT_PERMISSIONS: 'Permission denied.',
  PROOF_REQUIRED: 'A proof of who you are is required.',
  WORKSPACE_IS_LOCKED: 'The workspace is locked.',
  ACTION_PROHIBITED: 'This is not allowed.',
  USER_IS_OWNER: 'The user is an owner.',
  NOT_FOUND: 'Not found.',
  BRANCH_NOT_FOUND: 'Branch not found.',
  METHOD_NOT_ALLOWED: 'This is not done here.',
  VCS_PROVIDER_ERROR: 'The provider could not be asked, or refused.',
  CONFLICT: 'This conflicts with what is there.',
  PRECONDITION_FAILED: 'It has changed since.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  TOO_MANY_REQUESTS: 'Too many requests.',
  SERVICE_UNAVAILABLE: 'This is not possible right now.',
}

export interface ProblemOptions {
  /** Overrides the catalogue's status, where the specification does. */
  status?: number
  /** Members beyond RFC 9457, e.g. owner_email. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/** A refusal on its way to the client. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(refusal: Problem, { status, extra = {}, headers = {}, cause }: ProblemOptions = {}) {
    super(refusal.detail, { cause })
    this.problem = status === undefined ? refusal : { ...refusal, status }
    this.extra = extra
    this.headers = headers
  }
}

/** Why the database refused: what it was given is no value of the type that it has to be. */
export class DataError extends Error {
  override name = 'DataError'
}

/** A refusal with a code of the catalogue and a sentence for people. */
export function refusal(
  code: ProblemCode,
  detail: string,
  { fields = [], ...options }: ProblemOptions & { fields?: FieldProblem[] } = {},
): ProblemError {
  return new ProblemError(problem(code, detail, fields), options)
}

/** The refusal that the database gives for this reason. */
export function refusalFor(reason: Reason, params: Params = {}, options: ProblemOptions = {}): ProblemError {
  return new ProblemError(problemFor(reason, params), options)
}

/** A refusal because one field is wrong. */
export function fieldRefusal(field: string, message: string, options: ProblemOptions = {}): ProblemError {
  return refusal('VALIDATION_ERROR', message, { ...options, fields: [{ field, message }] })
}

/** A refusal for now: try again after so many seconds. */
export function tooManyRequests(seconds: number): ProblemError {
  const wait = Math.max(1, Math.ceil(seconds))
  return refusal('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${spoken(wait)}.`, {
    headers: { 'Retry-After': String(wait) },
  })
}

/** The answer to something nobody foresaw: the catalogue's words, and nothing of what happened. */
export function unexpected(cause: unknown): ProblemError {
  return new ProblemError(problem('INTERNAL_SERVER_ERROR', internalErrorDetail), { cause })
}

/** What lies behind cannot be reached for now: the catalogue's words, and when to try again; without a cause, not ready yet. */
export function unavailable(cause?: unknown): ProblemError {
  return refusal('SERVICE_UNAVAILABLE', unavailableDetail, { headers: { 'Retry-After': '2' }, cause })
}

/** The problem's body; `instance` is the public path, `traceId` finds the line in the log. */
export function problemBody({ problem, extra }: ProblemError, instance: string, traceId: string) {
  return {
    type: problem.code,
    title: titles[problem.code] ?? internalErrorTitle,
    status: problem.status,
    detail: problem.detail,
    instance,
    trace_id: traceId,
    ...(problem.fields.length > 0 ? { errors: problem.fields } : {}),
    ...extra,
  }
}

function spoken(seconds: number): string {
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} minute${minutes === 1 ? '' : 's'}`
}
