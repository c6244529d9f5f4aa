import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Caller } from '../auth/caller.ts'
import type { FieldProblem } from '../domain/errors.ts'
import { refusal } from './problem.ts'

export interface AppEnv {
  Variables: {
    /** Correlates the answer, its problem and its line in the log. */
    requestId: string
    caller: Caller
    /** The person's address, as our own proxies saw it. */
    client: string | null
  }
}

export type Router = OpenAPIHono<AppEnv>
export type AppContext = Context<AppEnv>

interface Issue {
  path: PropertyKey[]
  message: string
}

/** A set of routes whose validation failures become VALIDATION_ERROR problems with a field each. */
export function createRouter(): Router {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(result.error.issues)
    },
  })
}

/** The refusal for what zod found, in the order it was found. */
export function invalid(issues: Issue[], status?: number) {
  const fields: FieldProblem[] = issues.map(({ path, message }) => ({
    field: path.join('.'),
    message: plain(message),
  }))
  const [first] = fields
  const detail = first ? sentence(first) : 'The request is not valid.'
  return refusal('VALIDATION_ERROR', detail, { fields, ...(status === undefined ? {} : { status }) })
}

function plain(message: string): string {
  return /^Invalid input: .*received undefined$/.test(message) ? 'Required' : message
}

// Our own rules are sentences already; zod's standard ones make sense only with the field's name.
function sentence({ field, message }: FieldProblem): string {
  return field && /^(Invalid|Required|Too |Unrecognized)/.test(message) ? `${field}: ${message}` : message
}
