import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { auditSecretContext } from '../../../_shared/domain/audit-webhook.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { newWebhookSecret } from '../../../_shared/git/webhooks/secret.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { seal } from '../../../_shared/secrets/box.ts'
import { auditWebhookBody, auditWebhookView, setAuditWebhookSchema } from '../../model/audit-webhook.ts'

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/audit-webhook',
  tags: ['Activity'],
  summary: 'Send the activity to an address',
  description:
    'From now on each new entry is sent there, signed, in batches, at least once and in order; where an address was set ' +
    'before, onward from what was taken there. The secret is shown in this answer only.',
  operationId: 'setAuditWebhook',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(auditWebhookBody) },
  responses: {
    200: jsonAnswer('The webhook.', setAuditWebhookSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PUT /workspaces/{id}/audit-webhook */
export function setAuditWebhook(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { url, new_secret, seen } = c.req.valid('json')
    await allowChange(c)
    const isFirst = (await rpc(c, 'audit_webhook_of', { p_workspace_id })) === null
    const secret = isFirst || new_secret ? newWebhookSecret() : null
    const row = await rpc(c, 'set_audit_webhook', {
      p_workspace_id,
      p_url: url,
      p_secret: secret && (await seal(secret, auditSecretContext(p_workspace_id))),
      p_is_first: isFirst,
      p_seen: seen ?? null,
    })
    return c.json({ ...auditWebhookView(row), secret }, 200)
  })
}
