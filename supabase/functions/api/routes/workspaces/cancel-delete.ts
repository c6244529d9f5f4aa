import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/cancel-delete',
  tags: ['Workspaces'],
  summary: 'Keep a workspace that was to be deleted',
  description: 'As long as its day has not come.',
  operationId: 'cancelWorkspaceDeletion',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 204: { description: 'It stays.' }, ...problems(400, 401, 403, 404, 409) },
})

/** PUT /workspaces/{id}/cancel-delete */
export function cancelWorkspaceDeletion(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    await rpc(c, 'cancel_workspace_deletion', { p_workspace_id })
    return c.body(null, 204)
  })
}
