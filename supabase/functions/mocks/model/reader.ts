// Who reads the description that a mock server answers from. `Authorization` belongs to the API that is mocked; whoever
// reads a project that is not public says so by a header of ours (docs/decisions/0194-who-calls-a-mock-server.md).
import type { Next } from 'hono'
import { callerOf } from '../../_shared/auth/caller.ts'
import type { AppContext } from '../../_shared/http/context.ts'

/** Takes the caller from X-Waymark-Token: a workspace token, or the access token of a session. */
export async function identifyReader(c: AppContext, next: Next): Promise<void> {
  const token = c.req.header('x-waymark-token')
  c.set('caller', await callerOf(token && `Bearer ${token}`))
  await next()
}

/** Kinds of callers whose answers may differ, for what is kept of them. */
export function readerOf(c: AppContext): string {
  const { authId, grant } = c.get('caller')
  if (authId) return authId
  if (grant) return 'token'
  return c.req.header('x-waymark-share') ? 'link' : 'anyone'
}
