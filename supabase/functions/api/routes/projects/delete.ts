import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/projects/{id}',
  tags: ['Projects'],
  summary: 'Delete a project',
  description: 'Deletes the project with all branches and documentation. This cannot be undone.',
  operationId: 'deleteProject',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 204: { description: 'The project is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /projects/{id} */
export function deleteProject(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('prj', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'delete_project', { p_project_id: id })
    return c.body(null, 204)
  })
}
