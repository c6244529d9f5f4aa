import { refuseForeignSites } from '../_shared/auth/cookie.ts'
import { createFunction } from '../_shared/http/serve.ts'
import { loginRoutes } from './routes.ts'

const app = createFunction('login', (prepared) => prepared.use(refuseForeignSites), loginRoutes())

Deno.serve(app.fetch)
