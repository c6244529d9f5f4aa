import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { auditWebhookWithSecret } from '../../../_shared/db/service-audit.ts'
import { auditSecretContext, auditTrialBody } from '../../../_shared/domain/audit-webhook.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { sendSigned } from '../../../_shared/net/signed-webhook.ts'
import { open, SealError } from '../../../_shared/secrets/box.ts'
import { requireInWorkspace } from '../../model/permissions.ts'

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/audit-webhook/test',
  tags: ['Activity'],
  summary: 'Try the audit webhook',
  description: 'Sends a signed body of the type `audit.test`, without events, and says what was answered.',
  operationId: 'testAuditWebhook',
  security: bearer,
  request: { params: idParam('wk') },
  responses: {
    200: jsonAnswer('How it went.', z.object({ success: z.boolean(), message: z.string() })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/audit-webhook/test */
export function testAuditWebhook(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    await requireInWorkspace(c, workspaceId, 'WorkspaceActivityRead')
    await limit(c, 'audit-webhook-test', 10, 600)
    const problem = await trial(workspaceId)
    return c.json({ success: problem === null, message: problem ?? 'The test was taken.' }, 200)
  })
}

async function trial(workspaceId: number): Promise<string | null> {
  const hook = await auditWebhookWithSecret(workspaceId)
  if (!hook) throw refusalFor('audit_webhook_none')
  try {
    const secret = await open(hook.secret, auditSecretContext(workspaceId))
    const id = `test_${crypto.randomUUID()}`
    return await sendSigned({ url: hook.url, secret, id, body: auditTrialBody(workspaceId) })
  } catch (error) {
    if (error instanceof SealError) return 'The secret cannot be read any more. Make a new one.'
    throw error
  }
}
