import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredRowsOf, rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowIntegrationChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  configSchema,
  type IntegrationRow,
  integrationColumns,
  integrationSchema,
  integrationView,
  refuseBadCertificate,
  sealSecrets,
  secretsSchema,
  typedSecrets,
} from '../../model/integration.ts'
import { seenField } from '../../model/seen.ts'

const bodySchema = z
  .object({
    name: z.string().trim().min(1, 'Required').max(100),
    enabled: z.boolean(),
    allow_user_login: z.boolean(),
    allow_user_register: z.boolean(),
    config_type: z.enum(['default', 'custom']),
    config: configSchema.meta({ description: 'Merged into the present one; null removes a setting.' }),
    secrets: secretsSchema,
    unset_all_saml_idps: z.boolean(),
    seen: seenField.meta({
      description:
        'What the caller saw in the fields that are sent, those of `config` by their names. Where one has another value by now, nothing is written: 409. Secrets are seen by nobody.',
      example: { clientId: 'Iv1.8a61f9b3a7aba766' },
    }),
  })
  .partial()
  .meta({ id: 'IntegrationUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/vcs-integrations/{id}',
  tags: ['Workspaces'],
  summary: 'Change a sign-in integration',
  description: 'What is sent is changed; secrets that are not typed anew stay.',
  operationId: 'updateIntegration',
  security: bearer,
  request: { params: idParam('wkintg'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The integration as it is now.', integrationSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PATCH /vcs-integrations/{id} */
export function updateIntegration(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const id = decodeId('wkintg', c.req.valid('param').id)
    const body = c.req.valid('json')
    await allowIntegrationChange(c)
    const { workspace_id } = await known(c, id)
    const typed = typedSecrets(body.secrets)
    const { callbackUrl: _derived, redirectUrl: _own, ...config } = body.config ?? {}
    refuseBadCertificate(config)
    const changed = await rpc(c, 'update_integration', {
      p_integration_id: id,
      p_name: body.name ?? null,
      p_enabled: body.enabled ?? null,
      p_allow_user_login: body.allow_user_login ?? null,
      p_allow_user_register: body.allow_user_register ?? null,
      p_config_type: body.config_type ?? null,
      p_config: body.config ? config : null,
      p_secrets: Object.keys(typed).length > 0 ? await sealSecrets(workspace_id, typed) : null,
      p_unset_all_saml_idps: body.unset_all_saml_idps ?? false,
      p_seen: body.seen ?? null,
    })
    return c.json(integrationView(changed), 200)
  })
}

async function known(c: AppContext, id: number): Promise<IntegrationRow> {
  const query = asCaller(c).from('workspace_integrations').select(integrationColumns).eq('id', id)
  const [row] = declaredRowsOf<IntegrationRow[]>(await query)
  if (!row) throw refusalFor('integration_not_found')
  return row
}
