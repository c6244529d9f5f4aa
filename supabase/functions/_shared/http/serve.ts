// What every request of every function passes: request id, log line, problems, limits.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { anonymous } from '../auth/caller.ts'
import { config } from '../config.ts'
import { InvalidIdError } from '../domain/ids.ts'
import { SealError } from '../secrets/box.ts'
import { clientAddress } from './client-address.ts'
import type { AppContext, AppEnv } from './context.ts'
import { logRequest } from './log.ts'
import { ProblemError, problemBody, refusal, refusalFor, unavailable, unexpected } from './problem.ts'
import type { Router } from './router.ts'
import { domainAt } from './served-domain.ts'
import { namingUnstorable } from './unstorable.ts'
import { hostOf } from './workspace-host.ts'

const maxJsonKilobytes = 256

/**
 * Mounts the routes of the function `name`; its `fetch` goes to Deno.serve. Bodies at the addresses `readByRoutes` have
 * bounds of their own, which their routes keep by `wholeBody`, or `prepare` by `limitBody`.
 */
export function createFunction(
  name: string,
  prepare: (app: Hono<AppEnv>) => void,
  routes: Router,
  readByRoutes?: RegExp,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  app.use(requestId())
  app.use(async (c, next) => {
    const startedAt = performance.now()
    c.set('caller', anonymous)
    c.set('client', clientAddress(c.req.raw.headers, config().trustedHops))
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    c.set('domain', null)
    await next()
    logRequest(c, name, performance.now() - startedAt)
  })
  app.use(refuseNul)
  app.use(async (c, next) => {
    c.set('domain', await domainAt(hostOf(c.req.raw.headers)))
    await next()
  })
  app.use((c, next) => (readByRoutes?.test(c.req.path) ? next() : limitJson(c, next)))
  prepare(app)
  app.route(`/${name}`, routes)
  app.notFound((c) => answer(c, notFound(c, methodsAt(app, c.req.path), publicPath(c, name)), name))
  app.onError(async (error, c) =>
    answer(c, asForCaller(c, await namingUnstorable(c, problemOf(error))), name),
  )
  return app
}

/** The methods that a path answers. */
function methodsAt(app: Hono<AppEnv>, path: string): string[] {
  const answers = (method: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method)
  const found = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(answers)
  return found.includes('GET') ? ['HEAD', ...found] : found
}

function notFound(c: AppContext, methods: string[], path: string): ProblemError {
  if (methods.length === 0) return refusal('NOT_FOUND', `There is nothing at ${path}.`)
  const allow = methods.join(', ')
  const detail = `${path} answers ${allow}, not ${c.req.method}.`
  return refusal('METHOD_NOT_ALLOWED', detail, { headers: { Allow: allow } })
}

// No text of Postgres holds it: as part of an address it would fail there, in its words.
function refuseNul(c: AppContext, next: () => Promise<void>) {
  if (c.req.url.includes('%00')) throw refusal('VALIDATION_ERROR', 'The address holds a NUL character.')
  return next()
}

/** Bodies of so many KB at most. */
export const limitBody = (kilobytes: number) =>
  bodyLimit({
    maxSize: kilobytes * 1024,
    onError: () => {
      throw refusal('PAYLOAD_TOO_LARGE', `The request body may have at most ${kilobytes} KB.`)
    },
  })
const limitJsonBody = limitBody(maxJsonKilobytes)

// Files have a limit of their own, and are never held whole. Whoever else reads a body by themselves does it with wholeBody: the
// type is what the client says.
function limitJson(c: AppContext, next: () => Promise<void>) {
  return isMultipart(c.req.raw) ? next() : limitJsonBody(c, next)
}

/** Whether the body is a form with files. */
export function isMultipart(request: Request): boolean {
  return (request.headers.get('content-type') ?? '').toLowerCase().startsWith('multipart/form-data')
}

// Such tokens are nobody to the database, but signing in would not help them.
function asForCaller(c: AppContext, problem: ProblemError): ProblemError {
  const { grant, pushesTo } = c.get('caller')
  if (!(grant || pushesTo) || problem.problem.code !== 'UNAUTHENTICATED') return problem
  const may = grant ? 'A workspace token reads projects' : 'A CI token pushes to its project'
  return refusal('INSUFFICIENT_PERMISSIONS', `${may}; it may not do this.`, { cause: problem })
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof SealError) return refusalFor('secret_unreadable', {}, { cause: error })
  if (error instanceof InvalidIdError) return refusal('INVALID_ID', error.message)
  if (error instanceof HTTPException && error.status === 400) {
    return refusal('VALIDATION_ERROR', 'The request body is not valid JSON.')
  }
  if (error instanceof HTTPException && error.status === 415) {
    return refusal('VALIDATION_ERROR', 'Send the request body as JSON (Content-Type: application/json).')
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return unavailable(error)
  return unexpected(error)
}

function answer(c: AppContext, problem: ProblemError, name: string): Response {
  if (problem.problem.status >= 500) c.error = problem
  const body = problemBody(problem, publicPath(c, name), c.get('requestId'))
  return c.body(JSON.stringify(body), problem.problem.status as 400, {
    ...problem.headers,
    'Content-Type': 'application/problem+json',
  })
}

// A function is mounted at /api/v1 of the product, whatever its own name; mock servers have a place of their own.
function publicPath(c: AppContext, name: string): string {
  return name === 'mocks' ? c.req.path : c.req.path.replace(`/${name}`, '/api/v1')
}
