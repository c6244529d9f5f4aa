import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, searchText, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireMember } from '../../model/permissions.ts'
import { teamPageSchema, teamView } from '../../model/team.ts'

const querySchema = pageQueryOf(50, 500).extend({
  search: searchText,
  my_teams: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true`: only the caller’s own.' }),
  order_by: z
    .enum([
      'name',
      '-name',
      'updated_at',
      '-updated_at',
      'member_count',
      '-member_count',
      'project_count',
      '-project_count',
    ])
    .default('name'),
})

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/teams',
  tags: ['Teams'],
  summary: 'List teams',
  description: 'The teams that the caller may see, and how many the plan gives.',
  operationId: 'listTeams',
  security: bearer,
  request: { params: idParam('wk'), query: querySchema },
  responses: { 200: pageAnswer('A page of teams.', teamPageSchema), ...problems(400, 401, 404) },
})

/** GET /workspaces/{id}/teams */
export function listTeams(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const p_workspace_id = decodeId('wk', id)
    const query = c.req.valid('query')
    signedIn(c)
    const [found] = await Promise.all([
      rpc(c, 'list_teams', {
        p_workspace_id,
        p_my_teams: query.my_teams === 'true',
        p_search: query.search ?? null,
        p_order: query.order_by,
        p_limit: query.limit,
        p_offset: query.offset,
      }),
      requireMember(c, p_workspace_id),
    ])
    setPageHeaders(c, `/api/v1/workspaces/${id}/teams`, query, found.total)
    return c.json({ ...found, items: found.items.map(teamView) }, 200)
  })
}
