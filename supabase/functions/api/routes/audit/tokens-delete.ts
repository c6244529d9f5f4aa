import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/audit-tokens/{id}',
  tags: ['Activity'],
  summary: 'Revoke an audit token',
  description: 'It stops working at once.',
  operationId: 'deleteAuditToken',
  security: bearer,
  request: { params: idParam('wkaud') },
  responses: { 204: { description: 'The token is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /audit-tokens/{id} */
export function deleteAuditToken(app: Router): void {
  app.openapi(route, async (c) => {
    const p_id = decodeId('wkaud', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'delete_audit_token', { p_id })
    return c.body(null, 204)
  })
}
