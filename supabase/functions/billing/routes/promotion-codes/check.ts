import { createRoute, z } from '@hono/zod-openapi'
import { planFor } from '../../../_shared/billing/plans.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { asking } from '../../model/asking.ts'
import { intervalSchema } from '../../model/interval.ts'
import { codeSchema, promotionCode } from '../../model/promotion-code.ts'

const resultSchema = z
  .object({
    discount_type: z.enum(['PERCENT_OFF', 'AMOUNT_OFF']),
    discount_amount: z.number().meta({ description: 'Percent, or US cents.' }),
  })
  .meta({ id: 'PromotionCode' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/billing/promotion-code/{code}',
  tags: ['Billing'],
  summary: 'Look what a promotion code takes off',
  description: 'Of a plan and its interval; nothing is bought by it.',
  operationId: 'checkPromotionCode',
  security: bearer,
  request: {
    params: z.object({ id: idSchema('wk'), code: codeSchema }),
    body: jsonBody(
      z
        .object({ product_id: z.int(), cycle_interval_months: intervalSchema })
        .meta({ id: 'PromotionCodeUse' }),
    ),
  },
  responses: {
    200: jsonAnswer('What it takes off.', resultSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** POST /workspaces/{id}/billing/promotion-code/{code} */
export function checkPromotionCode(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, code } = c.req.valid('param')
    const { stripe, account } = await asking(c, id)
    const { product_id, cycle_interval_months: months } = c.req.valid('json')
    const plan = planFor(account, product_id, months)
    const { coupon } = await promotionCode(c, { stripe, account }, code)
    if (coupon.percent_off !== null) {
      return c.json({ discount_type: 'PERCENT_OFF' as const, discount_amount: coupon.percent_off }, 200)
    }
    if (coupon.amount_off === null || coupon.currency !== 'usd') throw refusalFor('coupon_not_found')
    const discount_amount = Math.min(
      coupon.amount_off,
      plan.flat + plan.user * Math.max(0, account.used - (plan.included ?? 0)),
    )
    return c.json({ discount_type: 'AMOUNT_OFF' as const, discount_amount }, 200)
  })
}
