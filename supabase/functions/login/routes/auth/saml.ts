import { createRoute, z } from '@hono/zod-openapi'
import { randomToken, sha256Hex } from '../../../_shared/auth/browser.ts'
import { logSignInRefused, peekLoginState, putSsoCode } from '../../../_shared/db/service-integrations.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { sharedCallbackUrl } from '../../../_shared/git/settings.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { idSchema, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { originOf } from '../../../_shared/http/workspace-host.ts'
import { SamlRefusal } from '../../../_shared/saml/index.ts'
import { requireSite, signInIntegration, unknownIntegration } from '../../providers/proofs.ts'
import { samlOf } from '../../providers/settings.ts'
import { stateHashOf } from '../../providers/state.ts'
import { signInTag } from '../describe.ts'

const params = z.object({ integrationId: idSchema('wkintg') })
const metadataQuery = z.object({
  key: z.string().max(64).default('').meta({
    description: 'The key of the integration (`callback_key`): ids can be counted, and tell nothing alone.',
  }),
})
const mostBytes = 512 * 1024

const metadataRoute = createRoute({
  method: 'get',
  path: '/auth/saml/{integrationId}/metadata',
  tags: signInTag,
  summary: 'Metadata for an identity provider',
  description:
    'What an identity provider imports to know this workspace: entity id, addresses and certificates.',
  operationId: 'samlMetadata',
  request: { params, query: metadataQuery },
  responses: {
    200: {
      description: 'SAML metadata.',
      content: { 'application/samlmetadata+xml': { schema: z.string() } },
    },
    ...problems(400, 404, 429),
  },
})

const acsRoute = createRoute({
  method: 'post',
  path: '/auth/saml/{integrationId}/acs',
  tags: signInTag,
  summary: 'Take the answer of an identity provider',
  description:
    'The browser is led on to the app with a code of one minute, or with the reason of the refusal.',
  operationId: 'samlAssertionConsumer',
  request: { params },
  responses: { 303: { description: 'To the app.' }, ...problems(400, 404, 413, 429) },
})

/** GET /auth/saml/{integrationId}/metadata */
export function samlMetadata(app: Router): void {
  app.openapi(metadataRoute, async (c) => {
    await limit(c, 'saml-metadata', 120, 900)
    const integration = await samlIntegration(c, c.req.valid('param').integrationId)
    if (integration.callback_key !== c.req.valid('query').key) throw unknownIntegration()
    return c.body(samlOf(integration, originOf(c)).metadata(), 200, {
      'Content-Type': 'application/samlmetadata+xml',
    })
  })
}

/** POST /auth/saml/{integrationId}/acs */
export function samlAcs(app: Router): void {
  app.openapi(acsRoute, async (c) => {
    await limit(c, 'saml', 300, 900)
    const integration = await samlIntegration(c, c.req.valid('param').integrationId)
    const form = await formOf(c)
    const state = form.get('RelayState') ?? ''
    // It becomes part of an address; ours are far shorter.
    if (state.length > 400) throw fieldRefusal('RelayState', 'Must be no more than 400 characters.')
    const target = new URL(sharedCallbackUrl(originOf(c)))
    if (state) target.searchParams.set('state', state)
    else target.searchParams.set('integration', encodeId('wkintg', integration.id))
    try {
      const identity = await samlOf(integration, originOf(c)).validate({
        SAMLResponse: form.get('SAMLResponse') ?? '',
      })
      const stateHash = await knownState(state, integration)
      const code = randomToken()
      await putSsoCode(await sha256Hex(code), integration.id, stateHash, identity)
      target.searchParams.set('code', code)
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error
      await logSignInRefused(integration.id, { cause: 'answer', reason: error.reason }, c.get('client'))
      target.searchParams.set('error', error.message)
    }
    return c.redirect(target.href, 303)
  })
}

async function samlIntegration(c: AppContext, id: string) {
  const integration = await signInIntegration(decodeId('wkintg', id))
  requireSite(c, integration)
  if (integration.kind !== 'saml') throw unknownIntegration()
  return integration
}

async function formOf(c: AppContext): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await wholeBody(c.req.raw, mostBytes)))
}

/** The hash of a state of this integration; null where the identity provider began by itself and may. */
async function knownState(state: string, integration: { id: number; config: Record<string, unknown> }) {
  const hash = await stateHashOf(state)
  const known = hash ? await peekLoginState(hash) : null
  if (known?.integration_id === integration.id) return hash
  if (state === '' && integration.config.allowIdpInitiated === true) return null
  throw new SamlRefusal('unsolicited', 'Missing SSO callback state')
}
