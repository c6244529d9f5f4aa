import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { customDomainSchema } from '../../model/custom-domain.ts'

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/custom-domain/check',
  tags: ['Workspaces'],
  summary: 'Look at the DNS records of the custom domain',
  description: 'They are looked at now, or ten seconds after the last look. What was found is told by GET.',
  operationId: 'checkCustomDomain',
  security: bearer,
  request: { params: idParam('wk') },
  responses: {
    202: jsonAnswer('They are about to be looked at.', customDomainSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/custom-domain/check */
export function checkCustomDomain(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    return c.json(await rpc(c, 'check_custom_domain', { p_workspace_id }), 202)
  })
}
