// The error catalogue: named codes, and the sentences of database constraints.

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

const sameIntegration =
  'Integration for this provider with the same name, Host URL or API URL already exists or some settings are invalid.'

/** Constraint → its sentence, the field of the form it belongs to, and the code. */
const takenEmail = {
  message:
    'This email has already been associated with an account. If you believe this is an error, please contact support.',
  field: 'email',
  code: 'CONFLICT',
} as const

const constraints: Record<string, { message: string; field?: string; code: ProblemCode }> = {
  check_workspaces_home_content_length: {
    message: 'Home content length cannot be more than 30,000 characters.',
    field: 'home_content',
    code: 'VALIDATION_ERROR',
  },
  email_check: {
    message: 'Invalid email, please make sure that it is formatted correctly.',
    field: 'email',
    code: 'VALIDATION_ERROR',
  },
  emails_email_key: takenEmail,
  emails_user_id_email_key: takenEmail,
  workspaces_slug_is_valid: {
    message: 'This workspace name is reserved, or not allowed. Please choose a different one.',
    field: 'slug',
    code: 'VALIDATION_ERROR',
  },
  check_workspaces_slug: {
    message:
      'Workspace slugs can only include numbers, letters, and dashes, and must be less that 28 characters long.',
    field: 'slug',
    code: 'VALIDATION_ERROR',
  },
  projects_workspace_id_slug_idx: {
    message: 'A project with this slug already exists in this workspace. Please choose a different value.',
    field: 'slug',
    code: 'CONFLICT',
  },
  users_username_key: {
    message: 'This username is already taken. Please choose a different one.',
    field: 'username',
    code: 'CONFLICT',
  },
  check_users_username: {
    message:
      'Usernames can only include lowercase letters, numbers, and dashes, and need at least 2 characters.',
    field: 'username',
    code: 'VALIDATION_ERROR',
  },
  check_projects_name: {
    message: 'Project names must be between 1 and 75 characters long.',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  check_projects_slug: {
    message: 'Must be at least two characters, and contain only letters, numbers and -',
    field: 'slug',
    code: 'VALIDATION_ERROR',
  },
  check_projects_description: {
    message: 'The tagline cannot be more than 250 characters.',
    field: 'description',
    code: 'VALIDATION_ERROR',
  },
  check_branches_default_is_published: {
    message: 'The default branch is always listed.',
    field: 'is_published',
    code: 'VALIDATION_ERROR',
  },
  check_groups_name: {
    message: 'Must be no more than 100 characters',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  workspace_integrations_workspace_id_name_key: {
    message: 'This name is associated with another integration. Please choose a different name.',
    field: 'name',
    code: 'CONFLICT',
  },
  workspace_integrations_host_url_key: { message: sameIntegration, field: 'hostUrl', code: 'CONFLICT' },
  workspace_integrations_api_url_key: { message: sameIntegration, field: 'apiUrl', code: 'CONFLICT' },
  check_workspace_integrations_config: { message: sameIntegration, code: 'VALIDATION_ERROR' },
  check_workspace_integrations_name: {
    message:
      'Integration names must be between 1 and 100 characters long, the built-in one between 2 and 20.',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  workspace_integrations_entry_point_key: {
    message:
      'Integration for this provider with the same entry point is already exists or some settings are invalid.',
    field: 'entryPoint',
    code: 'CONFLICT',
  },
  approved_domains_workspace_id_domain_key: {
    message: 'This domain has already been approved.',
    field: 'domain',
    code: 'CONFLICT',
  },
  check_approved_domains_domain: {
    message: 'Must be a valid domain name',
    field: 'domain',
    code: 'VALIDATION_ERROR',
  },
  groups_workspace_id_name_key: {
    message: 'A group with this name already exists in this workspace. Please choose a different value.',
    field: 'name',
    code: 'CONFLICT',
  },
  check_groups_description: {
    message: 'Must be no more than 300 characters.',
    field: 'description',
    code: 'VALIDATION_ERROR',
  },
  check_teams_name: {
    message: 'Must be no more than 100 characters',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  check_teams_description: {
    message: 'Must be no more than 300 characters.',
    field: 'description',
    code: 'VALIDATION_ERROR',
  },
  check_machine_principals_name: {
    message: 'Must be no more than 200 characters.',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  machine_principals_workspace_id_name_key: {
    message: 'A token with this name already exists in this workspace. Please choose a different value.',
    field: 'name',
    code: 'CONFLICT',
  },
  teams_workspace_id_name_key: {
    message: 'A team with this name already exists in this workspace. Please choose a different value.',
    field: 'name',
    code: 'CONFLICT',
  },
}

/** Deadlock, serialization failure: two changes met, one was undone as a whole. */
const collisions = ['40P01', '40001']
const collisionSentence = 'Somebody changed the same thing at the same moment. Please try again.'

/** No connection, starting, stopping or recovering, no room on the disk: the same call may succeed in a moment. */
const unavailableStates = /^(08|53|57P0[123]|58030|PGRST00[0-3])/

/** An error as PostgREST reports it (HTTP body), or as a Postgres driver does. */
export interface DatabaseError {
  code?: string | null
  message?: string | null
  details?: string | null
  hint?: string | null
}

/** Turns a database error into the catalogue's problem; unknown ones get the generic sentence and 500. */
export function problemFromDatabase(error: DatabaseError): Problem {
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
