import { createRoute, z } from '@hono/zod-openapi'
import { planFor, seatsNeeded } from '../../../_shared/billing/plans.ts'
import { scheduleNext } from '../../../_shared/billing/schedule.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import { releaseSchedule, requirePaid, subscriptionOf } from '../../model/change-plan.ts'
import { changing } from '../../model/changing.ts'
import { intervalSchema } from '../../model/interval.ts'
import { nextInterval, nextProduct } from '../../model/renewal.ts'

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/billing/interval',
  tags: ['Billing'],
  summary: 'Pay by the month or the year from the next period on',
  description: 'The present interval takes a change back that waits.',
  operationId: 'changeInterval',
  security: bearer,
  request: {
    params: idParam('wk'),
    body: jsonBody(z.object({ interval: intervalSchema }).meta({ id: 'IntervalChange' })),
  },
  responses: {
    200: jsonAnswer('The account.', billingSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PUT /workspaces/{id}/billing/interval */
export function changeInterval(app: Router): void {
  app.openapi(route, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    const { interval } = c.req.valid('json')
    await changing(
      who,
      { intent: 'interval', params: { interval } },
      (account) => {
        requirePaid(account)
        if (account.cancels) throw refusalFor('subscription_missing')
        return nextInterval(account) === interval ? 'done' : 'go'
      },
      async ({ stripe, account, key }) => {
        const subscription = await subscriptionOf(stripe, account)
        const plan = planFor(account, nextProduct(account), interval)
        if (plan.id === account.plan_id) return releaseSchedule(stripe, subscription, key('release'))
        return scheduleNext(stripe, subscription, { plan, seats: seatsNeeded(account, plan) }, key)
      },
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}
