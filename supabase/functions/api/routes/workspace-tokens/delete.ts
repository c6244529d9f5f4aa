import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  path: '/machine-principals/{id}',
  tags: ['Workspace tokens'],
  security: bearer,
  method: 'delete',
  summary: 'Revoke a workspace token',
  description: 'It stops working at once.',
  operationId: 'deleteMachinePrincipal',
  request: { params: idParam('wkmp') },
  responses: { 204: { description: 'The token is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /machine-principals/{id} */
export function deleteWorkspaceToken(app: Router): void {
  app.openapi(route, async (c) => {
    const p_id = decodeId('wkmp', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'delete_workspace_token', { p_id })
    return c.body(null, 204)
  })
}
