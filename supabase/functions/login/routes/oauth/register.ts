import { createRoute, z } from '@hono/zod-openapi'
import { registerAgent } from '../../../_shared/db/service-agents.ts'
import { jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { signInTag } from '../describe.ts'
import { oauthRefusal } from './refusal.ts'

const redirects = z
  .array(z.string().max(500))
  .min(1)
  .max(10)
  .meta({
    description:
      'Where codes may go: an `https` address, a program on the person’s own machine (`http://127.0.0.1`, any port), or an editor that is known.',
    example: ['http://127.0.0.1:33418/callback'],
  })

const route = createRoute({
  method: 'post',
  path: '/auth/oauth/register',
  tags: signInTag,
  summary: 'Register an agent',
  description:
    'Dynamic client registration (RFC 7591) of a public client. What is said of it is shown to people, and proves nothing. One that nobody allows is forgotten after a day.',
  operationId: 'registerAgent',
  request: {
    body: jsonBody(
      z.object({
        redirect_uris: redirects,
        client_name: z.string().max(200).optional().meta({ example: 'Claude Code' }),
      }),
    ),
  },
  responses: {
    201: jsonAnswer(
      'It is registered.',
      z.object({
        client_id: z.string().meta({ example: 'q3Zk…' }),
        client_id_issued_at: z.int().meta({ description: 'Seconds since 1970.', example: 1_767_225_600 }),
        client_name: z.string().meta({ example: 'Claude Code' }),
        redirect_uris: redirects,
        grant_types: z.array(z.string()).meta({ example: ['authorization_code', 'refresh_token'] }),
        response_types: z.array(z.string()).meta({ example: ['code'] }),
        token_endpoint_auth_method: z.string().meta({ example: 'none' }),
        scope: z.string().meta({ example: 'read' }),
      }),
    ),
    ...problems(400, 429),
  },
})

/** POST /auth/oauth/register */
export function registerAgentRoute(app: Router): void {
  app.openapi(route, async (c) => {
    const { redirect_uris, client_name = '' } = c.req.valid('json')
    const registered = await registerAgent(client_name, redirect_uris, c.get('client'))
    if (registered.retry_after > 0) throw tooManyRequests(registered.retry_after)
    const { client_id, name, created_at } = registered
    if (client_id === null) {
      const sentence =
        'A code may only be sent to an https address, to a program on the person’s own machine, or to an editor that is known.'
      throw oauthRefusal('invalid_redirect_uri', sentence)
    }
    return c.json(
      {
        client_id,
        client_id_issued_at: created_at,
        client_name: name,
        redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'read',
      },
      201,
    )
  })
}
