import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, searchText, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { teamMemberPageSchema, teamMemberView } from '../../model/team.ts'

const route = createRoute({
  method: 'get',
  path: '/teams/{id}/members',
  tags: ['Teams'],
  summary: 'List the members of a team',
  description:
    'Who is in the team and, for who may read the members of the workspace, who was invited to be.',
  operationId: 'listTeamMembers',
  security: bearer,
  request: { params: idParam('team'), query: pageQueryOf(100, 500).extend({ search: searchText }) },
  responses: {
    200: pageAnswer('A page of members.', teamMemberPageSchema),
    ...problems(400, 401, 404),
  },
})

/** GET /teams/{id}/members */
export function listTeamMembers(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const query = c.req.valid('query')
    signedIn(c)
    const { items, total } = await rpc(c, 'team_members_list', {
      p_team_id: decodeId('team', id),
      p_search: query.search ?? null,
      p_limit: query.limit,
      p_offset: query.offset,
    })
    setPageHeaders(c, `/api/v1/teams/${id}/members`, query, total)
    return c.json({ items: items.map(teamMemberView), total }, 200)
  })
}
