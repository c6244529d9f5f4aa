// The error catalogue: named codes, and what an error of the database is among them.

export const problemCodes = {
  VALIDATION_ERROR: 400,
  INVALID_ID: 400,
  INVALID_TOKEN: 401,
  TOKEN_ERROR: 401,
  TOKEN_NOT_BEFORE: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_PAYLOAD_MALFORMED: 401,
  UNAUTHENTICATED: 401,
  PAYMENT_REQUIRED: 402,
  INSUFFICIENT_PERMISSIONS: 403,
  PROOF_REQUIRED: 403,
  WORKSPACE_IS_LOCKED: 403,
  ACTION_PROHIBITED: 403,
  USER_IS_OWNER: 403,
  NOT_FOUND: 404,
  BRANCH_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  VCS_PROVIDER_ERROR: 500,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ProblemCode = keyof typeof problemCodes

export interface FieldProblem {
  field: string
  message: string
  line?: number
  column?: number
}

/** What went wrong, in the terms of RFC 9457 and the catalogue. */
export interface Problem {
  code: ProblemCode
  status: number
  detail: string
  fields: FieldProblem[]
}

export const internalErrorTitle = 'There was an internal error in processing the request.'
export const internalErrorDetail =
  'Please try again in a few moments and contact support if the problem persists.'

/** Said of what the server cannot do for now: it is full, busy or starting, and nothing was changed. */
export const unavailableDetail = 'The server cannot do this right now. Please try again in a few moments.'

const genericSentence = 'Something went wrong, try again. If this persists, please contact support.'

/** Deadlock, serialization failure: two changes met, one was undone as a whole. */
const collisions = ['40P01', '40001']
const collisionSentence = 'Somebody changed the same thing at the same moment. Please try again.'

/**
 * No connection, starting, stopping or recovering, no room on the disk; out of time, its own or what it waited for of
 * somebody else's: the same call may succeed in a moment.
 */
const unavailableStates = /^(08|53|55P03|57014|57P0[123]|58030|PGRST00[0-3])/

/** An error as PostgREST reports it (HTTP body), or as a Postgres driver does. */
export interface DatabaseError {
  code?: string | null
  message?: string | null
  details?: string | null
  hint?: string | null
}

/** What is said where a constraint refuses, by its name; `field` is that of the form. */
export type ConstraintSentences = Record<string, { message: string; field?: string; code: ProblemCode }>

/**
 * Turns a database error into the catalogue's problem; unknown ones get the generic sentence and 500. The sentences are
 * those of `constraints.ts`, which browsers load when a constraint refused something.
 */
export function problemFromDatabase(error: DatabaseError, constraints: ConstraintSentences): Problem {
  const sqlstate = error.code ?? ''
  const message = error.message ?? ''
  if (sqlstate.startsWith('PT')) return raisedProblem(error)
  const constraint = Object.keys(constraints).find((name) => message.includes(`"${name}"`))
  const known = constraint ? constraints[constraint] : undefined
  if (known) {
    const fields = known.field ? [{ field: known.field, message: known.message }] : []
    return { code: known.code, status: problemCodes[known.code], detail: known.message, fields }
  }
  if (collisions.includes(sqlstate)) return problem('CONFLICT', collisionSentence)
  if (unavailableStates.test(sqlstate)) return problem('SERVICE_UNAVAILABLE', unavailableDetail)
  const code = codeOfState(sqlstate)
  if (code === 'INSUFFICIENT_PERMISSIONS') return problem(code, 'You do not have permission to do this.')
  return problem(code, code === 'INTERNAL_SERVER_ERROR' ? internalErrorDetail : genericSentence)
}

/** A problem of the catalogue with its standard status. */
export function problem(code: ProblemCode, detail: string, fields: FieldProblem[] = []): Problem {
  return { code, status: problemCodes[code], detail, fields }
}

/** `private.problem()` raises SQLSTATE PT<status>, the code as hint, the field in details. */
function raisedProblem(error: DatabaseError): Problem {
  const code = isProblemCode(error.hint) ? error.hint : 'INTERNAL_SERVER_ERROR'
  const detail = error.message ?? genericSentence
  const field = fieldOf(error.details)
  const status = Number((error.code ?? '').slice(2)) || problemCodes[code]
  return { code, status, detail, fields: field ? [{ field, message: detail }] : [] }
}

function fieldOf(details: string | null | undefined): string | undefined {
  if (!details) return undefined
  try {
    const parsed: unknown = JSON.parse(details)
    const field = (parsed as { field?: unknown } | null)?.field
    return typeof field === 'string' ? field : undefined
  } catch {
    return undefined
  }
}

function codeOfState(sqlstate: string): ProblemCode {
  if (sqlstate === '42501') return 'INSUFFICIENT_PERMISSIONS'
  if (sqlstate === '23505' || sqlstate === '23503') return 'CONFLICT'
  if (sqlstate.startsWith('22') || sqlstate.startsWith('23')) return 'VALIDATION_ERROR'
  if (sqlstate === 'PGRST116') return 'NOT_FOUND'
  if (sqlstate === 'PGRST301' || sqlstate === 'PGRST302' || sqlstate === 'PGRST303') return 'INVALID_TOKEN'
  return 'INTERNAL_SERVER_ERROR'
}

/** Whether a text is one of the catalogue's codes. */
export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && value in problemCodes
}
