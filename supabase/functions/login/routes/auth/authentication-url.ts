import { createRoute, z } from '@hono/zod-openapi'
import { base64Url, ensureBrowserHash, randomToken } from '../../../_shared/auth/browser.ts'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { type Integration, putLoginState } from '../../../_shared/db/service-integrations.ts'
import { gitCapabilities } from '../../../_shared/domain/git-hosts.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { safeReturnPath } from '../../../_shared/domain/slugs.ts'
import { providerOf } from '../../../_shared/git/index.ts'
import {
  callbackUrlOf,
  gitSettings,
  isHostIntegration,
  isRegisteredOnce,
} from '../../../_shared/git/settings.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { originOf, workspaceOrigin } from '../../../_shared/http/workspace-host.ts'
import { seal } from '../../../_shared/secrets/box.ts'
import {
  namedIntegration,
  requireSite,
  signInIntegration,
  unknownIntegration,
} from '../../providers/proofs.ts'
import { samlOf } from '../../providers/settings.ts'
import { stateHashOf } from '../../providers/state.ts'
import { signInTag } from '../describe.ts'

const bodySchema = z
  .object({
    workspace_integration_id: idSchema('wkintg'),
    scope: z.enum(['read', 'repositories']).default('read').meta({
      description: 'Who somebody is, or their repositories too, which projects are made from.',
    }),
    state: z.string().max(400).meta({
      description:
        'JSON with a `nonce` of 32 or 128 hex characters, or the bare nonce. Used once, within ten minutes.',
    }),
    purpose: z.enum(['login', 'connect']).default('login'),
    popup: z.boolean().default(true),
    workspace: z.string().max(60).optional().meta({
      description:
        'The name (slug) of the workspace that is signed in to. Ids can be counted: without the name there is no answer. Not needed to connect.',
    }),
    return_to: z.string().max(2000).optional().meta({ description: 'Path of the workspace to go on to.' }),
  })
  .meta({ id: 'AuthenticationUrlRequest' })

const route = createRoute({
  method: 'post',
  path: '/auth/authentication-url',
  tags: signInTag,
  summary: 'Begin a sign-in at a provider',
  description:
    'Answers with the provider’s page. The state is bound to this browser, the workspace and the integration.',
  operationId: 'authenticationUrl',
  security: bearerOptional,
  middleware: [identify] as const,
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('Where to go.', z.object({ url: z.url() })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /auth/authentication-url */
export function authenticationUrl(app: Router): void {
  app.openapi(route, async (c) => {
    return c.json({ url: await providerPage(c, c.req.valid('json')) }, 200)
  })
}

/** The page of a provider where a sign-in or a connection goes on, with its state kept for this browser. */
export async function providerPage(c: AppContext, body: z.infer<typeof bodySchema>): Promise<string> {
  await limit(c, 'authentication-url', 120, 900)
  const stateHash = await stateHashOf(body.state)
  if (!stateHash) throw fieldRefusal('state', 'Must hold a nonce of 32 or 128 hex characters.')
  const integrationId = decodeId('wkintg', body.workspace_integration_id)
  const authId = body.purpose === 'connect' ? await connectingCaller(c, integrationId) : null
  const integration =
    body.purpose === 'connect'
      ? await signInIntegration(integrationId)
      : await namedIntegration(integrationId, body.workspace)
  requireSite(c, integration)
  if (c.get('domain') && isRegisteredOnce(integration)) throw elsewhere(integration)
  const { url, verifier } = await pageOf(c, integration, body)
  await putLoginState({
    stateHash,
    purpose: body.purpose,
    integrationId: integration.id,
    browserHash: await ensureBrowserHash(c),
    verifier: verifier && JSON.stringify(await seal(verifier, 'state')),
    returnTo: safeReturnPath(body.return_to),
    popup: body.popup,
    authId,
    redirectUri: callbackUrlOf(integration, originOf(c)),
    revision: integration.revision,
  })
  return url
}

/** Who connects an account, by a session that may: before anybody is sent away for it. */
async function connectingCaller(c: AppContext, integrationId: number): Promise<string> {
  const { authId } = signedIn(c)
  await rpc(c, 'check_connecting', { p_integration_id: integrationId })
  return authId
}

/** A code of the installation's own registration opens every workspace: no page of a custom domain is given one. */
function elsewhere({ workspace }: Integration) {
  return refusalFor('sign_in_at_workspace', { address: new URL(workspaceOrigin(workspace.slug)).host })
}

async function pageOf(
  c: AppContext,
  integration: Integration,
  { state, scope }: Pick<z.infer<typeof bodySchema>, 'state' | 'scope'>,
): Promise<{ url: string; verifier: string | null }> {
  if (integration.kind === 'saml')
    return { url: await samlOf(integration, originOf(c)).authorizeUrl(state), verifier: null }
  if (!isHostIntegration(integration) || integration.flow !== 'oauth') throw unknownIntegration()
  const provider = providerOf(integration.kind)
  const settings = await gitSettings(integration, originOf(c))
  const access = scope === 'repositories' ? scope : 'identity'
  if (!gitCapabilities[integration.kind].pkce)
    return { url: provider.authorizeUrl(settings, { state, access }), verifier: null }
  const verifier = randomToken()
  const challenge = await challengeOf(verifier)
  return { url: provider.authorizeUrl(settings, { state, challenge, access }), verifier }
}

/** S256 of PKCE (RFC 7636 §4.2). */
async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64Url(new Uint8Array(hash))
}
