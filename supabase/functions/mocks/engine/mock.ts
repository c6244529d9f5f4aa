// One answer of a mocked operation, by Prism's own negotiation, validation and generation
// (docs/decisions/0193-mocks-are-answered-by-prism.md). Only those parts of it are loaded: the rest reads files and the net.
import * as mocking from '@stoplight/prism-http/dist/mocker/index.js'
import { parseExact } from '../../../../analysis/parse/exact-number.ts'
import { fieldsOf } from '../../_shared/pages/read.ts'
import { bodyText } from './body-text.ts'
import { type SafeOperation, safeOperation } from './safe-operation.ts'
import type { MockRequest, MockResult, Wanted } from './types.ts'
import { missingCredentials, type Violation, violationsIn } from './violations.ts'

interface MockedResponse {
  statusCode: number
  headers?: Record<string, unknown>
  body?: unknown
}

type Either<Left, Right> = { _tag: 'Left'; left: Left } | { _tag: 'Right'; right: Right }
type Mock = (
  question: object,
) => (logger: object) => Either<Error & { status?: number; detail?: string }, MockedResponse>

// CommonJS: Deno and Node give its exports as the default one.
const mock = own<{ default: Mock }>(mocking).default

const silence: Record<string, unknown> = {}
for (const method of ['info', 'warn', 'error', 'debug', 'trace', 'fatal', 'success'])
  silence[method] = () => undefined
silence.child = () => silence

/** What is kept of an operation between requests. */
export function prepare(text: string): SafeOperation {
  // The generators' merging would take it for the prototype of every object of this worker.
  return safeOperation(fieldsOf(parseExact(text.replaceAll('"__proto__"', '"_proto_"'))))
}

/** Answers a request as the description says. */
export function answerOf(operation: SafeOperation, request: MockRequest, wanted: Wanted): MockResult {
  const { mocked, mayGenerate } = operation
  const body = parsedBody(request)
  if (body.error) return { kind: 'invalid', status: 400, errors: [{ field: 'body', message: body.error }] }
  const element = {
    method: (mocked as { method: string }).method,
    url: { path: request.path, query: request.query },
    headers: request.headers,
    body: body.value,
  }
  const refused = missingCredentials(operation, element)
  if (refused.length > 0) return withoutCredentials(mocked, element, refused, request, wanted)
  const violations = violationsIn(operation, request, element)
  if (violations.length > 0) return invalid(violations)
  return mockedAnswer(mocked, element, [], request, { ...wanted, dynamic: wanted.dynamic && mayGenerate })
}

function invalid(violations: Violation[]): MockResult {
  const isOfType = violations.some(({ code }) => code === 415)
  const errors = violations.slice(0, 50).map(({ path = [], message }) => ({
    field: path.join('.').slice(0, 500) || 'body',
    message: message.slice(0, 1_000),
  }))
  return { kind: 'invalid', status: isOfType ? 415 : 422, errors }
}

// As the description says for 401, where it says something.
function withoutCredentials(
  mocked: object,
  element: object,
  violations: Violation[],
  request: MockRequest,
  wanted: Wanted,
): MockResult {
  const described = mockedAnswer(mocked, element, violations, request, wanted)
  if (described.kind === 'answer') return described
  return { kind: 'unauthenticated', challenge: violations.flatMap(({ tags = [] }) => tags).join(', ') }
}

function mockedAnswer(
  resource: object,
  data: object,
  validations: Violation[],
  request: MockRequest,
  { code, example, dynamic }: Wanted,
): MockResult {
  const config = {
    dynamic,
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { exampleKey: example }),
    // Prism's own reading of the header keeps what stands behind a semicolon.
    mediaTypes: mediaTypesOf(request.headers.accept),
  }
  const result = made(() => mock({ resource, input: { data, validations }, config })(silence))
  if (result._tag === 'Right') return answered(result.right)
  // A made-up answer that cannot be made falls back to an example.
  if (dynamic)
    return mockedAnswer(resource, data, validations, request, {
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { example }),
      dynamic: false,
    })
  const { status = 422, detail, message } = result.left
  const isOurs = status === 404 || status === 406
  return {
    kind: 'missing',
    status: isOurs ? status : 422,
    detail: isOurs
      ? String(detail || message).slice(0, 500)
      : 'No answer can be made of this description: give it an example.',
  }
}

// What a generator throws at is a description that no answer can be made of.
function made(make: () => ReturnType<ReturnType<Mock>>): ReturnType<ReturnType<Mock>> {
  try {
    return make()
  } catch (error) {
    return { _tag: 'Left', left: error instanceof Error ? error : new Error(String(error)) }
  }
}

function mediaTypesOf(accept: string | undefined): string[] | undefined {
  const types = (accept ?? '').split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  const known = types.filter((type) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type)).slice(0, 30)
  return known.length > 0 ? known : undefined
}

function answered({ statusCode, headers = {}, body }: MockedResponse): MockResult {
  if (!(statusCode >= 200 && statusCode <= 599)) {
    return {
      kind: 'missing',
      status: 422,
      detail: `The description answers ${statusCode}, which no server can say here.`,
    }
  }
  let mediaType = ''
  const sent: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Content-type') mediaType = String(value)
    else if (typeof value === 'string' || typeof value === 'number') sent.push([name, String(value)])
  }
  return { kind: 'answer', status: statusCode, headers: sent, mediaType, body: bodyText(body, mediaType) }
}

function parsedBody({ body, headers }: MockRequest): { value?: unknown; error?: string } {
  if (body === '') return {}
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  if (!/[/+]json$/i.test(type.trim())) return { value: body }
  try {
    return { value: JSON.parse(body) }
  } catch {
    return { error: 'The request body is not valid JSON.' }
  }
}

function own<Exports>(module: object): Exports {
  return (module as { default: Exports }).default
}
