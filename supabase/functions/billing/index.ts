// Billing: plans, seats and money. Stripe holds the money; the database holds what screens read (docs/billing.md).
import { identify } from '../_shared/auth/identify.ts'
import { openToBearers } from '../_shared/http/cors.ts'
import { createFunction } from '../_shared/http/serve.ts'
import { isSingleTenant } from '../_shared/http/workspace-host.ts'
import { billingRoutes } from './routes.ts'

const webhook = /^\/billing\/webhooks\/stripe$/

const app = createFunction(
  'billing',
  (prepared) => {
    prepared.use(openToBearers)
    // Stripe proves itself by its signature; where nothing is, nobody is asked who they are.
    prepared.use((c, next) => (webhook.test(c.req.path) || isSingleTenant() ? next() : identify(c, next)))
  },
  billingRoutes(),
  webhook,
)

Deno.serve(app.fetch)
