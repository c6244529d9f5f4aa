import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { memberParams } from '../../model/person.ts'

const shared = { tags: ['Sharing'], security: bearer }

const leaveRoute = createRoute({
  ...shared,
  method: 'delete',
  path: '/projects/{id}/members/me',
  summary: 'Leave a project',
  description: 'Gives up what the caller was given by name; not for the owner.',
  operationId: 'leaveProject',
  request: { params: idParam('prj') },
  responses: { 204: { description: 'The caller left.' }, ...problems(400, 401, 403, 404, 429) },
})

const removeRoute = createRoute({
  ...shared,
  method: 'delete',
  path: '/projects/{id}/members/{user_id}',
  summary: 'Take back what somebody was given in a project',
  description: 'Not from the owner: the ownership has to pass on first (`USER_IS_OWNER`).',
  operationId: 'deleteProjectMember',
  request: { params: memberParams('prj') },
  responses: { 204: { description: 'It is taken back.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /projects/{id}/members/me; goes before the one by identifier. */
export function leaveProject(app: Router): void {
  app.openapi(leaveRoute, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'leave_project', { p_project_id })
    return c.body(null, 204)
  })
}

/** DELETE /projects/{id}/members/{user_id} */
export function deleteProjectMember(app: Router): void {
  app.openapi(removeRoute, async (c) => {
    const { id, user_id } = c.req.valid('param')
    const p_project_id = decodeId('prj', id)
    const p_user_id = decodeId('usr', user_id)
    await allowChange(c)
    await rpc(c, 'remove_project_member', { p_project_id, p_user_id })
    return c.body(null, 204)
  })
}
