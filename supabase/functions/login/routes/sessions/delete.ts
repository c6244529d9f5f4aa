import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { bearer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { signInTag } from '../describe.ts'

const route = createRoute({
  tags: signInTag,
  security: bearer,
  middleware: [identify] as const,
  method: 'delete',
  path: '/auth/sessions/{sessionId}',
  summary: 'Sign out one session',
  description: 'Only one of the caller’s own; it may be the one that asks.',
  operationId: 'endSession',
  request: { params: z.object({ sessionId: z.uuid() }) },
  responses: { 204: { description: 'The session has ended.' }, ...problems(400, 401, 404) },
})

/** DELETE /auth/sessions/{sessionId} */
export function deleteSession(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    await rpc(c, 'revoke_session', { p_id: c.req.valid('param').sessionId })
    return c.body(null, 204)
  })
}
