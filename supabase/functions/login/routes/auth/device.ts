import { createRoute, z } from '@hono/zod-openapi'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { sessionIdOf } from '../../../_shared/auth/session-id.ts'
import { endSession, provenSession } from '../../../_shared/auth/sessions.ts'
import {
  noteDeviceSignIn,
  type PendingOutcome,
  pollDeviceRequest,
  startDeviceRequest,
} from '../../../_shared/db/service-devices.ts'
import { encodeId } from '../../../_shared/domain/ids.ts'
import type { ServedDomain } from '../../../_shared/domain/served-domain.ts'
import { jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { workspaceOrigin, workspaceSlugOf } from '../../../_shared/http/workspace-host.ts'
import { signInTag, tokenSchema } from '../describe.ts'

const start = createRoute({
  method: 'post',
  path: '/auth/device',
  tags: signInTag,
  summary: 'Ask to be signed in without a browser',
  description:
    'The device authorization request of RFC 8628, as JSON: a person allows it at `verification_uri` in their own browser. The workspace is that of the host, or named.',
  operationId: 'startDeviceRequest',
  request: {
    body: jsonBody(
      z.object({
        machine: z
          .string()
          .max(100)
          .meta({ description: 'What the person knows the machine by.', example: 'ada-laptop' }),
        workspace: z.string().max(100).optional().meta({
          description: 'The slug of the workspace, where the host does not say it.',
          example: 'acme',
        }),
      }),
    ),
  },
  responses: {
    200: jsonAnswer(
      'What to show, and what to ask with.',
      z.object({
        device_code: z
          .string()
          .meta({ description: 'A secret of the program.', example: 'GmRhmhcxhwAzkoEq…' }),
        user_code: z.string().meta({ example: 'WDJB-MJHT' }),
        verification_uri: z.string().meta({ example: 'https://acme.waymark.example/device' }),
        verification_uri_complete: z
          .string()
          .meta({ example: 'https://acme.waymark.example/device?code=WDJB-MJHT' }),
        expires_in: z.int().meta({ description: 'Seconds.', example: 600 }),
        interval: z.int().meta({ description: 'The seconds to wait between two questions.', example: 2 }),
      }),
    ),
    ...problems(400, 404, 429),
  },
})

const poll = createRoute({
  method: 'post',
  path: '/auth/device/token',
  tags: signInTag,
  summary: 'Ask whether the person has allowed it',
  description:
    'Until then 400 `VALIDATION_ERROR` with the `error` of RFC 8628: `authorization_pending`, `slow_down` (wait five seconds longer from now on), `access_denied` or `expired_token`. The token is renewed by `POST /auth/access-token/{workspaceId}` with the refresh token as its cookie; the session lasts thirty days.',
  operationId: 'pollDeviceRequest',
  request: {
    body: jsonBody(z.object({ device_code: z.string().max(200).meta({ example: 'GmRhmhcxhwAzkoEq…' }) })),
  },
  responses: {
    200: jsonAnswer(
      'It is allowed. This is said once.',
      tokenSchema.extend({
        refresh_token: z
          .string()
          .meta({ description: 'Good once; each renewal gives the next one.', example: 'v1.MRrx…' }),
        workspace_id: z.string().meta({ example: encodeId('wk', 7) }),
      }),
    ),
    ...problems(400, 401, 429),
  },
})

/** POST /auth/device */
export function startDevice(app: Router): void {
  app.openapi(start, async (c) => {
    const { machine, workspace } = c.req.valid('json')
    const slug = workspace ?? workspaceSlugOf(c)
    if (!slug) throw fieldRefusal('workspace', 'Name a workspace, or ask at its own address.')
    const started = await startDeviceRequest(slug, machine, c.get('client'))
    if (started.retry_after > 0) throw tooManyRequests(started.retry_after)
    const { device_code, user_code, expires_in, interval } = started
    const verification_uri = `${workspaceOrigin(slug.toLowerCase())}/device`
    const verification_uri_complete = `${verification_uri}?code=${user_code}`
    const answer = {
      device_code,
      user_code,
      verification_uri,
      verification_uri_complete,
      expires_in,
      interval,
    }
    return c.json(answer, 200)
  })
}

/** POST /auth/device/token */
export function pollDevice(app: Router): void {
  app.openapi(poll, async (c) => {
    await limit(c, 'device-token', 3000, 900)
    const { device_code } = c.req.valid('json')
    const polled = await pollDeviceRequest(device_code)
    if (polled.outcome !== 'allowed') {
      throw refusal('VALIDATION_ERROR', sentences[polled.outcome], { extra: { error: polled.outcome } })
    }
    const client = c.get('client')
    const session = await provenSession(polled.auth_email, client)
    await noted(device_code, session, client, c.get('domain'))
    const { accessToken, expiresAt, refreshToken } = session
    const workspace_id = encodeId('wk', polled.workspace_id)
    return c.json(
      { token: accessToken, expires_at: expiresAt, refresh_token: refreshToken, workspace_id },
      200,
    )
  })
}

// One that is not noted would be good for everything: it ends.
async function noted(
  deviceCode: string,
  session: Session,
  client: string | null,
  domain: ServedDomain | null,
): Promise<void> {
  try {
    const sessionId = sessionIdOf(session.accessToken)
    if (!sessionId) throw new Error('The new session has no id.')
    await noteDeviceSignIn(deviceCode, session.authId, sessionId, client, domain)
  } catch (error) {
    await endSession(session.accessToken, client)
    throw error
  }
}

const sentences: Record<PendingOutcome, string> = {
  authorization_pending: 'Nobody has answered yet.',
  slow_down: 'Nobody has answered yet. Ask less often.',
  access_denied: 'It was refused.',
  expired_token: 'The code has expired, or was used before.',
}
