import { createRoute, z } from '@hono/zod-openapi'
import { clearRefreshToken, readRefreshToken, writeRefreshToken } from '../../../_shared/auth/cookie.ts'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { sessionIdOf } from '../../../_shared/auth/session-id.ts'
import { refreshSession } from '../../../_shared/auth/sessions.ts'
import { type WorkspaceAccess, whyEnded, workspaceAccess } from '../../../_shared/db/service.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { lockRefusal } from '../../workspace-access.ts'
import { cookieAuth, setsCookie, signInTag, tokenSchema } from '../describe.ts'

const description =
  'Trades the refresh cookie for a new access token and rotates the cookie. ' +
  'Without a cookie: 400 `VALIDATION_ERROR`; with one that has ended or was used before: 401 `INVALID_TOKEN`, ' +
  'with the `reason` where it is known, and `reused: true` for the latter, which ends the session.'

const responses = {
  200: { ...jsonAnswer('A new access token.', tokenSchema), headers: setsCookie },
  ...problems(400, 401, 403, 404, 429),
}

const plain = createRoute({
  method: 'post',
  path: '/auth/access-token',
  tags: signInTag,
  summary: 'Renew the access token',
  description,
  operationId: 'renewAccessToken',
  security: cookieAuth,
  responses,
})

const forWorkspace = createRoute({
  method: 'post',
  path: '/auth/access-token/{workspaceId}',
  tags: signInTag,
  summary: 'Renew the access token for a workspace',
  description: `${description} Membership of the workspace and its lock are checked: 403 \`INSUFFICIENT_PERMISSIONS\` or \`WORKSPACE_IS_LOCKED\`.`,
  operationId: 'renewWorkspaceAccessToken',
  security: cookieAuth,
  request: { params: z.object({ workspaceId: idSchema('wk') }) },
  responses,
})

/** POST /auth/access-token */
export function accessToken(app: Router): void {
  app.openapi(plain, async (c) => c.json(tokenOf(await rotated(c)), 200))
}

/** POST /auth/access-token/{workspaceId} */
export function accessTokenForWorkspace(app: Router): void {
  app.openapi(forWorkspace, async (c) => {
    const workspaceId = decodeId('wk', c.req.valid('param').workspaceId)
    const session = await rotated(c)
    await requireAccess(session, workspaceId)
    return c.json(tokenOf(session), 200)
  })
}

// The rotated cookie goes out even when the workspace is refused: the old one is used up.
async function rotated(c: AppContext): Promise<Session> {
  const refreshToken = readRefreshToken(c)
  if (!refreshToken) throw refusal('VALIDATION_ERROR', 'Refresh token not provided')
  const outcome = await refreshSession(refreshToken, c.get('client'))
  if ('session' in outcome) {
    writeRefreshToken(c, outcome.session.refreshToken)
    return outcome.session
  }
  // After 'used' the browser may hold the newer cookie that another tab just got: leave it alone.
  if (outcome.refused === 'gone') clearRefreshToken(c)
  const { reason, detail } = await whyEnded(refreshToken)
  throw refusal('INVALID_TOKEN', detail, {
    extra: { ...(reason ? { reason } : {}), ...(reason === 'reused' ? { reused: true } : {}) },
  })
}

async function requireAccess({ authId, accessToken }: Session, workspaceId: number): Promise<void> {
  const access = await workspaceAccess(authId, workspaceId, sessionIdOf(accessToken))
  if (!access) throw refusalFor('workspace_not_found')
  if (!access.role) {
    throw refusal('INSUFFICIENT_PERMISSIONS', 'Permission denied. You need be invited to this workspace.')
  }
  if (!access.covered) throw otherWayIn(access)
  if (access.locked) throw lockRefusal(access)
}

/** The session is good elsewhere: here the person signs in once more. */
function otherWayIn({ by_provider }: WorkspaceAccess) {
  return by_provider
    ? refusalFor('password_sign_in_off')
    : refusal('ACTION_PROHIBITED', 'You are signed in to another workspace only. Sign in here, too.')
}

function tokenOf({ accessToken, expiresAt }: Session) {
  return { token: accessToken, expires_at: expiresAt }
}
