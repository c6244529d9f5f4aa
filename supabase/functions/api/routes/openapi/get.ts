import { createRoute, z } from '@hono/zod-openapi'
import { createRouter, type Router } from '../../../_shared/http/router.ts'
import { billingRoutes } from '../../../billing/routes.ts'
import { loginRoutes } from '../../../login/routes.ts'
import { about } from './about.ts'

const route = createRoute({
  method: 'get',
  path: '/openapi.json',
  tags: ['Description'],
  summary: 'Get this description',
  description: 'The OpenAPI 3.1 description of everything below `/api/v1`.',
  operationId: 'getOpenApi',
  responses: {
    200: {
      description: 'The description.',
      content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
    },
  },
})

/** GET /openapi.json: the routes describe themselves, those of the functions `login` and `billing` included. */
export function getDescription(app: Router): void {
  let description: ReturnType<typeof describe> | undefined
  app.openAPIRegistry.registerPath(route)
  app.get('/openapi.json', (c) => {
    description ??= describe(app)
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(description)
  })
}

function describe(app: Router) {
  const all = createRouter()
  all.route('/', loginRoutes())
  all.route('/', billingRoutes())
  all.route('/', app)
  all.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token from `POST /auth/login` or `POST /auth/access-token`.',
  })
  all.openAPIRegistry.registerComponent('securitySchemes', 'refreshCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: 'waymark_refresh',
    description: 'Refresh token that signing in leaves in the browser.',
  })
  const { webhooks: _none, ...description } = all.getOpenAPI31Document(about)
  return description
}
