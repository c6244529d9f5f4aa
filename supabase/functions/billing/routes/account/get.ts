import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/billing',
  tags: ['Billing'],
  summary: 'Get the billing account of a workspace',
  description: 'The plan, its seats and its period, the card, and what comes next.',
  operationId: 'getBilling',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The account.', billingSchema), ...problems(400, 401, 403, 404) },
})

/** GET /workspaces/{id}/billing */
export function getBilling(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    return c.json(await billingView(c, decodeId('wk', c.req.valid('param').id)), 200)
  })
}
