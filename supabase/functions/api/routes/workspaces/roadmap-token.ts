import { createRoute, z } from '@hono/zod-openapi'
import { SignJWT } from 'jose'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { config } from '../../../_shared/config.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { displayName } from '../../../_shared/domain/display-name.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { setting } from '../../../_shared/env.ts'
import { bearer, idParam, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { accountView } from '../../model/account.ts'
import { requireMember } from '../../model/permissions.ts'

const seconds = 300
/** What HS256 needs (RFC 7518 §3.2). */
const leastBytes = 32

const answerSchema = z
  .object({
    token: z.string().meta({ description: 'A JWT (HS256) for the page that is embedded.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'RoadmapToken' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/roadmap-token',
  tags: ['Account'],
  summary: 'Get a token for the roadmap',
  description:
    'Tells the page that the installation embeds as its roadmap who reads it: `sub` (the user), `name`, `email`, ' +
    '`workspace_id` and `workspace_name`, for that page (`aud`), and for five minutes. In a session for one workspace `sub` is ' +
    'the workspace and the user (`wk_…/usr_…`), without an address. 404 where there is no roadmap.',
  operationId: 'createRoadmapToken',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The token.', answerSchema), ...problems(400, 401, 404, 429) },
})

/** POST /workspaces/{id}/roadmap-token */
export function createRoadmapToken(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const { id } = c.req.valid('param')
    await requireMember(c, decodeId('wk', id))
    const roadmap = configured()
    await limit(c, 'roadmap-token', 60, 600)
    const row = await rpc(c, 'me', {})
    const account = accountView(row)
    // A session for one workspace may go by the word of its provider alone: who somebody is there, and not elsewhere.
    const isOfWorkspace = typeof row?.only_workspace_id === 'number'
    const primary = account.emails.find(({ is_primary, confirmed_at }) => is_primary && confirmed_at)
    const email = isOfWorkspace ? undefined : primary?.email
    const workspace = account.memberships.find(({ workspace_id }) => workspace_id === id)
    const expires = Math.floor(Date.now() / 1000) + seconds
    const token = await new SignJWT({
      name: displayName(account),
      ...(email === undefined ? {} : { email }),
      workspace_id: id,
      workspace_name: workspace?.name ?? '',
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(config().baseUrl.origin)
      .setAudience(roadmap.audience)
      .setSubject(isOfWorkspace ? `${id}/${account.id}` : account.id)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(roadmap.secret)
    return c.json({ token, expires_at: new Date(expires * 1000).toISOString() }, 200)
  })
}

function configured(): { audience: string; secret: Uint8Array } {
  const url = setting('WAYMARK_ROADMAP_URL')
  const secret = new TextEncoder().encode(setting('WAYMARK_ROADMAP_SECRET'))
  if (!url || secret.length < leastBytes || !URL.canParse(url))
    throw refusal('NOT_FOUND', 'This installation has no roadmap.')
  return { audience: new URL(url).origin, secret }
}
