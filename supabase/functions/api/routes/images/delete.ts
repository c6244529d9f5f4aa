import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/projects/{id}/images',
  tags: ['Projects'],
  summary: 'Delete the images of a project',
  description:
    'Takes the images off all branches, for who may delete the project. A new analysis brings back what its source ' +
    'still has. Deleting the project deletes them as well.',
  operationId: 'deleteImages',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 204: { description: 'There are none any more.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /projects/{id}/images */
export function deleteImages(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await allowChange(c)
    await rpc(c, 'delete_project_images', { p_project_id: projectId })
    return c.body(null, 204)
  })
}
