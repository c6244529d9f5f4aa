// Billing: plans, seats and money. Stripe holds the money; the database holds what screens read (docs/billing.md).
import { identify } from '../_shared/auth/identify.ts'
import { openToBearers } from '../_shared/http/cors.ts'
import { createFunction } from '../_shared/http/serve.ts'
import { billingRoutes } from './routes.ts'

const webhook = /^\/billing\/webhooks\/stripe$/

const app = createFunction(
  'billing',
  (prepared) => {
    prepared.use(openToBearers)
    // Stripe proves itself by its signature.
    prepared.use((c, next) => (webhook.test(c.req.path) ? next() : identify(c, next)))
  },
  billingRoutes(),
  webhook,
)

Deno.serve(app.fetch)
