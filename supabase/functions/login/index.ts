import { refuseForeignSites } from '../_shared/auth/cookie.ts'
import type { AppContext } from '../_shared/http/context.ts'
import { createFunction } from '../_shared/http/serve.ts'
import { loginRoutes } from './routes.ts'

/** An identity provider's page posts its answer from another site: it is proven by its signature, not by a cookie. */
function unlessAssertion(c: AppContext, next: () => Promise<void>): Promise<void> {
  const isAssertion = /\/auth\/saml\/[\w-]+\/acs$/.test(c.req.path)
  return isAssertion ? next() : refuseForeignSites(c, next)
}

const app = createFunction('login', (prepared) => prepared.use(unlessAssertion), loginRoutes())

Deno.serve(app.fetch)
