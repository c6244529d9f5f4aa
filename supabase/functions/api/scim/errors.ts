// Refusals as SCIM says them (RFC 7644 §3.12).
import { ProblemError } from '../../_shared/http/problem.ts'

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'

export const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** A refusal on its way to an identity provider. */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** A request that cannot be meant. */
export function invalid(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, detail, scimType)
}

/** What went wrong, in SCIM's terms; null for what nobody foresaw. */
export function scimErrorOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error
  if (!(error instanceof ProblemError)) return null
  const { status, detail } = error.problem
  // SCIM knows no 402: what the plan lacks is forbidden, and its sentence says why.
  if (status === 402) return new ScimError(403, detail)
  if (status === 409) return new ScimError(409, detail, 'uniqueness')
  return new ScimError(status, detail, status === 400 ? 'invalidValue' : undefined)
}

/** The body of a refusal. */
export function errorBody({ status, scimType, message }: ScimError) {
  return {
    schemas: [errorUrn],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: message,
  }
}
