import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { auditWebhookSchema, auditWebhookView } from '../../model/audit-webhook.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/audit-webhook',
  tags: ['Activity'],
  summary: 'Get the audit webhook',
  description: 'Where the activity is sent, and what came of it. 404 without one.',
  operationId: 'getAuditWebhook',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The webhook.', auditWebhookSchema), ...problems(400, 401, 403, 404) },
})

/** GET /workspaces/{id}/audit-webhook */
export function getAuditWebhook(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const row = await rpc(c, 'audit_webhook_of', { p_workspace_id: decodeId('wk', c.req.valid('param').id) })
    if (row === null) throw refusalFor('audit_webhook_none')
    return c.json(auditWebhookView(row), 200)
  })
}
