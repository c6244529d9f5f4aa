import { createRoute, z } from '@hono/zod-openapi'
import { planFor, seatsNeeded } from '../../../_shared/billing/plans.ts'
import { scheduleNext } from '../../../_shared/billing/schedule.ts'
import { keeping } from '../../../_shared/billing/waiting.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import { releaseSchedule, requirePaid, subscriptionOf } from '../../model/change-plan.ts'
import { changing } from '../../model/changing.ts'
import { nextInterval } from '../../model/renewal.ts'

const responses = {
  200: jsonAnswer('The account.', billingSchema),
  ...problems(400, 401, 403, 404, 409, 429),
}
const path = '/workspaces/{id}/billing/downgrade'

const route = createRoute({
  method: 'put',
  path,
  tags: ['Billing'],
  summary: 'Change to a lower plan at the end of the period',
  description: 'Until then everything stays. The seats of then are those of the members of then.',
  operationId: 'downgradePlan',
  security: bearer,
  request: {
    params: idParam('wk'),
    body: jsonBody(z.object({ product_id: z.int() }).meta({ id: 'Downgrade' })),
  },
  responses,
})

const backRoute = createRoute({
  method: 'delete',
  path,
  tags: ['Billing'],
  summary: 'Stay on the present plan',
  description: 'Takes back a change to a lower plan that has not begun.',
  operationId: 'takeBackDowngrade',
  security: bearer,
  request: { params: idParam('wk') },
  responses,
})

/** PUT /workspaces/{id}/billing/downgrade */
export function downgradePlan(app: Router): void {
  app.openapi(route, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    const { product_id } = c.req.valid('json')
    await changing(
      who,
      { intent: 'downgrade', params: { product_id } },
      (account) => {
        requirePaid(account)
        const plan = planFor(account, product_id, nextInterval(account))
        if (plan.id === account.renew_plan_id) return 'done'
        if (plan.priority >= account.priority) throw refusalFor('plan_not_lower')
        return 'go'
      },
      async ({ stripe, account, key, elseCancel }) => {
        const subscription = await subscriptionOf(stripe, account)
        const plan = planFor(account, product_id, nextInterval(account))
        if (account.cancels) {
          await elseCancel()
          await stripe.subscriptions.update(subscription.id, keeping(subscription), key('keep'))
        }
        await scheduleNext(stripe, subscription, { plan, seats: seatsNeeded(account, plan) }, key)
      },
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}

/** DELETE /workspaces/{id}/billing/downgrade */
export function takeBackDowngrade(app: Router): void {
  app.openapi(backRoute, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    await changing(
      who,
      { intent: 'take_back', params: {} },
      (account) => (account.renew_plan_id === null ? 'done' : 'go'),
      async ({ stripe, account, key }) =>
        releaseSchedule(stripe, await subscriptionOf(stripe, account), key('release')),
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}
