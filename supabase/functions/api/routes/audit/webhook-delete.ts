import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/workspaces/{id}/audit-webhook',
  tags: ['Activity'],
  summary: 'Remove the audit webhook',
  description: 'The activity is sent nowhere any more.',
  operationId: 'deleteAuditWebhook',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 204: { description: 'It is removed.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /workspaces/{id}/audit-webhook */
export function deleteAuditWebhook(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    await rpc(c, 'delete_audit_webhook', { p_workspace_id: decodeId('wk', c.req.valid('param').id) })
    return c.body(null, 204)
  })
}
