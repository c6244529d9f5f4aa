import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/groups/{id}/invites/{invitation_id}',
  tags: ['Groups'],
  summary: 'Take a group off an invitation',
  description: 'The invitation to the workspace stays.',
  operationId: 'deleteGroupInvite',
  security: bearer,
  request: { params: z.object({ id: idSchema('grp'), invitation_id: idSchema('wkinv') }) },
  responses: {
    204: { description: 'The group does not come with it any more.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** DELETE /groups/{id}/invites/{invitation_id} */
export function deleteGroupInvite(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, invitation_id } = c.req.valid('param')
    const p_group_id = decodeId('grp', id)
    const p_invitation_id = decodeId('wkinv', invitation_id)
    await allowChange(c)
    await rpc(c, 'unlink_invitation', { p_invitation_id, p_group_id })
    return c.body(null, 204)
  })
}
