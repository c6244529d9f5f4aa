import { createRoute, z } from '@hono/zod-openapi'
import { writeRefreshToken } from '../../../_shared/auth/cookie.ts'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { endSession, passwordSession } from '../../../_shared/auth/sessions.ts'
import { loginLookup, loginResult, workspaceAccess } from '../../../_shared/db/service.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { password } from '../../../_shared/domain/validation.ts'
import { idSchema, jsonAnswer, jsonBody, problems, timestamp } from '../../../_shared/http/describe.ts'
import { fieldRefusal, refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { AppContext, Router } from '../../../_shared/http/router.ts'
import { atLeast } from '../../timing.ts'
import { lockRefusal } from '../../workspace-access.ts'
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

const answerSchema = z
  .object({
    token: z
      .string()
      .nullable()
      .meta({ description: 'Access token; null when the workspace was not entered.' }),
    expires_at: timestamp.nullable(),
    join_request_status: z.enum(['created', 'denied', 'disabled']).nullable().meta({
      description: 'Set when the person is not a member of the workspace: what became of their wish to join.',
    }),
    confirmation_required: z
      .boolean()
      .meta({ description: 'Whether the e-mail address has to be confirmed first.' }),
  })
  .meta({ id: 'LoginResult' })

type LoginResult = z.infer<typeof answerSchema>

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
    200: { ...jsonAnswer('Signed in.', answerSchema), headers: setsCookie },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /auth/login */
export function login(app: Router): void {
  app.openapi(route, async (c) => {
    const body = c.req.valid('json')
    const workspaceId = body.workspace_id === undefined ? undefined : decodeId('wk', body.workspace_id)
    if (body.workspace_integration_id !== undefined) {
      throw fieldRefusal('workspace_integration_id', 'This way to sign in is not available.')
    }
    const session = await proven(c, body.username_or_email, body.password)
    if (session === 'unconfirmed') return c.json(withoutToken({ confirmation_required: true }), 200)
    if (workspaceId !== undefined && !(await mayEnter(c, session, workspaceId))) {
      return c.json(withoutToken({ join_request_status: 'disabled' }), 200)
    }
    writeRefreshToken(c, session.refreshToken)
    return c.json({ ...withoutToken({}), token: session.accessToken, expires_at: session.expiresAt }, 200)
  })
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

async function mayEnter(c: AppContext, session: Session, workspaceId: number): Promise<boolean> {
  const access = await workspaceAccess(session.authId, workspaceId)
  if (access?.role && !access.locked) return true
  await endSession(session.accessToken, c.get('client'))
  if (!access) throw refusal('NOT_FOUND', 'Workspace not found.')
  if (access.role) throw lockRefusal(access)
  return false
}

function withoutToken(known: Partial<LoginResult>): LoginResult {
  return { token: null, expires_at: null, join_request_status: null, confirmation_required: false, ...known }
}
