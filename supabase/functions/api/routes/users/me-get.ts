import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { accountSchema, accountView } from '../../model/account.ts'

const route = createRoute({
  method: 'get',
  path: '/users/me',
  tags: ['Account'],
  summary: 'Get my account',
  description: 'The caller with e-mail addresses and workspaces.',
  operationId: 'getMe',
  security: bearer,
  responses: { 200: jsonAnswer('The account.', accountSchema), ...problems(401, 404) },
})

/** GET /users/me */
export function getMe(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    return c.json(accountView(await rpc(c, 'me', {})), 200)
  })
}
