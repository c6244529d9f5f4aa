import { createRoute, z } from '@hono/zod-openapi'
import { type AgentToken, openAgentToken, sealAgentToken } from '../../../_shared/auth/agent-tokens.ts'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { sessionIdOf } from '../../../_shared/auth/session-id.ts'
import { endSession, provenSession, refreshSession } from '../../../_shared/auth/sessions.ts'
import { whyEnded } from '../../../_shared/db/service.ts'
import { knownAgent, noteAgentSignIn, takeAgentCode } from '../../../_shared/db/service-agents.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { mcpAddresses } from '../../../_shared/http/mcp-address.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { workspaceOrigin } from '../../../_shared/http/workspace-host.ts'
import { signInTag } from '../describe.ts'
import { oauthRefusal } from './refusal.ts'

const form = z.object({
  grant_type: z.string().max(100).meta({ example: 'authorization_code' }),
  client_id: z.string().max(500).default(''),
  code: z.string().max(200).default(''),
  redirect_uri: z.string().max(500).default(''),
  code_verifier: z.string().max(200).default(''),
  refresh_token: z.string().max(8000).default(''),
  resource: z.string().max(500).optional().meta({ example: 'https://acme.waymark.example/api/v1/mcp' }),
})
type Asked = z.infer<typeof form>

const route = createRoute({
  method: 'post',
  path: '/auth/oauth/token',
  tags: signInTag,
  summary: 'Give an agent its token',
  description:
    'The token endpoint of OAuth 2.1 for public clients: `authorization_code` with PKCE (S256), and `refresh_token`, which is good once. The token is good for `POST /mcp` of one workspace, reads what the person may read there, and is renewed for thirty days. Refusals have the `error` of RFC 6749.',
  operationId: 'giveAgentToken',
  request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } } },
  responses: {
    200: jsonAnswer(
      'The token.',
      z.object({
        access_token: z.string().meta({ example: 'wmo_…' }),
        token_type: z.literal('Bearer'),
        expires_in: z.int().meta({ description: 'Seconds.', example: 3600 }),
        refresh_token: z.string().meta({ example: 'wmo_…' }),
        scope: z.literal('read'),
      }),
    ),
    ...problems(400, 429),
  },
})

/** POST /auth/oauth/token */
export function giveAgentToken(app: Router): void {
  app.openapi(route, async (c) => {
    await limit(c, 'oauth-token', 3000, 900)
    const domain = c.get('domain')
    // Whoever has the domain next would be sent what sessions are renewed with.
    if (domain) throw oauthRefusal('invalid_request', `Ask at ${workspaceOrigin(domain.slug)}.`)
    const asked = c.req.valid('form')
    switch (asked.grant_type) {
      case 'authorization_code':
        return c.json(await forCode(c, asked), 200)
      case 'refresh_token':
        return c.json(await renewed(c, asked), 200)
      default:
        throw oauthRefusal('unsupported_grant_type', 'Ask with authorization_code or refresh_token.')
    }
  })
}

// Clients that are told so register themselves anew.
async function requireKnown({ client_id }: Asked): Promise<void> {
  if (client_id && !(await knownAgent(client_id)).is_known)
    throw oauthRefusal('invalid_client', 'This agent is not known here. It has to be connected anew.')
}

async function forCode(c: AppContext, asked: Asked) {
  await requireKnown(asked)
  const { code, client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier } = asked
  const taken = await takeAgentCode({ code, clientId, redirectUri, verifier })
  if (!taken) throw oauthRefusal('invalid_grant', 'The code has expired, was used before, or is not yours.')
  const addresses = mcpAddresses(taken.slug, taken.domain)
  const resource = taken.resource ?? asked.resource ?? addresses[0] ?? ''
  if (!addresses.includes(resource) || (asked.resource ?? resource) !== resource)
    throw oauthRefusal('invalid_target', 'The workspace that let you in is not at this address.')
  const client = c.get('client')
  const session = await provenSession(taken.auth_email, client)
  const sessionId = await noted(code, session, client)
  return answer(session, { authId: session.authId, sessionId, clientId, resource })
}

// One that is not noted would be good for everything: it ends.
async function noted(code: string, session: Session, client: string | null): Promise<string> {
  try {
    const sessionId = sessionIdOf(session.accessToken)
    if (!sessionId) throw new Error('The new session has no id.')
    await noteAgentSignIn(code, session.authId, sessionId, client)
    return sessionId
  } catch (error) {
    await endSession(session.accessToken, client)
    throw error
  }
}

async function renewed(c: AppContext, asked: Asked) {
  await requireKnown(asked)
  const kept = await openAgentToken('refresh', asked.refresh_token)
  if (!kept || kept.clientId !== asked.client_id || (asked.resource ?? kept.resource) !== kept.resource)
    throw oauthRefusal('invalid_grant', 'The token is not one of yours.')
  const outcome = await refreshSession(kept.token, c.get('client'))
  if ('session' in outcome) return answer(outcome.session, kept)
  const { detail } = await whyEnded(kept.token)
  throw oauthRefusal('invalid_grant', detail)
}

async function answer(
  session: Session,
  { token: _old, ...whose }: Omit<AgentToken, 'token'> & { token?: string },
) {
  const [access_token, refresh_token] = await Promise.all([
    sealAgentToken('access', { ...whose, token: session.accessToken }),
    sealAgentToken('refresh', { ...whose, token: session.refreshToken }),
  ])
  const seconds = Math.floor((Date.parse(session.expiresAt) - Date.now()) / 1000)
  return {
    access_token,
    token_type: 'Bearer' as const,
    expires_in: Math.max(0, seconds),
    refresh_token,
    scope: 'read' as const,
  }
}
