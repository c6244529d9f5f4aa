import { createRoute, z } from '@hono/zod-openapi'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import { requirePaid } from '../../model/change-plan.ts'
import { changing } from '../../model/changing.ts'
import { mostSeats, paidPlan, paySeats } from '../../model/seats.ts'

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/billing/seats',
  tags: ['Billing'],
  summary: 'Pay for so many seats beyond the included ones',
  description:
    'More are charged at once for what is left of the period; fewer are out of use at once, and credited on the next invoice. Seats that members have cannot be given back.',
  operationId: 'updateSeats',
  security: bearer,
  request: {
    params: idParam('wk'),
    body: jsonBody(z.object({ paid: z.int().min(0).max(mostSeats) }).meta({ id: 'PaidSeats' })),
  },
  responses: {
    200: jsonAnswer('The account.', billingSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PUT /workspaces/{id}/billing/seats */
export function updateSeats(app: Router): void {
  app.openapi(route, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    const { paid } = c.req.valid('json')
    await changing(
      who,
      { intent: 'seats', params: { paid } },
      (account) => {
        requirePaid(account)
        paidPlan(account)
        return account.paid === paid ? 'done' : 'go'
      },
      (change) => paySeats(change, paid),
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}
