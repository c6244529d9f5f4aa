import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { projectTeamSchema, withTeamId } from '../../model/project-team.ts'

const route = createRoute({
  tags: ['Sharing'],
  security: bearer,
  method: 'get',
  path: '/projects/{id}/teams',
  summary: 'List the teams of a project',
  description: 'With the role that each gives its members.',
  operationId: 'listProjectTeams',
  request: { params: idParam('prj') },
  responses: {
    200: jsonAnswer(
      'The teams, by name.',
      z.object({ items: z.array(projectTeamSchema) }).meta({ id: 'ProjectTeamList' }),
    ),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /projects/{id}/teams */
export function listProjectTeams(app: Router): void {
  app.openapi(route, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    const rows = await rpc(c, 'project_teams_list', { p_project_id })
    return c.json({ items: rows.map(withTeamId) }, 200)
  })
}
