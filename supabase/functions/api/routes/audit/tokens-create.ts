import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { auditTokenView, newAuditTokenSchema } from '../../model/audit-token.ts'
import { workspaceTokenBody } from '../../model/workspace-token.ts'

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/audit-tokens',
  tags: ['Activity'],
  summary: 'Add an audit token',
  description:
    'An audit token reads the activity of the workspace (`followAudit`), nothing else, and never expires. It is shown ' +
    'in this answer only.',
  operationId: 'createAuditToken',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(workspaceTokenBody.meta({ id: 'NewAuditToken' })) },
  responses: {
    201: jsonAnswer('The token.', newAuditTokenSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** POST /workspaces/{id}/audit-tokens */
export function createAuditToken(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { name } = c.req.valid('json')
    await allowChange(c)
    const { access_token, ...row } = await rpc(c, 'create_audit_token', { p_workspace_id, p_name: name })
    return c.json({ ...auditTokenView(row), access_token }, 201)
  })
}
