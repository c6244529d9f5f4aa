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
  path: '/auth/sessions',
  summary: 'Sign out all other sessions',
  description: 'The session that asks stays; all others of the account end at once.',
  operationId: 'endOtherSessions',
  request: { query: z.object({ others: z.literal('true') }) },
  responses: { 204: { description: 'The other sessions have ended.' }, ...problems(400, 401) },
})

/** DELETE /auth/sessions?others=true */
export function deleteOtherSessions(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    await rpc(c, 'revoke_other_sessions', {})
    return c.body(null, 204)
  })
}
