import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  path: '/projects/{id}/pin',
  tags: ['Projects'],
  security: bearer,
  request: { params: idParam('prj') },
  method: 'delete',
  summary: 'Unpin a project',
  description: 'Takes it from what the caller has pinned; one that is not pinned is left as it is.',
  operationId: 'unpinProject',
  responses: { 204: { description: 'The project is not pinned.' }, ...problems(400, 401) },
})

/** DELETE /projects/{id}/pin */
export function unpinProject(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await rpc(c, 'unpin_project', { p_project_id: id })
    return c.body(null, 204)
  })
}
