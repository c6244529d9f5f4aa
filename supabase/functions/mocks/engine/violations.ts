// What of a request is not as the description says, by Prism's own validation. It throws at some requests and some
// descriptions (a value that cannot be decoded, an optional list that was not sent): what it cannot read is held against
// nobody, and neither is what would take too long.
import * as validating from '@stoplight/prism-http/dist/validator/index.js'
import type { CheckedOperation, RequestPart, SafeOperation } from './safe-operation.ts'
import { mostPatterned } from './tame-pattern.ts'
import type { MockRequest } from './types.ts'
import { mostValueDepth, sizeOf } from './visits.ts'

export interface Violation {
  severity: number
  message: string
  code?: number | string
  path?: (string | number)[]
  tags?: string[]
}

type Either = { _tag: 'Left'; left: Violation[] } | { _tag: 'Right' }
type Check = (question: { resource: object; element: object }) => Either

// CommonJS: Deno and Node give its exports as the default one.
const { validateInput, validateSecurity } = (
  validating as unknown as { default: { validateInput: Check; validateSecurity: Check } }
).default

const ERROR = 0
const parts: RequestPart[] = ['body', 'headers', 'query', 'path']
/** How many times schemas look at values of one request: each may leave a message. */
const mostLooks = 100_000

/** The request as the engine takes it, its body parsed. */
export interface Element {
  method: string
  url: { path: string; query: MockRequest['query'] }
  headers: Record<string, string>
  body: unknown
}

/** What the description's security asks for and the request lacks. */
export function missingCredentials(operation: SafeOperation, element: Element): Violation[] {
  const { checked: resource } = operation
  try {
    return errorsOf(validateSecurity({ resource, element }))
  } catch {
    return [{ severity: ERROR, message: 'The credentials cannot be read.' }]
  }
}

/** What parameters and body violate. */
export function violationsIn(operation: SafeOperation, request: MockRequest, element: Element): Violation[] {
  const patterned = longestText(request) <= mostPatterned
  const described = patterned ? operation.checked : operation.checkedWithoutPatterns
  const resource = isTooMuch(operation, request, element)
    ? only(described, ['headers', 'query', 'path'])
    : described
  try {
    return errorsOf(validateInput({ resource, element }))
  } catch {
    return parts.flatMap((part) => violationsOfPart(only(resource, [part]), element))
  }
}

function violationsOfPart(resource: CheckedOperation, element: Element): Violation[] {
  try {
    return errorsOf(validateInput({ resource, element }))
  } catch {
    return []
  }
}

// A body that is not checked is described without its schemas: one that is not described would be refused.
function only(operation: CheckedOperation, wanted: RequestPart[]): CheckedOperation {
  const { body, ...others } = operation.request
  const kept = Object.entries(others).filter(([part]) => wanted.some((name) => name === part))
  const described =
    wanted.includes('body') || !body ? body : { ...body, contents: body.contents.map(withoutSchema) }
  return { ...operation, request: { ...Object.fromEntries(kept), ...(described ? { body: described } : {}) } }
}

function withoutSchema({ mediaType }: { mediaType: string }) {
  return { mediaType, examples: [], encodings: [] }
}

function errorsOf(checked: Either): Violation[] {
  return checked._tag === 'Left' ? checked.left.filter(({ severity }) => severity === ERROR) : []
}

function isTooMuch({ visits }: SafeOperation, { body }: MockRequest, element: Element): boolean {
  const { values, depth } =
    typeof element.body === 'string'
      ? { values: body.split(/[&\n]/).length, depth: 1 }
      : sizeOf(element.body, mostLooks)
  return depth > mostValueDepth || values * visits > mostLooks
}

// Of a body what stands between two quotation marks, escaped ones aside; a body of another type is one text.
function longestText({ path, query, headers, body }: MockRequest): number {
  const texts = [...path.split('/'), ...Object.values(query).flat(), ...Object.values(headers)]
  const inBody = /^\s*[[{"]/.test(body) ? body.replace(/\\./g, 'a').split('"') : [body]
  return Math.max(
    ...texts.map(({ length }) => length),
    ...inBody.slice(0, 50_000).map(({ length }) => length),
    inBody.length > 50_000 ? body.length : 0,
  )
}
