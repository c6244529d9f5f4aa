import { createRoute, z } from '@hono/zod-openapi'
import type { BillingAccount } from '../../../_shared/billing/account.ts'
import { type SoldPlan, seatsNeeded } from '../../../_shared/billing/plans.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { bearer, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { asking } from '../../model/asking.ts'
import { isMore, wantedPlan } from '../../model/change-plan.ts'
import { intervalSchema } from '../../model/interval.ts'
import { type Preview, previewOfUpgrade, previewSchema } from '../../model/preview.ts'
import { codeSchema, promotionCode } from '../../model/promotion-code.ts'

const lossSchema = z.object({
  feature: z.string(),
  type: z.enum(['limit', 'toggle']),
  used: z.int().nullable(),
  max: z.int().nullable(),
  had: z.int().nullable(),
  goes_on: z.boolean().meta({ description: 'What there is of it stays in use; only more is refused.' }),
})

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    plan_losses: z.infer<typeof lossSchema>[]
  }
}

const resultSchema = previewSchema
  .extend({ loses: z.array(lossSchema).meta({ description: 'What the plan has not, or not as much of.' }) })
  .meta({ id: 'Proration' })

const productId = z
  .string()
  .regex(/^[0-9]{1,9}$/, 'Must be the number of a plan.')
  .transform(Number)
  .meta({ description: 'Number of the plan, as the list of plans has it.', example: '3' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/billing/proration/{product_id}',
  tags: ['Billing'],
  summary: 'Look what a change of the plan costs, and what it takes away',
  description:
    'A higher plan is charged at once, for what is left of the period, with the discounts there are and the promotion code; a lower one begins with the next period and costs nothing now.',
  operationId: 'previewPlan',
  security: bearer,
  request: {
    params: z.object({ id: idSchema('wk'), product_id: productId }),
    query: z.object({
      interval: z.coerce.number().pipe(intervalSchema).optional(),
      promotion_code: codeSchema.optional(),
    }),
  },
  responses: { 200: jsonAnswer('What it costs.', resultSchema), ...problems(400, 401, 403, 404, 409, 429) },
})

/** GET /workspaces/{id}/billing/proration/{product_id} */
export function previewPlan(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, product_id } = c.req.valid('param')
    const { stripe, account } = await asking(c, id)
    const loses = await rpc(c, 'plan_losses', {
      p_workspace_id: account.workspace_id,
      p_product_id: product_id,
    })
    const { interval, promotion_code } = c.req.valid('query')
    const plan = product_id === 1 ? null : wantedPlan(account, { product_id, interval })
    const code = promotion_code ? await promotionCode(c, { stripe, account }, promotion_code) : null
    const preview =
      plan && account.is_live && isMore(account, plan)
        ? await previewOfUpgrade(stripe, account, plan, code)
        : nothingNow(account, plan)
    return c.json({ ...preview, loses }, 200)
  })
}

/** What begins with the next period, or by a checkout: its price, and nothing of it yet. */
function nothingNow(account: BillingAccount, plan: SoldPlan | null): Preview {
  if (!plan || account.is_live)
    return { amount: 0, total: 0, days_remaining: 0, lines: [], proration_date: null }
  const seats = seatsNeeded(account, plan)
  const lines = [
    { label: plan.label, amount: plan.flat },
    ...(seats > 0
      ? [{ label: `${seats} more ${seats === 1 ? 'seat' : 'seats'}`, amount: seats * plan.user }]
      : []),
  ]
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { amount: total, total, days_remaining: 0, lines, proration_date: null }
}
