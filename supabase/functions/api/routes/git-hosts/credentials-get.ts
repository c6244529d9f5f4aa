import { createRoute, z } from '@hono/zod-openapi'
import { gitCapabilities } from '../../../_shared/domain/git-hosts.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { callersAccess, hostIntegration } from '../../model/git-host.ts'

const answerSchema = z
  .object({
    connected: z
      .boolean()
      .meta({ description: 'Whether the caller has an account there that was connected.' }),
    type: z.enum(['oauth', 'basic']).nullable().meta({ description: 'How that account is let in.' }),
    username: z.string().nullable().meta({ description: 'Of `basic`. The password is never shown.' }),
    capabilities: z.record(z.string(), z.unknown()).meta({ description: 'What this kind of host can do.' }),
  })
  .meta({ id: 'HostCredentials' })

const route = createRoute({
  method: 'get',
  path: '/vcs-integrations/{id}/basic-auth-credentials',
  tags: ['Git'],
  summary: 'Get what the caller has at a Git host',
  description: 'Whether the caller is connected there, and how; secrets are never told.',
  operationId: 'getHostCredentials',
  security: bearer,
  request: { params: idParam('wkintg') },
  responses: { 200: jsonAnswer('Without its secrets.', answerSchema), ...problems(400, 401, 403, 404) },
})

/** GET /vcs-integrations/{id}/basic-auth-credentials */
export function getHostCredentials(app: Router): void {
  app.openapi(route, async (c) => {
    const integration = await hostIntegration(c, decodeId('wkintg', c.req.valid('param').id))
    const access = await callersAccess(c, integration)
    const username = access?.type === 'basic' ? access.username : null
    const capabilities: Record<string, unknown> = { ...gitCapabilities[integration.kind] }
    return c.json({ connected: access !== null, type: access?.type ?? null, username, capabilities }, 200)
  })
}
