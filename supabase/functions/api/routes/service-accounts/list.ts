import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rowsOf, rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type ServiceAccountRow,
  serviceAccountColumns,
  serviceAccountSchema,
  serviceAccountView,
} from '../../model/service-account.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/service-accounts',
  tags: ['Git'],
  summary: 'List the service accounts of a project',
  description:
    'With which name the product reads the repository of the project: one at most. Tokens are never shown.',
  operationId: 'listServiceAccounts',
  security: bearer,
  request: { params: idParam('prj') },
  responses: {
    200: jsonAnswer(
      'The service accounts.',
      z.object({ items: z.array(serviceAccountSchema) }).meta({ id: 'ServiceAccountList' }),
    ),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /projects/{id}/service-accounts */
export function listServiceAccounts(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await rpc(c, 'check_project_permission', { p_project_id: projectId, p_permission: 'project_update' })
    const rows = rowsOf<ServiceAccountRow[]>(
      await asCaller(c)
        .from('project_service_accounts')
        .select(serviceAccountColumns)
        .eq('project_id', projectId),
    )
    return c.json({ items: rows.map(serviceAccountView) }, 200)
  })
}
