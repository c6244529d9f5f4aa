import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, searchText, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { groupPageSchema, groupView } from '../../model/group.ts'
import { requireMember } from '../../model/permissions.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/groups',
  tags: ['Groups'],
  summary: 'List groups',
  description: 'The groups that the caller may see, by name, with what the caller may do in each.',
  operationId: 'listGroups',
  security: bearer,
  request: { params: idParam('wk'), query: pageQueryOf(200, 500).extend({ search: searchText }) },
  responses: { 200: pageAnswer('A page of groups.', groupPageSchema), ...problems(400, 401, 404) },
})

/** GET /workspaces/{id}/groups */
export function listGroups(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const p_workspace_id = decodeId('wk', id)
    const query = c.req.valid('query')
    signedIn(c)
    const [{ items, total }] = await Promise.all([
      rpc(c, 'list_groups', {
        p_workspace_id,
        p_search: query.search ?? null,
        p_limit: query.limit,
        p_offset: query.offset,
      }),
      requireMember(c, p_workspace_id),
    ])
    setPageHeaders(c, `/api/v1/workspaces/${id}/groups`, query, total)
    return c.json({ items: items.map(groupView), total }, 200)
  })
}
