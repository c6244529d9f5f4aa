import { createRoute, z } from '@hono/zod-openapi'
import { keeping, takeBack, takingBack } from '../../../_shared/billing/waiting.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asking } from '../../model/asking.ts'
import { isMore, requirePaid, subscriptionOf, upgradeOf, wantedPlan } from '../../model/change-plan.ts'
import { changing } from '../../model/changing.ts'
import { charge } from '../../model/charging.ts'
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
  description:
    'What is left of the period is charged at once, and a cancellation or a lower plan that waited is taken back with it. What was not paid changes nothing; where the bank asks the owner of the card first, `unconfirmed` says where, and until then nothing is changed.',
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
      async (change) => {
        const { stripe, account } = change
        const code = promotion_code ? await promotionCode(c, { stripe, account }, promotion_code) : null
        const subscription = await subscriptionOf(stripe, account)
        if (proration_date !== undefined) requireRecent(account, subscription, proration_date)
        const plan = wantedPlan(account, body)
        await charge(
          change,
          subscription,
          {
            ...upgradeOf(account, subscription, plan),
            ...(proration_date === undefined ? {} : { proration_date }),
            ...discountsWith(subscription, code),
          },
          { step: 'upgrade', mark: takingBack(subscription, plan.flat_price), more: keeping(subscription) },
        )
        await takeBack(stripe, subscription.id)
      },
    )
    return c.json(await billingView(c, who.account.workspace_id), 200)
  })
}
