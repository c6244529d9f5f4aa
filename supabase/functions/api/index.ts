import { identify } from '../_shared/auth/identify.ts'
import { openToBearers } from '../_shared/http/cors.ts'
import { createFunction } from '../_shared/http/serve.ts'
import { apiRoutes } from './routes.ts'

const app = createFunction('api', (prepared) => prepared.use(openToBearers, identify), apiRoutes())

Deno.serve(app.fetch)
