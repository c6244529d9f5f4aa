import { createRoute, z } from '@hono/zod-openapi'
import { type SignedIn, signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { sessionIdOf } from '../../../_shared/auth/session-id.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { connectExternal } from '../../../_shared/db/service-integrations.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { sealHostTokens } from '../../../_shared/git/tokens.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  mismatch,
  type Proof,
  proveByCode,
  proveByPassword,
  signInIntegration,
} from '../../providers/proofs.ts'
import { providerAnswer, signInTag } from '../describe.ts'

const bodySchema = z
  .object({
    workspace_integration_id: idSchema('wkintg'),
    code: z.string().max(4000).optional(),
    state: z.string().max(400).optional(),
    ...providerAnswer,
    username_or_email: z.string().max(255).optional(),
    password: z.string().max(1000).optional().meta({ format: 'password' }),
  })
  .meta({
    id: 'ConnectAccount',
    description: 'With code and state of the provider’s page, or with name and password.',
  })

const connectRoute = createRoute({
  method: 'post',
  path: '/auth/connect',
  tags: signInTag,
  summary: 'Connect an account of a provider',
  description:
    'Signed in already, the caller proves an account at a provider, and signs in with it from then on.',
  operationId: 'connectAccount',
  security: bearer,
  middleware: [identify] as const,
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer(
      'The account is connected.',
      z.object({
        external_user: z.object({
          id: z.int(),
          workspace_integration_id: idSchema('wkintg'),
          username: z.string(),
        }),
      }),
    ),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

const disconnectRoute = createRoute({
  method: 'delete',
  path: '/auth/external-users/{externalUserId}',
  tags: signInTag,
  summary: 'Disconnect an account of a provider',
  description: 'Refused for the last way to sign in.',
  operationId: 'disconnectAccount',
  security: bearer,
  middleware: [identify] as const,
  request: { params: z.object({ externalUserId: z.coerce.number().int().positive() }) },
  responses: { 204: { description: 'The account is disconnected.' }, ...problems(400, 401, 403, 404) },
})

/** POST /auth/connect */
export function connect(app: Router): void {
  app.openapi(connectRoute, async (c) => {
    const caller = signedIn(c)
    const body = c.req.valid('json')
    const integrationId = decodeId('wkintg', body.workspace_integration_id)
    // Before anything is asked of the provider; the database asks once more when it connects.
    await rpc(c, 'check_connecting', { p_integration_id: integrationId })
    const { integration, identity, tokens, state } = await proof(c, integrationId, body)
    if (integration.id !== integrationId || !isCallers(state, caller)) throw mismatch()
    const made = await connectExternal(
      { authId: caller.authId, sessionId: sessionIdOf(caller.token) },
      integration,
      identity,
      await sealHostTokens(integration.id, identity.externalId, tokens),
    )
    const id = encodeId('wkintg', made.workspace_integration_id)
    return c.json({ external_user: { ...made, workspace_integration_id: id } }, 200)
  })
}

/** DELETE /auth/external-users/{externalUserId} */
export function disconnect(app: Router): void {
  app.openapi(disconnectRoute, async (c) => {
    signedIn(c)
    await rpc(c, 'disconnect_external', { p_id: c.req.valid('param').externalUserId })
    return c.body(null, 204)
  })
}

async function proof(c: AppContext, integrationId: number, body: z.infer<typeof bodySchema>): Promise<Proof> {
  const { code, state, username_or_email: username, password } = body
  if (code && state) return proveByCode(c, { ...body, code, state }, 'connect')
  if (!username || !password) throw mismatch()
  return proveByPassword(c, await signInIntegration(integrationId), { username, password })
}

/** A state was made for who began to connect: nobody else may end it. */
function isCallers(state: Proof['state'], { authId }: SignedIn): boolean {
  return state === null || state.auth_id === authId
}
