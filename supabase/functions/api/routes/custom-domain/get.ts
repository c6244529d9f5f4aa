import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { customDomainSchema } from '../../model/custom-domain.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/custom-domain',
  tags: ['Workspaces'],
  summary: 'Get the custom domain of a workspace',
  description: 'With its DNS records, and what was found of them.',
  operationId: 'getCustomDomain',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The custom domain.', customDomainSchema), ...problems(400, 401, 403, 404) },
})

/** GET /workspaces/{id}/custom-domain */
export function getCustomDomain(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const found = await rpc(c, 'custom_domain_of', {
      p_workspace_id: decodeId('wk', c.req.valid('param').id),
    })
    if (!found) throw refusalFor('custom_domain_none')
    return c.json(found, 200)
  })
}
