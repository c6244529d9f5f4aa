import { OpenAPIHono } from '@hono/zod-openapi'
import type { FieldProblem } from '../domain/errors.ts'
import type { AppEnv } from './context.ts'
import { refusal } from './problem.ts'

export type Router = OpenAPIHono<AppEnv>

interface Issue {
  path: PropertyKey[]
  message: string
  /** Of a union: what each alternative found. */
  errors?: Issue[][]
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
  const fields: FieldProblem[] = issues.flatMap(meant).map(({ path, message }) => ({
    field: path.join('.'),
    message: plain(message),
  }))
  const [first] = fields
  const detail = first ? sentence(first) : 'The request is not valid.'
  return refusal('VALIDATION_ERROR', detail, { fields, ...(status === undefined ? {} : { status }) })
}

// Of a union's alternatives the first is explained that the body tried to be, by more than leaving fields out.
function meant(issue: Issue): Issue[] {
  const alternatives = issue.errors ?? []
  const tried = alternatives.find((found) => found.some(({ message }) => !isAbsence(message)))
  const explained = tried ?? alternatives[0]
  if (!explained) return [issue]
  return explained.flatMap((inner) => meant({ ...inner, path: [...issue.path, ...inner.path] }))
}

function plain(message: string): string {
  return isAbsence(message) ? 'Required' : message
}

function isAbsence(message: string): boolean {
  return /^Invalid input: .*received undefined$/.test(message)
}

// Our own rules are sentences already; zod's standard ones make sense only with the field's name.
function sentence({ field, message }: FieldProblem): string {
  return field && /^(Invalid|Required|Too |Unrecognized)/.test(message) ? `${field}: ${message}` : message
}
