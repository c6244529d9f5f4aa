import { createRoute, z } from '@hono/zod-openapi'
import type { BillingAccount } from '../../../_shared/billing/account.ts'
import { seatCost } from '../../../_shared/billing/plans.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { asking } from '../../model/asking.ts'
import { requirePaid, subscriptionOf } from '../../model/change-plan.ts'
import { creditOf, previewOf } from '../../model/preview.ts'
import { mostSeats, paidPlan, seatsInUse, withSeats } from '../../model/seats.ts'

const seatsSchema = z
  .object({
    included: z.int(),
    paid: z.int(),
    used: z.int(),
    least: z.int().meta({ description: 'The fewest that can be paid for: those that members have.' }),
    add: z.int(),
    extra: z.int().meta({ description: 'How many more would be paid for; below zero, how many fewer.' }),
    amount_now: z.int().meta({ description: 'For what is left of the period, in US cents.' }),
    credit: z.int().meta({ description: 'Given back on the next invoice, in US cents.' }),
    amount_next: z.int().meta({ description: 'More each period, in US cents; below zero, less.' }),
  })
  .meta({ id: 'Seats' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/billing/seats',
  tags: ['Billing'],
  summary: 'Look what more, or fewer, seats cost',
  description:
    'By the number of people to add (`add`), or of the seats to pay for (`paid`). More are charged at once; fewer are out of use at once, and credited on the next invoice.',
  operationId: 'getSeats',
  security: bearer,
  request: {
    params: idParam('wk'),
    query: z.object({
      add: z.coerce.number().int().min(0).max(1000).default(0),
      paid: z.coerce.number().int().min(0).max(mostSeats).optional(),
    }),
  },
  responses: { 200: jsonAnswer('The seats.', seatsSchema), ...problems(400, 401, 403, 404, 409, 429) },
})

/** GET /workspaces/{id}/billing/seats */
export function getSeats(app: Router): void {
  app.openapi(route, async (c) => {
    const { stripe, account } = await asking(c, c.req.valid('param').id)
    const { add, paid: wanted } = c.req.valid('query')
    const plan = paidPlan(account)
    const paid = account.paid ?? 0
    const extra = (wanted ?? Math.max(paid, neededFor(account, add))) - paid
    const seats = { included: account.included ?? 0, paid, used: account.used, add, extra }
    const least = seatsInUse(account)
    const nothing = { amount_now: 0, credit: 0, amount_next: 0 }
    if (extra === 0) return c.json({ ...seats, least, ...nothing }, 200)
    requirePaid(account)
    if (paid + extra < least) throw refusalFor('seats_in_use', { used: String(account.used) })
    const subscription = await subscriptionOf(stripe, account)
    const change = withSeats(account, subscription, paid + extra)
    const amount_next = extra * seatCost(subscription, plan, account.plans)
    const money =
      extra > 0
        ? { amount_now: (await previewOf(stripe, account, subscription, change)).amount, credit: 0 }
        : { amount_now: 0, credit: await creditOf(stripe, account, subscription, change) }
    return c.json({ ...seats, least, ...money, amount_next }, 200)
  })
}

function neededFor({ used, included }: BillingAccount, add: number): number {
  return used + add - (included ?? 0)
}
