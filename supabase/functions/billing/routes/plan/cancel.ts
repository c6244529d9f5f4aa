import { createRoute, z } from '@hono/zod-openapi'
import { keeping, takingNothingBack } from '../../../_shared/billing/waiting.ts'
import { keepCancellation } from '../../../_shared/db/service-billing.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import { releaseSchedule, subscriptionOf } from '../../model/change-plan.ts'
import { changing } from '../../model/changing.ts'

const reasons = [
  'expensive',
  'features',
  'free_works',
  'confusion',
  'adoption',
  'competitor',
  'not_needed',
] as const

const bodySchema = z
  .object({ reason: z.enum(reasons), details: z.string().trim().max(5000).default('') })
  .meta({ id: 'Cancellation' })

const responses = {
  200: jsonAnswer('The account.', billingSchema),
  ...problems(400, 401, 403, 404, 409, 429),
}
const path = '/workspaces/{id}/billing/cancel'

const route = createRoute({
  method: 'post',
  path,
  tags: ['Billing'],
  summary: 'End the subscription at the end of the period',
  description: 'Everything stays as it is until then; afterwards the workspace is on the free plan.',
  operationId: 'cancelPlan',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses,
})

const backRoute = createRoute({
  method: 'delete',
  path,
  tags: ['Billing'],
  summary: 'Keep a subscription that was to end',
  description: 'Takes a cancellation back, as long as the period lasts.',
  operationId: 'keepPlan',
  security: bearer,
  request: { params: idParam('wk') },
  responses,
})

/** POST /workspaces/{id}/billing/cancel */
export function cancelPlan(app: Router): void {
  app.openapi(route, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    const { reason, details } = c.req.valid('json')
    await changing(
      who,
      { intent: 'cancel', params: {} },
      (account) => {
        if (!account.is_live) throw refusalFor('subscription_missing')
        return account.cancels ? 'done' : 'go'
      },
      async ({ stripe, account, key, elseCancel }) => {
        const subscription = await subscriptionOf(stripe, account)
        // Cut off in the middle, the lower plan that waited would be gone, and nothing cancelled.
        if (subscription.schedule) await elseCancel()
        await releaseSchedule(stripe, subscription, key('release'))
        await stripe.subscriptions.update(
          subscription.id,
          { cancel_at_period_end: true, ...takingNothingBack },
          key('cancel'),
        )
        await keepCancellation(account.workspace_id, who.authId, reason, details)
      },
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}

/** DELETE /workspaces/{id}/billing/cancel */
export function keepPlan(app: Router): void {
  app.openapi(backRoute, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    await changing(
      who,
      { intent: 'keep', params: {} },
      (account) => {
        if (!account.is_live) throw refusalFor('subscription_missing')
        return account.cancels ? 'go' : 'done'
      },
      async ({ stripe, account, key }) => {
        const subscription = await subscriptionOf(stripe, account)
        await stripe.subscriptions.update(subscription.id, keeping(subscription), key('keep'))
      },
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}
