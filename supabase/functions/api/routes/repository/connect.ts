import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { repositoryOf, repositorySchema, repositoryView } from '../../model/repository.ts'

const bodySchema = z
  .object({
    workspace_integration_id: idSchema('wkintg'),
    external_id: z.string().min(1).max(500).meta({
      description: 'Of a repository that its host showed to the caller within a day (listHostRepositories).',
    }),
  })
  .meta({ id: 'RepositoryConnection' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/repository',
  tags: ['Git'],
  summary: 'Connect a project with its Git host again',
  description:
    'After its integration was removed, or its workspace came from another installation. The default branch is read anew, ' +
    'with the caller’s account at the host; a service account of before is removed.',
  operationId: 'connectRepository',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The repository as it is now.', repositorySchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PUT /projects/{id}/repository */
export function connectRepository(app: Router): void {
  app.openapi(route, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const { workspace_integration_id, external_id } = c.req.valid('json')
    await allowChange(c)
    await rpc(c, 'connect_repository', {
      p_project_id,
      p_workspace_integration_id: decodeId('wkintg', workspace_integration_id),
      p_external_id: external_id,
    })
    const row = await repositoryOf(c, p_project_id)
    if (!row) throw refusalFor('project_without_repository')
    return c.json(repositoryView(row), 200)
  })
}
