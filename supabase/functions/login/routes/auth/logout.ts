import { createRoute } from '@hono/zod-openapi'
import { clearRefreshToken, readRefreshToken } from '../../../_shared/auth/cookie.ts'
import { endSession, refreshSession } from '../../../_shared/auth/sessions.ts'
import { whyEnded } from '../../../_shared/db/service.ts'
import { problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { cookieAuth, signInTag } from '../describe.ts'

const route = createRoute({
  method: 'post',
  path: '/auth/logout',
  tags: signInTag,
  summary: 'Sign out',
  description: 'Ends the session of the refresh cookie and removes the cookie. Signing out twice is fine.',
  operationId: 'logout',
  security: cookieAuth,
  responses: { 204: { description: 'Signed out.' }, ...problems(403, 429) },
})

/** POST /auth/logout */
export function logout(app: Router): void {
  app.openapi(route, async (c) => {
    const refreshToken = readRefreshToken(c)
    clearRefreshToken(c)
    if (refreshToken) await revoke(refreshToken, c.get('client'))
    return c.body(null, 204)
  })
}

// GoTrue ends a session by its access token, and the cookie gives one.
async function revoke(refreshToken: string, client: string | null): Promise<void> {
  const outcome = await refreshSession(refreshToken, client)
  if ('session' in outcome) await endSession(outcome.session.accessToken, client)
  // Somebody has rotated it before, perhaps a thief: their session ends as well.
  else await whyEnded(refreshToken)
}
