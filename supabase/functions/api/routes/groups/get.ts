import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { groupSchema, groupView } from '../../model/group.ts'

const route = createRoute({
  method: 'get',
  path: '/groups/{id}',
  tags: ['Groups'],
  summary: 'Get a group',
  description: 'What it is called and looks like, how much is in it, and what the caller may do there.',
  operationId: 'getGroup',
  security: bearer,
  request: { params: idParam('grp') },
  responses: { 200: jsonAnswer('The group.', groupSchema), ...problems(400, 401, 404) },
})

/** GET /groups/{id} */
export function getGroup(app: Router): void {
  app.openapi(route, async (c) => {
    const p_group_id = decodeId('grp', c.req.valid('param').id)
    signedIn(c)
    return c.json(groupView(await rpc(c, 'group_details', { p_group_id })), 200)
  })
}
