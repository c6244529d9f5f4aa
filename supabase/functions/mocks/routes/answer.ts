import type { AppContext } from '../../_shared/http/context.ts'
import { clientKey, limit } from '../../_shared/http/limit.ts'
import { type ProblemError, refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugOf } from '../../_shared/http/workspace-host.ts'
import { answer, warmUp } from '../engine/engine.ts'
import type { MockResult } from '../engine/types.ts'
import { mockAddress } from '../model/address.ts'
import { findOperation } from '../model/operation.ts'
import { preferencesOf, withoutPreferences } from '../model/preferences.ts'
import { mockRequestOf } from '../model/request.ts'
import { confinement, safeBody, safeHeaders } from '../model/response.ts'

/** Any method of /mocks/{project}/{branch}/…: what the API that is described there would answer. */
export function mockServer(app: Router): void {
  warmUp()
  app.all('/*', async (c) => {
    const { pathname, searchParams } = new URL(c.req.url)
    const address = mockAddress(pathname.replace(/^.*?\/mocks(?=\/)/, ''))
    const site = workspaceSlugOf(c)
    if (!address || !site) throw refusal('NOT_FOUND', 'There is no such mock server.')
    const wanted = preferencesOf(c.req.header('prefer'), searchParams)
    // Counted first: what is refused costs no look-up.
    await limit(c, 'mocks', 1_200, 60)
    const { digest, text } = await findOperation(c, site, address)
    const request = await mockRequestOf(c, address.path, withoutPreferences(searchParams))
    return respond(c, await answer({ owner: site, client: clientKey(c) }, { digest, text, request, wanted }))
  })
}

/** The answer, or the problem that it is. */
export function respond(c: AppContext, result: MockResult, method = c.req.method): Response {
  if (result.kind !== 'answer') throw problemOf(result)
  const body = safeBody(result, method)
  if (body === undefined)
    throw refusal('VALIDATION_ERROR', 'The answer that is described is too large.', { status: 422 })
  return c.newResponse(body, result.status as 200, safeHeaders(result))
}

function problemOf(result: Exclude<MockResult, { kind: 'answer' }>): ProblemError {
  const headers = confinement
  if (result.kind === 'unauthenticated') {
    const detail = 'The request lacks what the description’s security asks for.'
    // Others would have a browser ask for a password, on our origin.
    const isBearer = /bearer|oauth|openid/i.test(result.challenge)
    return refusal('UNAUTHENTICATED', detail, {
      headers: { ...headers, ...(isBearer ? { 'WWW-Authenticate': 'Bearer' } : {}) },
    })
  }
  if (result.kind === 'invalid') {
    const [first] = result.errors
    return refusal('VALIDATION_ERROR', first?.message ?? 'The request is not as described.', {
      status: result.status,
      fields: result.errors,
      headers,
    })
  }
  const code = result.status === 404 ? 'NOT_FOUND' : 'VALIDATION_ERROR'
  return refusal(code, result.detail, { status: result.status, headers })
}
