import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limitQuery, searchText } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { assignableTeamSchema, withTeamId } from '../../model/project-team.ts'

const route = createRoute({
  tags: ['Sharing'],
  security: bearer,
  method: 'get',
  path: '/projects/{id}/assignable-teams',
  summary: 'List teams with which a project can still be shared',
  description: 'By a part of their name; those that have the project are left out.',
  operationId: 'listProjectAssignableTeams',
  request: {
    params: idParam('prj'),
    query: z.object({ search: searchText, limit: limitQuery(20, 100) }),
  },
  responses: {
    200: jsonAnswer(
      'The teams, by name.',
      z.object({ items: z.array(assignableTeamSchema) }).meta({ id: 'AssignableTeams' }),
    ),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /projects/{id}/assignable-teams */
export function listProjectAssignableTeams(app: Router): void {
  app.openapi(route, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const { search, limit } = c.req.valid('query')
    signedIn(c)
    const args = { p_project_id, p_search: search ?? null, p_limit: limit }
    const rows = await rpc(c, 'project_assignable_teams', args)
    return c.json({ items: rows.map(withTeamId) }, 200)
  })
}
