import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { memberParams } from '../../model/person.ts'

const shared = { tags: ['Groups'], security: bearer }

const leave = createRoute({
  ...shared,
  method: 'delete',
  path: '/groups/{id}/members/me',
  summary: 'Leave a group',
  description: 'The last admin of a group cannot leave.',
  operationId: 'leaveGroup',
  request: { params: idParam('grp') },
  responses: {
    204: { description: 'The caller is not an admin any more.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

const remove = createRoute({
  ...shared,
  method: 'delete',
  path: '/groups/{id}/members/{user_id}',
  summary: 'Remove an admin from a group',
  description: 'The last admin of a group cannot be removed.',
  operationId: 'deleteGroupMember',
  request: { params: memberParams('grp') },
  responses: { 204: { description: 'Not an admin any more.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /groups/{id}/members/me; goes before the one by identifier. */
export function leaveGroup(app: Router): void {
  app.openapi(leave, async (c) => {
    const p_group_id = decodeId('grp', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'leave_group', { p_group_id })
    return c.body(null, 204)
  })
}

/** DELETE /groups/{id}/members/{user_id} */
export function deleteGroupMember(app: Router): void {
  app.openapi(remove, async (c) => {
    const { id, user_id } = c.req.valid('param')
    const p_group_id = decodeId('grp', id)
    const p_user_id = decodeId('usr', user_id)
    await allowChange(c)
    await rpc(c, 'remove_group_admin', { p_group_id, p_user_id })
    return c.body(null, 204)
  })
}
