import { own, ownString } from '../json.ts'
import type { Subject } from './change-list.ts'
import type { Comparison } from './context.ts'
import type { ContentView, OperationView } from './operation-view.ts'
import type { Direction } from './schema/use.ts'

/** The request body of an operation. In a webhook it is the API that sends it. */
export function compareBody(
  before: OperationView['body'],
  after: OperationView['body'],
  subject: Subject,
  comparison: Comparison,
  direction: Direction,
): void {
  const { changes } = comparison
  if (!before && !after) return
  if (!before && after) {
    changes.add(
      subject,
      after.required ? 'request-body-added-required' : 'request-body-added-optional',
      after,
    )
  } else if (before && !after) changes.add(subject, 'request-body-removed', { at: before.at, side: 'old' })
  else if (before && after) {
    if (before.required !== after.required) {
      changes.add(
        subject,
        after.required ? 'request-body-became-required' : 'request-body-became-optional',
        after,
      )
    }
    compareRequestContents(before, after, subject, comparison, direction)
  }
}

function compareRequestContents(
  before: ContentView,
  after: ContentView,
  subject: Subject,
  comparison: Comparison,
  direction: Direction,
): void {
  const { changes, schemas } = comparison
  const compared = new Map<unknown, unknown>()
  for (const [type, from] of before.contents) {
    const to = after.contents.get(type)
    if (!to) {
      changes.add(subject, 'request-body-media-type-removed', { at: from.at, side: 'old', before: type })
      continue
    }
    const [was, is] = [from.schema !== undefined, to.schema !== undefined]
    if (!was && is) changes.add(subject, 'request-body-media-type-schema-added', { at: to.at, name: type })
    if (was && !is) changes.add(subject, 'request-body-media-type-schema-removed', { at: to.at, name: type })
    if (!from.schema || !to.schema || isKnown(compared, from.schema.value, to.schema.value)) continue
    const use = {
      subject,
      direction,
      holder: 'body',
      place: 'request body',
      textual: isTextual(type),
    } as const
    schemas.compare(from.schema, to.schema, use)
  }
  for (const [type, to] of after.contents) {
    if (!before.contents.has(type)) {
      changes.add(subject, 'request-body-media-type-added', { at: to.at, after: type })
    }
  }
}

// The same schema in several media types changed once.
function isKnown(compared: Map<unknown, unknown>, before: unknown, after: unknown): boolean {
  const [from, to] = [before, after].map((schema) => JSON.stringify(schema)?.slice(0, 2_000))
  if (compared.has(from) && compared.get(from) === to) return true
  compared.set(from, to)
  return false
}

// Forms and plain text write 1 and "1" the same way.
function isTextual(type: string): boolean {
  return !/json|yaml|xml/i.test(type) && type !== '*/*'
}

/** The responses of an operation: their codes, media types, headers and schemas. */
export function compareResponses(
  before: OperationView,
  after: OperationView,
  subject: Subject,
  comparison: Comparison,
  direction: Direction,
): void {
  const { changes } = comparison
  for (const [code, from] of before.responses) {
    const to = after.responses.get(code)
    if (to) compareResponse(code, from, to, subject, comparison, direction)
    else
      changes.add(subject, `response-${kindOf(code)}-status-removed`, {
        at: from.at,
        side: 'old',
        before: code,
      })
  }
  for (const [code, to] of after.responses) {
    if (before.responses.has(code)) continue
    changes.add(subject, `response-${kindOf(code)}-status-added`, { at: to.at, after: code })
  }
}

function kindOf(code: string): 'success' | 'non-success' {
  return /^2/.test(code) ? 'success' : 'non-success'
}

type ResponseView = NonNullable<ReturnType<OperationView['responses']['get']>>

function compareResponse(
  code: string,
  before: ResponseView,
  after: ResponseView,
  subject: Subject,
  comparison: Comparison,
  direction: Direction,
): void {
  if (comparison.sameness.same(before.at.value, after.at.value)) return
  compareHeaders(code, before, after, subject, comparison)
  const { changes, schemas } = comparison
  const rest = new Map(after.contents)
  const compared = new Map<unknown, unknown>()
  for (const [type, from] of before.contents) {
    const match = matchingType(type, rest, before.contents)
    const to = match && rest.get(match)
    if (!match || !to) {
      changes.add(subject, 'response-media-type-removed', {
        at: from.at,
        side: 'old',
        name: code,
        before: type,
      })
      continue
    }
    rest.delete(match)
    if (match !== type) {
      const rule = nameChange(type, match)
      changes.add(subject, rule, { at: to.at, name: code, before: type, after: match })
    }
    const [was, is] = [from.schema !== undefined, to.schema !== undefined]
    if (!was && is) changes.add(subject, 'response-body-media-type-schema-added', { at: to.at, name: code })
    if (was && !is) changes.add(subject, 'response-body-media-type-schema-removed', { at: to.at, name: code })
    if (!from.schema || !to.schema || isKnown(compared, from.schema.value, to.schema.value)) continue
    const place = `body of the response ${code}`
    schemas.compare(from.schema, to.schema, {
      subject,
      direction,
      holder: 'body',
      place,
      textual: isTextual(type),
    })
  }
  for (const [type, to] of rest) {
    changes.add(subject, 'response-media-type-added', { at: to.at, name: code, after: type })
  }
}

// Comparing names pairwise is for lists that people write.
const MAX_RENAMED = 50

/** The same media type in the new response; a name with other parameters or another suffix is the same, renamed. */
function matchingType(
  type: string,
  rest: Map<string, unknown>,
  before: ReadonlyMap<string, unknown>,
): string | undefined {
  if (rest.has(type)) return type
  if (rest.size > MAX_RENAMED) return undefined
  const candidates = [...rest.keys()].filter((other) => !before.has(other) && related(type, other))
  return candidates[0]
}

function related(a: string, b: string): boolean {
  const [left, right] = [partsOf(a), partsOf(b)]
  return left.name === right.name || left.base === right.name || left.name === right.base
}

// application/vnd.x+json;v=1 → its name without parameters, and what it is a kind of: application/json.
function partsOf(type: string): { name: string; base: string; parameters: string } {
  const [name = '', ...parameters] = type.toLowerCase().replaceAll(/\s/g, '').split(';')
  return { name, base: name.replace(/\/.*\+/, '/'), parameters: parameters.sort().join(';') }
}

function nameChange(before: string, after: string) {
  const [from, to] = [partsOf(before), partsOf(after)]
  if (from.name === to.name) {
    if (from.parameters && !to.parameters) return 'response-media-type-name-generalized'
    if (!from.parameters && to.parameters) return 'response-media-type-name-specialized'
    return 'response-media-type-name-changed'
  }
  return from.base === to.name
    ? 'response-media-type-name-generalized'
    : 'response-media-type-name-specialized'
}

function compareHeaders(
  code: string,
  before: ResponseView,
  after: ResponseView,
  subject: Subject,
  { changes, schemas }: Comparison,
): void {
  for (const [name, from] of before.headers) {
    const to = after.headers.get(name)
    const place = `header “${ownString(from.at.value, 'name') ?? name}” of the response ${code}`
    const was = own(from.at.value, 'required') === true
    if (!to) {
      const rule = was ? 'required-response-header-removed' : 'optional-response-header-removed'
      changes.add(subject, rule, { at: from.at, side: 'old', place })
      continue
    }
    const is = own(to.at.value, 'required') === true
    if (was && !is) changes.add(subject, 'response-header-became-optional', { at: to.at, place })
    if (!was && is) changes.add(subject, 'response-header-became-required', { at: to.at, place })
    if (!from.schema || !to.schema) continue
    schemas.compare(from.schema, to.schema, {
      subject,
      direction: 'response',
      holder: 'header',
      place,
      textual: true,
    })
  }
  for (const [name, to] of after.headers) {
    const place = `header “${name}” of the response ${code}`
    if (!before.headers.has(name)) changes.add(subject, 'response-header-added', { at: to.at, place })
  }
}
