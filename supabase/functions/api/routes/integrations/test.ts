import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { findIntegration } from '../../../_shared/db/service-integrations.ts'
import { directorySettings, testDirectory } from '../../../_shared/directory/ldap.ts'
import { isGitKind } from '../../../_shared/domain/git-hosts.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { customSettings, providerOf } from '../../../_shared/git/index.ts'
import type { TestResult } from '../../../_shared/git/provider.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { allowed, OutgoingError } from '../../../_shared/net/outgoing.ts'
import { requireCertificates, SamlRefusal } from '../../../_shared/saml/index.ts'
import { openAll } from '../../../_shared/secrets/box.ts'
import { configSchema, integrationKind, secretsSchema, typedSecrets } from '../../model/integration.ts'
import { requireInWorkspace } from '../../model/permissions.ts'

const bodySchema = z
  .object({
    kind: integrationKind.exclude(['builtin']),
    config: configSchema,
    secrets: secretsSchema.optional(),
    workspace_integration_id: idSchema('wkintg').optional().meta({
      description: 'The integration whose kept secrets stand in for those not typed, at the same addresses.',
    }),
  })
  .meta({ id: 'IntegrationTest' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/vcs-integrations/test',
  tags: ['Workspaces'],
  summary: 'Try the settings of an integration',
  description: 'Asks the provider with these settings, and keeps nothing of them.',
  operationId: 'testIntegration',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('How it went.', z.object({ success: z.boolean(), message: z.string() })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/vcs-integrations/test */
export function testIntegration(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    await requireInWorkspace(c, workspaceId, 'WorkspaceIntegrationCreateUpdateDelete')
    await limit(c, 'integration-test', 30, 900)
    const { kind, config, secrets, workspace_integration_id: id } = c.req.valid('json')
    const kept = id === undefined ? {} : await keptSecrets(decodeId('wkintg', id), workspaceId, config)
    const result = await tried(kind, config, { ...kept, ...typedSecrets(secrets) })
    return c.json(result, 200)
  })
}

/** The secrets of an integration of this very workspace, for the servers they were typed for. */
async function keptSecrets(
  id: number,
  workspaceId: number,
  config: Record<string, unknown>,
): Promise<Record<string, string>> {
  const integration = await findIntegration(id)
  if (integration?.workspace_id !== workspaceId) return {}
  const moves = ['url', 'hostUrl', 'apiUrl'].some(
    (name) => (integration.config[name] ?? '') !== (config[name] ?? ''),
  )
  if (moves) return {}
  return openAll(integration.secrets, `workspace:${workspaceId}`)
}

async function tried(
  kind: string,
  config: Record<string, unknown>,
  secrets: Record<string, string>,
): Promise<TestResult> {
  if (isGitKind(kind)) {
    // A trial signs nobody in: the address to come back to plays no part.
    return providerOf(kind).test(customSettings(kind, config, secrets, ''))
  }
  if (kind === 'ldap') {
    return testDirectory(directorySettings(config, secrets))
  }
  return samlLooks(config)
}

/** An identity provider's page answers people only: its address and certificate are looked at. */
function samlLooks({ entryPoint, cert }: Record<string, unknown>): TestResult {
  try {
    allowed(String(entryPoint ?? ''))
    requireCertificates(String(cert ?? ''))
    return { success: true, message: 'Everything looks good!' }
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof SamlRefusal)
      return { success: false, message: error.message }
    throw error
  }
}
