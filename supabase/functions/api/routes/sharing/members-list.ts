import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, searchText, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { accessPageSchema, accessView } from '../../model/access.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/members',
  tags: ['Sharing'],
  summary: 'List who has access to a project',
  description:
    'Who has access by name, by a team or by the group, each with the reason; who was invited; and who has access by ' +
    'workspace role alone.',
  operationId: 'listProjectMembers',
  security: bearer,
  request: { params: idParam('prj'), query: pageQueryOf(100, 500).extend({ search: searchText }) },
  responses: {
    200: pageAnswer('A page of members.', accessPageSchema),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /projects/{id}/members */
export function listProjectMembers(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const query = c.req.valid('query')
    signedIn(c)
    const page = await rpc(c, 'project_access_list', {
      p_project_id: decodeId('prj', id),
      p_search: query.search ?? null,
      p_limit: query.limit,
      p_offset: query.offset,
    })
    setPageHeaders(c, `/api/v1/projects/${id}/members`, query, page.total)
    return c.json(accessView(page), 200)
  })
}
