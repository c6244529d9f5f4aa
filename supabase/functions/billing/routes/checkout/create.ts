import { createRoute, z } from '@hono/zod-openapi'
import { planOf, seatsNeeded } from '../../../_shared/billing/plans.ts'
import plans from '../../../_shared/domain/plans.json' with { type: 'json' }
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { accountOf, asked, asking } from '../../model/asking.ts'
import { begun, read } from '../../model/changing.ts'
import { closeCheckout, customerOf, sessionOf } from '../../model/checkout.ts'
import { addressOf, redirectSchema, returnAddress } from '../../model/redirects.ts'

const bodySchema = z
  .object({
    mode: z.literal('subscription'),
    billing_pricing_plan_id: z.int(),
    success_url: returnAddress.meta({ description: 'May hold {CHECKOUT_SESSION_ID}.' }),
    cancel_url: returnAddress,
    is_trial: z.boolean().default(false),
  })
  .meta({ id: 'BillingCheckout' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/billing/checkout',
  tags: ['Billing'],
  summary: 'Begin to buy or try a plan',
  description: 'One checkout is open for a workspace at a time: another one closes it.',
  operationId: 'createCheckout',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: { 200: jsonAnswer('Where to go.', redirectSchema), ...problems(400, 401, 403, 404, 409, 429) },
})

const rounds = 3

/** POST /workspaces/{id}/billing/checkout */
export function createCheckout(app: Router): void {
  app.openapi(route, async (c) => {
    const { stripe, account: before, authId } = await asking(c, c.req.valid('param').id)
    const body = c.req.valid('json')
    const addresses = {
      success_url: addressOf(c, before.slug, 'success_url', body.success_url),
      cancel_url: addressOf(c, before.slug, 'cancel_url', body.cancel_url),
    }
    if (before.managed_by === 'contract') throw refusalFor('plan_by_contract')
    const id = before.workspace_id
    await customerOf(stripe, before)
    // What Stripe has counts: an event may have been missed.
    await read(stripe, id)
    for (let round = 0; round < rounds; round++) {
      const account = await accountOf(id)
      if (account.is_live) throw refusalFor('subscription_exists')
      if (account.owes) throw refusalFor('payment_due')
      if (body.is_trial && !account.trial_available) throw refusalFor('trial_used')
      const plan = planOf(account, body.billing_pricing_plan_id)
      const attempt = await begun(stripe, id, authId, {
        intent: 'checkout',
        params: {
          plan_id: plan.id,
          seats: seatsNeeded(account, plan),
          trial_days: body.is_trial ? plans.free_trial_days : 0,
          ...addresses,
        },
      })
      // Of two tabs the other one may have bought while this one closed it.
      if ((await accountOf(id)).is_live) throw refusalFor('subscription_exists')
      const session = await asked(sessionOf(stripe, account, attempt))
      if (session.status === 'open' && session.url) return c.json({ redirect_url: session.url }, 200)
      await closeCheckout(stripe, id, { ...attempt, stripe_id: session.id })
    }
    throw refusalFor('billing_change_under_way')
  })
}
