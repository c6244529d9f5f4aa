import { createRoute, z } from '@hono/zod-openapi'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { endSession, passwordSession } from '../../../_shared/auth/sessions.ts'
import { loginLookup, loginResult } from '../../../_shared/db/service.ts'
import { enterWorkspace } from '../../../_shared/db/service-entering.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { password } from '../../../_shared/domain/validation.ts'
import { idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { AppContext, Router } from '../../../_shared/http/router.ts'
import {
  answerEntry,
  type LoginResult,
  loginResultSchema,
  signedInAnswer,
  withoutToken,
} from '../../entering.ts'
import { atLeast } from '../../timing.ts'
import { setsCookie, signInTag } from '../describe.ts'

const bodySchema = z
  .object({
    username_or_email: z.string().trim().min(1, 'Required').max(255).meta({ example: 'ada@example.com' }),
    password: password.meta({ format: 'password', example: 'correct horse' }),
    workspace_id: idSchema('wk')
      .optional()
      .meta({ description: 'Workspace to enter; checks membership and lock.' }),
    workspace_integration_id: idSchema('wkintg').optional(),
    source: z.string().max(40).optional().meta({ description: 'Where the sign-in happens.', example: 'web' }),
  })
  .meta({ id: 'Login' })

const wrongPassword = 'The email, username or password is incorrect.'

// Refusals take at least this long, so that their time does not tell whether the account exists.
const refusalMs = 400

const route = createRoute({
  method: 'post',
  path: '/auth/login',
  tags: signInTag,
  summary: 'Sign in with a password',
  description:
    'Signs in with a confirmed e-mail address or the username. With `workspace_id` the workspace is entered at once: ' +
    'who is no member gets no token but a `join_request_status`.',
  operationId: 'login',
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: { ...jsonAnswer('Signed in.', loginResultSchema), headers: setsCookie },
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** POST /auth/login */
export function login(app: Router): void {
  app.openapi(route, async (c) => {
    const body = c.req.valid('json')
    const workspaceId = body.workspace_id === undefined ? undefined : decodeId('wk', body.workspace_id)
    const session = await proven(c, body.username_or_email, body.password)
    if (session === 'unconfirmed') return c.json(withoutToken({ confirmation_required: true }), 200)
    if (workspaceId === undefined) return c.json(await signedInAnswer(c, session), 200)
    return c.json(await entered(c, session, workspaceId), 200)
  })
}

/** Enters with a proven session, which ends when the workspace stays closed. */
async function entered(c: AppContext, session: Session, workspaceId: number): Promise<LoginResult> {
  const client = c.get('client')
  const entry = await enterWorkspace(session.authId, workspaceId, 'password', client).catch(
    async (error: unknown) => {
      await endSession(session.accessToken, client)
      throw error
    },
  )
  return answerEntry(c, entry, session)
}

async function proven(c: AppContext, identifier: string, secret: string): Promise<Session | 'unconfirmed'> {
  const startedAt = performance.now()
  const client = c.get('client')
  const account = await loginLookup(identifier, client)
  if (account.retry_after > 0) throw tooManyRequests(account.retry_after)
  // Strangers cost the same call, at an address that cannot exist.
  const email = account.auth_email ?? `${crypto.randomUUID()}@unknown.invalid`
  const session = await passwordSession(email, secret, client)
  await loginResult(identifier, client, session !== null)
  if (session) return session
  await atLeast(refusalMs, startedAt)
  throw refusal('UNAUTHENTICATED', wrongPassword)
}
