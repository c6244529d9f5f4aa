import { createRoute, z } from '@hono/zod-openapi'
import { openAgentToken } from '../../../_shared/auth/agent-tokens.ts'
import { endAgentSession } from '../../../_shared/db/service-agents.ts'
import { problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { signInTag } from '../describe.ts'

const form = z.object({
  token: z.string().max(8000).meta({ example: 'wmo_…' }),
  client_id: z.string().max(500).default(''),
})

const route = createRoute({
  method: 'post',
  path: '/auth/oauth/revoke',
  tags: signInTag,
  summary: 'Give a token back',
  description:
    'RFC 7009: either token of an agent ends its session. A token that is none is no error, as the standard has it.',
  operationId: 'revokeAgentToken',
  request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } } },
  responses: { 200: { description: 'It is good for nothing any more.' }, ...problems(400, 429) },
})

/** POST /auth/oauth/revoke */
export function revokeAgentToken(app: Router): void {
  app.openapi(route, async (c) => {
    await limit(c, 'oauth-revoke', 300, 900)
    const { token, client_id } = c.req.valid('form')
    const kept = (await openAgentToken('refresh', token)) ?? (await openAgentToken('access', token))
    if (kept && kept.clientId === client_id) await endAgentSession(kept.authId, kept.sessionId)
    return c.body(null, 200)
  })
}
