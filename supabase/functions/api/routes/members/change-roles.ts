import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idList, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { bulkSchema, bulkView } from '../../model/bulk.ts'
import { workspaceRole } from '../../model/person.ts'

const bodySchema = z.object({ user_ids: idList('usr'), role: workspaceRole }).meta({ id: 'MembersUpdate' })

const route = createRoute({
  method: 'patch',
  path: '/workspaces/{id}/members',
  tags: ['Members'],
  summary: 'Change the role of many members',
  description:
    'Each changes as the rules allow. When the plan has not the seats for all of them together, nothing changes and ' +
    'the answer is 402.',
  operationId: 'changeMemberRoles',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('How each change went.', bulkSchema),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** PATCH /workspaces/{id}/members */
export function changeMemberRoles(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { user_ids, role } = c.req.valid('json')
    await allowChange(c)
    const p_user_ids = user_ids.map((id) => decodeId('usr', id))
    const done = await rpc(c, 'change_member_roles', { p_workspace_id, p_user_ids, p_role: role })
    return c.json(bulkView(done), 200)
  })
}
