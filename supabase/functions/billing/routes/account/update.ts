import { createRoute, z } from '@hono/zod-openapi'
import { keepBillingEmail } from '../../../_shared/db/service-billing.ts'
import { email as emailAddress } from '../../../_shared/domain/validation.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { billingSchema, billingView } from '../../model/account.ts'
import { asked, asking } from '../../model/asking.ts'
import { read } from '../../model/changing.ts'

const bodySchema = z.object({ stripe_billing_email: emailAddress }).meta({ id: 'BillingUpdate' })

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/billing',
  tags: ['Billing'],
  summary: 'Change where mails of billing go',
  description: 'Invoices and what is said of payments go to this address from then on.',
  operationId: 'updateBilling',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The account.', billingSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PUT /workspaces/{id}/billing */
export function updateBilling(app: Router): void {
  app.openapi(route, async (c) => {
    const { stripe, account } = await asking(c, c.req.valid('param').id)
    const { stripe_billing_email: email } = c.req.valid('json')
    if (account.customer) {
      await asked(stripe.customers.update(account.customer, { email }))
      await read(stripe, account.workspace_id)
    } else {
      await keepBillingEmail(account.workspace_id, email)
    }
    return c.json(await billingView(c, account.workspace_id), 200)
  })
}
