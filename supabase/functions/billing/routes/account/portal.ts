import { createRoute, z } from '@hono/zod-openapi'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { asked, asking } from '../../model/asking.ts'
import { addressOf, redirectSchema, returnAddress } from '../../model/redirects.ts'

const bodySchema = z.object({ return_url: returnAddress }).meta({ id: 'BillingPortal' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/billing/portal',
  tags: ['Billing'],
  summary: 'Open the payment provider’s pages for cards and invoices',
  description: 'The address holds for a short while, for the caller’s browser.',
  operationId: 'createBillingPortal',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: { 200: jsonAnswer('Where to go.', redirectSchema), ...problems(400, 401, 403, 404, 409, 429) },
})

/** POST /workspaces/{id}/billing/portal */
export function createPortal(app: Router): void {
  app.openapi(route, async (c) => {
    const { stripe, account } = await asking(c, c.req.valid('param').id)
    const return_url = addressOf(c, account.slug, 'return_url', c.req.valid('json').return_url)
    if (!account.customer) throw refusalFor('payment_customer_missing')
    const { data } = await asked(stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    // The one that `npm run billing -- sync` makes; an account without it has its own default.
    const ours = data.find(({ metadata }) => metadata?.waymark === 'billing')
    const { url } = await asked(
      stripe.billingPortal.sessions.create({
        customer: account.customer,
        return_url,
        ...(ours ? { configuration: ours.id } : {}),
      }),
    )
    return c.json({ redirect_url: url }, 200)
  })
}
