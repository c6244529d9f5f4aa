// A server for component tests: answers by method and path, remembers what it received, and fails on the unexpected.
import { afterEach, vi } from 'vitest'

export interface ReceivedRequest {
  method: string
  path: string
  body: unknown
  headers: Headers
}

type Handler = (received: ReceivedRequest) => Response | Promise<Response>
export type Answers = Record<string, Handler | unknown>

/** A JSON answer with a status. */
export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
}

/** A problem of the facade. */
export function problem(status: number, type: string, detail: string, more: object = {}): Response {
  return json(status, { type, status, title: detail, detail, instance: '/', ...more })
}

/**
 * Stands in for fetch: `answers` maps 'POST /rest/v1/rpc/me', or 'GraphQL ProjectPage' for a document, to a body
 * (200) or to a function that answers.
 * Returns the requests made so far; answers may be added to while a test runs.
 */
export function fakeServer(answers: Answers): ReceivedRequest[] {
  const requests: ReceivedRequest[] = []
  // The browser has been here with a session, so that the app asks whether it still has one.
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'waymark_session=1'
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input), window.location.href)
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
    const received = { method, path: url.pathname + url.search, body, headers: new Headers(init.headers) }
    requests.push(received)
    const key = keyOf(method, url.pathname, body)
    if (!(key in answers)) throw new TypeError(`Nobody answers ${key}`)
    const answer = answers[key]
    return typeof answer === 'function' ? (answer as Handler)(received) : json(200, answer)
  })
  return requests
}

function keyOf(method: string, path: string, body: unknown): string {
  if (path !== '/graphql/v1') return `${method} ${path}`
  const [, name = ''] = /^\s*(?:query|mutation) (\w+)/.exec((body as { query: string }).query) ?? []
  return `GraphQL ${name}`
}

afterEach(() => vi.unstubAllGlobals())

/** An access token that lives for `seconds`; only its shape matters to the client. */
export function tokenFor(seconds: number, subject = 'auth-ada'): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = btoa(JSON.stringify({ sub: subject, iat: now, exp: now + seconds, n: Math.random() }))
  return `head.${claims}.signature`
}

/** The facade fails, and says nothing of its own. */
export const failed = () =>
  problem(
    500,
    'INTERNAL_SERVER_ERROR',
    'Please try again in a few moments and contact support if the problem persists.',
  )
