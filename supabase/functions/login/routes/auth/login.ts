import { createRoute, z } from '@hono/zod-openapi'
import { browserHash, plannedBrowserHash } from '../../../_shared/auth/browser.ts'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { endSession, passwordSession } from '../../../_shared/auth/sessions.ts'
import { loginLookup, loginResult, signInFailed } from '../../../_shared/db/service.ts'
import { enterWorkspace } from '../../../_shared/db/service-entering.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { password } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusalFor, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  answerEntry,
  type LoginResult,
  loginResultSchema,
  signedInAnswer,
  userAgent,
  withoutToken,
} from '../../entering.ts'
import {
  askAboutUnaskedCode,
  mismatch,
  namedIntegration,
  proveByCode,
  proveByPassword,
  proveByUnaskedCode,
  unknownIntegration,
} from '../../providers/proofs.ts'
import { enterWith } from '../../providers/sign-in.ts'
import { atLeast } from '../../timing.ts'
import { providerAnswer, setsCookie, signInTag } from '../describe.ts'

const common = {
  workspace_id: idSchema('wk')
    .optional()
    .meta({ description: 'Workspace to enter; checks membership and lock.' }),
  workspace_integration_id: idSchema('wkintg').optional(),
  source: z.string().max(40).optional().meta({ description: 'Where the sign-in happens.', example: 'web' }),
}

const bodySchema = z
  .union([
    z.object({
      ...common,
      username_or_email: z.string().trim().min(1, 'Required').max(255).meta({ example: 'ada@example.com' }),
      password: z
        .string()
        .min(1, 'Required')
        .max(1000)
        .meta({ format: 'password', example: 'correct horse' }),
      workspace: z.string().max(60).optional().meta({
        description:
          'The name (slug) of the workspace that the integration belongs to. Ids can be counted: without the name no provider is asked.',
      }),
    }),
    z.object({
      ...common,
      code: z.string().min(1).max(4000).meta({ description: 'What the provider’s page sent back.' }),
      state: z.string().max(400).optional(),
      ...providerAnswer,
      confirmed: z.boolean().default(false).meta({
        description:
          'For a code without a state: whether the person was asked. The first call tells whom it would sign in.',
      }),
    }),
  ])
  .meta({ id: 'Login', description: 'Name and password, or the code of a provider’s page.' })

// Refusals take at least this long, so that their time does not tell whether the account exists.
const refusalMs = 400

const route = createRoute({
  method: 'post',
  path: '/auth/login',
  tags: signInTag,
  summary: 'Sign in',
  description:
    'Signs in with a confirmed e-mail address or the username, or with an integration of a workspace. With `workspace_id` the workspace is entered at once: ' +
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
    const answer = 'code' in body ? await byCode(c, body) : await byPassword(c, body)
    return c.json(answer, 200)
  })
}

type Body = z.infer<typeof bodySchema>

async function byCode(c: AppContext, body: Extract<Body, { code: string }>): Promise<LoginResult> {
  await limit(c, 'login-code', 120, 900)
  const { code, state, workspace_integration_id: integrationId } = body
  if (state === undefined && integrationId === undefined) throw mismatch()
  if (state === undefined && !body.confirmed)
    return withoutToken({
      continue_as: await askAboutUnaskedCode(c, decodeId('wkintg', integrationId), code),
    })
  const proof =
    state === undefined
      ? await proveByUnaskedCode(c, decodeId('wkintg', integrationId), code)
      : await proveByCode(c, { ...body, state }, 'login')
  const agreed =
    (integrationId === undefined || decodeId('wkintg', integrationId) === proof.integration.id) &&
    (body.workspace_id === undefined || decodeId('wk', body.workspace_id) === proof.integration.workspace_id)
  if (!agreed) throw mismatch()
  return enterWith(c, proof)
}

async function byPassword(c: AppContext, body: Exclude<Body, { code: string }>): Promise<LoginResult> {
  const { username_or_email: username, password: secret, workspace_integration_id: integrationId } = body
  if (integrationId !== undefined) {
    const integration = await namedIntegration(decodeId('wkintg', integrationId), body.workspace)
    if (integration.flow === 'basic')
      return enterWith(c, await proveByPassword(c, integration, { username, password: secret }))
    if (integration.flow !== 'builtin') throw unknownIntegration()
  }
  if (!password.safeParse(secret).success) throw fieldRefusal('password', 'At least 6 characters')
  const workspaceId = body.workspace_id === undefined ? null : decodeId('wk', body.workspace_id)
  const session = await proven(c, username, secret, workspaceId)
  if (session === 'unconfirmed') return withoutToken({ confirmation_required: true })
  if (workspaceId === null) return signedInAnswer(c, session, { method: 'password' })
  return entered(c, session, workspaceId, username)
}

/** Enters with a proven session, which ends when the workspace stays closed. */
async function entered(
  c: AppContext,
  session: Session,
  workspaceId: number,
  identifier: string,
): Promise<LoginResult> {
  const client = c.get('client')
  const browser = await plannedBrowserHash(c)
  const entry = await enterWorkspace(session.authId, workspaceId, browser, client).catch(
    async (error: unknown) => {
      await endSession(session.accessToken, client)
      throw error
    },
  )
  if (entry.outcome === 'locked')
    await signInFailed(workspaceId, 'locked', { identifier, client, userAgent: userAgent(c) })
  return answerEntry(c, entry, { method: 'password' }, session)
}

async function proven(
  c: AppContext,
  identifier: string,
  secret: string,
  workspaceId: number | null,
): Promise<Session | 'unconfirmed'> {
  const startedAt = performance.now()
  const client = c.get('client')
  const account = await loginLookup(identifier, client, await browserHash(c))
  if (account.retry_after > 0) throw tooManyRequests(account.retry_after)
  // Strangers cost the same call, at an address that cannot exist.
  const email = account.auth_email ?? `${crypto.randomUUID()}@unknown.invalid`
  const session = await passwordSession(email, secret, client)
  await loginResult(identifier, client, session !== null, session ? await plannedBrowserHash(c) : null)
  if (session) return session
  if (workspaceId !== null)
    await signInFailed(workspaceId, 'wrong_password', { identifier, client, userAgent: userAgent(c) })
  await atLeast(refusalMs, startedAt)
  throw refusalFor('credentials_wrong')
}
