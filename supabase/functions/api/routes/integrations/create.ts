import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowIntegrationChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  acsUrl,
  configSchema,
  type IntegrationRow,
  integrationKind,
  integrationSchema,
  integrationView,
  refuseBadCertificate,
  sealSecrets,
  secretsSchema,
  typedSecrets,
} from '../../model/integration.ts'

const bodySchema = z
  .object({
    name: z.string().trim().min(1, 'Required').max(100).meta({ example: 'GitHub' }),
    kind: integrationKind.exclude(['builtin']),
    enabled: z.boolean().default(true),
    allow_user_login: z.boolean().default(true),
    allow_user_register: z.boolean().default(true),
    config_type: z.enum(['default', 'custom']).default('custom'),
    config: configSchema.default({}),
    secrets: secretsSchema.optional(),
    callback_key: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'Must be 32 hex characters.')
      .optional()
      .meta({
        description:
          'Random, and the end of the redirect address of a custom configuration, so that it can be registered with the provider beforehand.',
      }),
    unset_all_saml_idps: z.boolean().default(false),
  })
  .meta({ id: 'NewIntegration' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/vcs-integrations',
  tags: ['Workspaces'],
  summary: 'Add a sign-in integration',
  description:
    'The addresses that a provider sends its answers to are derived from the application’s own, whatever the configuration names.',
  operationId: 'createIntegration',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    201: jsonAnswer('The integration.', integrationSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** POST /workspaces/{id}/vcs-integrations */
export function createIntegration(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const { secrets, config: typed, ...body } = c.req.valid('json')
    await allowIntegrationChange(c)
    const { callbackUrl: _derived, redirectUrl: _own, ...config } = typed
    refuseBadCertificate(config)
    const made = await rpc(c, 'create_integration', {
      p_workspace_id: workspaceId,
      p_name: body.name,
      p_kind: body.kind,
      p_config: body.kind === 'saml' ? { ...config, callbackUrl: acsUrl(1) } : config,
      p_config_type: body.config_type,
      p_enabled: body.enabled,
      p_allow_user_login: body.allow_user_login,
      p_allow_user_register: body.allow_user_register,
      p_secrets: await sealSecrets(workspaceId, typedSecrets(secrets)),
      p_unset_all_saml_idps: body.unset_all_saml_idps,
      ...(body.callback_key ? { p_callback_key: body.callback_key } : {}),
    })
    return c.json(integrationView(await withOwnCallback(c, made)), 201)
  })
}

/** Its own number is part of the address, and is known only now. */
async function withOwnCallback(c: AppContext, row: IntegrationRow): Promise<IntegrationRow> {
  if (row.kind !== 'saml') return row
  return rpc(c, 'update_integration', {
    p_integration_id: row.id,
    p_config: { callbackUrl: acsUrl(row.id) },
  })
}
