import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { repositoryOf, repositorySchema, repositoryView } from '../../model/repository.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/repository',
  tags: ['Git'],
  summary: 'Get the repository of a project',
  description: 'Where the content of a Git project lives, for who may see the log of the project.',
  operationId: 'getRepository',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The repository.', repositorySchema), ...problems(400, 401, 403, 404) },
})

/** GET /projects/{id}/repository */
export function getRepository(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    const permission = { p_project_id: projectId, p_permission: 'project_automation_logs_read' }
    await rpc(c, 'check_project_permission', permission)
    const row = await repositoryOf(c, projectId)
    if (!row) throw refusalFor('project_without_repository')
    return c.json(repositoryView(row), 200)
  })
}
