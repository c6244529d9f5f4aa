import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, listParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, searchText, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { memberPageSchema } from '../../model/member.ts'
import { withUserId, workspaceRole } from '../../model/person.ts'

const querySchema = pageQueryOf(50, 1000).extend({
  search: searchText,
  roles: listParam(workspaceRole, 'Only members with one of these roles.', ['owner', 'admin']),
  order_by: z
    .enum(['name', '-name', 'role', '-role', 'created_at', '-created_at', 'last_seen_at', '-last_seen_at'])
    .default('name'),
})

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/members',
  tags: ['Members'],
  summary: 'List members',
  description:
    'The members of a workspace, with what the caller may change of each and, if nothing, why not.',
  operationId: 'listMembers',
  security: bearer,
  request: { params: idParam('wk'), query: querySchema },
  responses: {
    200: pageAnswer('A page of members.', memberPageSchema),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /workspaces/{id}/members */
export function listMembers(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const query = c.req.valid('query')
    signedIn(c)
    const { items, total } = await rpc(c, 'list_members', {
      p_workspace_id: decodeId('wk', id),
      p_search: query.search ?? null,
      p_roles: query.roles ?? null,
      p_order: query.order_by,
      p_limit: query.limit,
      p_offset: query.offset,
    })
    setPageHeaders(c, `/api/v1/workspaces/${id}/members`, query, total)
    return c.json({ items: items.map(withUserId), total }, 200)
  })
}
