import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowIntegrationChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/vcs-integrations/{id}',
  tags: ['Workspaces'],
  summary: 'Uninstall a sign-in integration',
  description: 'Nobody signs in by it any more.',
  operationId: 'deleteIntegration',
  security: bearer,
  request: { params: idParam('wkintg') },
  responses: { 204: { description: 'It is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /vcs-integrations/{id} */
export function deleteIntegration(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const id = decodeId('wkintg', c.req.valid('param').id)
    await allowIntegrationChange(c)
    await rpc(c, 'delete_integration', { p_integration_id: id })
    return c.body(null, 204)
  })
}
