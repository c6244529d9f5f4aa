// Every request of an identity provider: its token, its body, and answers in SCIM's form, refusals too.
import { throttle } from '../../../_shared/db/service.ts'
import { noteScimError, scimCaller } from '../../../_shared/db/service-scim.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { networkOf } from '../../../_shared/http/client-address.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { ProblemError, refusalFor, tooManyRequests, unexpected } from '../../../_shared/http/problem.ts'
import { originOf, workspaceOrigin, workspaceSlugOf } from '../../../_shared/http/workspace-host.ts'
import { isBounded } from '../../model/bounded-json.ts'
import { mostBulkBytes } from '../../scim/bulk.ts'
import { errorBody, invalid, ScimError, scimErrorOf } from '../../scim/errors.ts'
import type { Asker } from '../../scim/store.ts'

/** Of one network, in a minute, with tokens that do not hold. */
const mostRefused = 60
const type = 'application/scim+json'
const expectedMisses = [404, 412]

/** The address of the service, as the caller reached it. */
export function baseOf(c: AppContext): string {
  const slug = workspaceSlugOf(c)
  const origin = slug && !c.get('domain') ? workspaceOrigin(slug) : originOf(c)
  return `${origin}/api/v1/scim/v2`
}

/** An answer in SCIM's type. */
export function answer(
  c: AppContext,
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return c.body(JSON.stringify(body), status as 200, { 'Content-Type': type, ...headers })
}

/** Answers by `work`, and with SCIM's errors where it refuses; the workspace's admins see those of its token. */
export async function answering(c: AppContext, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const refusal =
      scimErrorOf(error) ?? scimErrorOf(unexpected(error)) ?? new ScimError(500, 'Something failed.')
    if (refusal.status >= 500) c.error = error instanceof Error ? error : new Error(String(error))
    await noted(c, refusal)
    const headers = error instanceof ProblemError ? error.headers : {}
    return answer(c, errorBody(refusal), refusal.status, {
      ...headers,
      ...(refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    })
  }
}

/** Who asks. Throws 401, or 429 past 6,000 operations a minute. */
export async function askerOf(c: AppContext, weight = 1): Promise<Asker> {
  const token = tokenIn(c)
  if (!token) throw await unknown(c)
  const { retry_after } = await scimCaller(token, weight).catch(async (error: unknown) => {
    throw scimErrorOf(error)?.status === 401 ? await unknown(c) : error
  })
  if (retry_after > 0) throw tooManyRequests(retry_after)
  return { token, client: c.get('client') }
}

function tokenIn(c: AppContext): string | null {
  return /^Bearer +(wmscim_[\w-]{1,100})$/i.exec(c.req.header('authorization')?.trim() ?? '')?.[1] ?? null
}

async function unknown(c: AppContext) {
  const wait = await throttle(`scim-refused:${networkOf(c.get('client') ?? 'unknown')}`, mostRefused, 60)
  return wait > 0 ? tooManyRequests(wait) : refusalFor('scim_token_invalid')
}

/** The body of a request, of whichever type it says it is. Throws 413 and invalidSyntax. */
export async function bodyOf(c: AppContext): Promise<unknown> {
  const bytes = await wholeBody(c.req.raw, mostBulkBytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isBounded(text)) return JSON.parse(text)
  } catch {
    throw invalid('invalidSyntax', 'The body is not JSON.')
  }
  throw invalid('invalidSyntax', 'The body is nested too deeply, or holds too much.')
}

/** The versions that If-Match names; null where it asks for none. */
export function expectedIn(c: AppContext): string[] | null {
  const header = c.req.header('if-match')?.trim()
  return !header || header === '*' ? null : versionsIn(header)
}

/** Whether If-None-Match names this version. */
export function isKnown(c: AppContext, version: string): boolean {
  const header = c.req.header('if-none-match')?.trim()
  return header === '*' || (header !== undefined && versionsIn(header).includes(version))
}

function versionsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
}

// Nobody is kept from an answer by what is only told.
async function noted(c: AppContext, { status, message }: ScimError): Promise<void> {
  const token = tokenIn(c)
  if (!token || status === 401 || status === 429 || expectedMisses.includes(status)) return
  const request = `${c.req.method} ${c.req.path.replace(/^\/api\/scim\/v2/, '')}`
  await noteScimError(token, request, status, message).catch(() => undefined)
}
