import { createRoute, z } from '@hono/zod-openapi'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import {
  isMore,
  releaseSchedule,
  requirePaid,
  subscriptionOf,
  upgradeOf,
  wantedPlan,
} from '../../model/change-plan.ts'
import { changing } from '../../model/changing.ts'
import { intervalSchema } from '../../model/interval.ts'
import { requireRecent } from '../../model/preview.ts'
import { codeSchema, discountsWith, promotionCode } from '../../model/promotion-code.ts'

const bodySchema = z
  .object({
    product_id: z.int(),
    interval: intervalSchema.optional(),
    promotion_code: codeSchema.optional(),
    proration_date: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Of a preview of the last minutes, whose amounts it repeats.' }),
  })
  .meta({ id: 'Upgrade' })

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/billing/upgrade',
  tags: ['Billing'],
  summary: 'Change to a higher plan now',
  description: 'What is left of the period is charged at once. What was not paid changes nothing.',
  operationId: 'upgradePlan',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The account.', billingSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PUT /workspaces/{id}/billing/upgrade */
export function upgradePlan(app: Router): void {
  app.openapi(route, async (c) => {
    const who = await asking(c, c.req.valid('param').id)
    const { proration_date, promotion_code, ...body } = c.req.valid('json')
    await changing(
      who,
      {
        intent: 'upgrade',
        params: {
          product_id: body.product_id,
          interval: body.interval ?? null,
          promotion_code: promotion_code ?? null,
          proration_date: proration_date ?? null,
        },
      },
      (account) => {
        requirePaid(account)
        const plan = wantedPlan(account, body)
        // Asked for again, as after an answer that was lost.
        if (plan.id === account.plan_id) return 'done'
        if (!isMore(account, plan)) throw refusalFor('plan_not_higher')
        return 'go'
      },
      async ({ stripe, account, key }) => {
        const code = promotion_code ? await promotionCode(c, { stripe, account }, promotion_code) : null
        const subscription = await subscriptionOf(stripe, account)
        if (proration_date !== undefined) requireRecent(account, subscription, proration_date)
        await releaseSchedule(stripe, subscription, key('release'))
        if (account.cancels)
          await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }, key('keep'))
        await stripe.subscriptions.update(
          subscription.id,
          {
            ...upgradeOf(account, subscription, wantedPlan(account, body)),
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
            ...(proration_date === undefined ? {} : { proration_date }),
            ...discountsWith(subscription, code),
          },
          key('upgrade'),
        )
      },
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}
