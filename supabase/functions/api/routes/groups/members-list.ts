import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { groupMemberPageSchema } from '../../model/group.ts'
import { withUserId } from '../../model/person.ts'

const route = createRoute({
  method: 'get',
  path: '/groups/{id}/members',
  tags: ['Groups'],
  summary: 'List the admins of a group',
  description: 'Those who were made one; owners and admins of the workspace administer every group.',
  operationId: 'listGroupMembers',
  security: bearer,
  request: { params: idParam('grp'), query: pageQueryOf(100, 500) },
  responses: {
    200: pageAnswer('A page of admins.', groupMemberPageSchema),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /groups/{id}/members */
export function listGroupMembers(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const page = c.req.valid('query')
    signedIn(c)
    const { items, total } = await rpc(c, 'group_members', {
      p_group_id: decodeId('grp', id),
      p_limit: page.limit,
      p_offset: page.offset,
    })
    setPageHeaders(c, `/api/v1/groups/${id}/members`, page, total)
    return c.json({ items: items.map(withUserId), total }, 200)
  })
}
