import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredRowsOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type IntegrationRow,
  integrationColumns,
  integrationSchema,
  integrationView,
} from '../../model/integration.ts'
import { requireInWorkspace } from '../../model/permissions.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/vcs-integrations',
  tags: ['Workspaces'],
  summary: 'List the sign-in integrations of a workspace',
  description: 'With their settings, and without their secrets.',
  operationId: 'listIntegrations',
  security: bearer,
  request: { params: idParam('wk') },
  responses: {
    200: jsonAnswer('The integrations.', z.object({ items: z.array(integrationSchema) })),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /workspaces/{id}/vcs-integrations */
export function listIntegrations(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const id = decodeId('wk', c.req.valid('param').id)
    await requireInWorkspace(c, id, 'WorkspaceSettingsRead')
    const query = asCaller(c).from('workspace_integrations').select(integrationColumns)
    const rows = declaredRowsOf<IntegrationRow[]>(await query.eq('workspace_id', id).order('id'))
    return c.json({ items: rows.map(integrationView) }, 200)
  })
}
