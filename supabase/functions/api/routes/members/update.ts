import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { memberParams, workspaceRole } from '../../model/person.ts'

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/members/{user_id}',
  tags: ['Members'],
  summary: 'Change the role of a member',
  description: 'Nobody changes their own role, or the role of a member who outranks them.',
  operationId: 'putMember',
  security: bearer,
  request: {
    params: memberParams('wk'),
    body: jsonBody(z.object({ role: workspaceRole }).meta({ id: 'MemberUpdate' })),
  },
  responses: {
    200: jsonAnswer(
      'The role as it is now.',
      z.object({ user_id: idSchema('usr'), role: workspaceRole }).meta({ id: 'MemberRole' }),
    ),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** PUT /workspaces/{id}/members/{user_id} */
export function putMember(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, user_id } = c.req.valid('param')
    const { role } = c.req.valid('json')
    const p_workspace_id = decodeId('wk', id)
    const p_user_id = decodeId('usr', user_id)
    await allowChange(c)
    await rpc(c, 'change_member_role', { p_workspace_id, p_user_id, p_role: role })
    return c.json({ user_id, role }, 200)
  })
}
