import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/workspaces/{id}/custom-domain',
  tags: ['Workspaces'],
  summary: 'Give the custom domain up',
  description:
    'It is not served from now on, and who signed in there is signed out. Claimed again it needs a new proof.',
  operationId: 'deleteCustomDomain',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 204: { description: 'It is given up.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /workspaces/{id}/custom-domain */
export function deleteCustomDomain(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    await rpc(c, 'remove_custom_domain', { p_workspace_id: decodeId('wk', c.req.valid('param').id) })
    return c.body(null, 204)
  })
}
