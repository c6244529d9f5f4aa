import { createRoute, z } from '@hono/zod-openapi'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import { read } from '../../model/changing.ts'
import { completedSession } from '../../model/checkout.ts'

const bodySchema = z.object({ session_id: z.string().min(1).max(200) }).meta({ id: 'CompletedCheckout' })

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/billing/checkout',
  tags: ['Billing'],
  summary: 'Apply a checkout that was completed',
  description:
    'What the payment provider tells anyway, for who comes back sooner: as often as one likes, with the same result.',
  operationId: 'completeCheckout',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: { 200: jsonAnswer('The account.', billingSchema), ...problems(400, 401, 403, 404, 409, 429) },
})

/** PUT /workspaces/{id}/billing/checkout */
export function completeCheckout(app: Router): void {
  app.openapi(route, async (c) => {
    const { stripe, account } = await asking(c, c.req.valid('param').id)
    const { session_id } = c.req.valid('json')
    if (!/^cs_\w+$/.test(session_id)) throw refusalFor('checkout_not_found')
    await completedSession(stripe, account, session_id)
    await read(stripe, account.workspace_id)
    return c.json(await billingView(c, account.workspace_id), 200)
  })
}
