import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/groups/{id}',
  tags: ['Groups'],
  summary: 'Delete a group',
  description: 'Its projects stay, without a group.',
  operationId: 'deleteGroup',
  security: bearer,
  request: { params: idParam('grp') },
  responses: { 204: { description: 'The group is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /groups/{id} */
export function deleteGroup(app: Router): void {
  app.openapi(route, async (c) => {
    const p_group_id = decodeId('grp', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'delete_group', { p_group_id })
    return c.body(null, 204)
  })
}
