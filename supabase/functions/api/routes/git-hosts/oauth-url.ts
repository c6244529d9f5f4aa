import { createRoute, z } from '@hono/zod-openapi'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { providerPage } from '../../../login/routes/auth/authentication-url.ts'

const bodySchema = z
  .object({
    state: z.string().max(400).meta({ description: 'As `POST /auth/authentication-url` takes it.' }),
    scope: z.enum(['read', 'repositories']).default('repositories'),
    popup: z.boolean().default(true),
    return_to: z.string().max(2000).optional(),
  })
  .meta({ id: 'OauthUrlRequest' })

const route = createRoute({
  method: 'post',
  path: '/vcs-integrations/{id}/oauth-url',
  tags: ['Git'],
  summary: 'Begin to connect an account at a Git host',
  description:
    'Answers with the host’s page, where the caller lets the product read repositories. `POST /auth/connect` ends it.',
  operationId: 'hostOauthUrl',
  security: bearer,
  request: { params: idParam('wkintg'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('Where to go.', z.object({ url: z.url() })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /vcs-integrations/{id}/oauth-url */
export function hostOauthUrl(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const body = c.req.valid('json')
    const url = await providerPage(c, { ...body, workspace_integration_id: id, purpose: 'connect' })
    return c.json({ url }, 200)
  })
}
