import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { auditWebhookSchema, auditWebhookView } from '../../model/audit-webhook.ts'

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/audit-webhook/resume',
  tags: ['Activity'],
  summary: 'Send again what was not taken',
  description: 'Within a minute, also after a pause. Nothing was lost meanwhile.',
  operationId: 'resumeAuditWebhook',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The webhook.', auditWebhookSchema), ...problems(400, 401, 403, 404, 429) },
})

/** POST /workspaces/{id}/audit-webhook/resume */
export function resumeAuditWebhook(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    return c.json(auditWebhookView(await rpc(c, 'resume_audit_webhook', { p_workspace_id })), 200)
  })
}
