import { createRoute, z } from '@hono/zod-openapi'
import { seatCost } from '../../../_shared/billing/plans.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { asking } from '../../model/asking.ts'
import { requirePaid, subscriptionOf } from '../../model/change-plan.ts'
import { previewOf } from '../../model/preview.ts'
import { paidPlan, withSeats } from '../../model/seats.ts'

const seatsSchema = z
  .object({
    included: z.int(),
    paid: z.int(),
    used: z.int(),
    add: z.int(),
    extra: z.int().meta({ description: 'How many more would be paid for.' }),
    amount_now: z.int().meta({ description: 'For what is left of the period, in US cents.' }),
    amount_next: z.int().meta({ description: 'More each period, in US cents.' }),
  })
  .meta({ id: 'Seats' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/billing/seats',
  tags: ['Billing'],
  summary: 'Look what more members cost',
  operationId: 'getSeats',
  security: bearer,
  request: {
    params: idParam('wk'),
    query: z.object({ add: z.coerce.number().int().min(0).max(1000).default(0) }),
  },
  responses: { 200: jsonAnswer('The seats.', seatsSchema), ...problems(400, 401, 403, 404, 409, 429) },
})

/** GET /workspaces/{id}/billing/seats */
export function getSeats(app: Router): void {
  app.openapi(route, async (c) => {
    const { stripe, account } = await asking(c, c.req.valid('param').id)
    const { add } = c.req.valid('query')
    const plan = paidPlan(account)
    const included = account.included ?? 0
    const paid = account.paid ?? 0
    const extra = Math.max(0, account.used + add - included - paid)
    const seats = { included, paid, used: account.used, add, extra }
    if (extra === 0) return c.json({ ...seats, amount_now: 0, amount_next: 0 }, 200)
    requirePaid(account)
    const subscription = await subscriptionOf(stripe, account)
    const { amount } = await previewOf(
      stripe,
      account,
      subscription,
      withSeats(account, subscription, paid + extra),
    )
    return c.json(
      { ...seats, amount_now: amount, amount_next: extra * seatCost(subscription, plan, account.plans) },
      200,
    )
  })
}
