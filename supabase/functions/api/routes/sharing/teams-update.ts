import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { projectTeamRole, projectTeamSchema, withTeamId } from '../../model/project-team.ts'

const route = createRoute({
  tags: ['Sharing'],
  security: bearer,
  method: 'put',
  path: '/projects/{id}/teams',
  summary: 'Share a project with a team, or change its role',
  description: 'Everybody in the team has the role from then on, those who join later too.',
  operationId: 'putProjectTeam',
  request: {
    params: idParam('prj'),
    body: jsonBody(
      z.object({ team_id: idSchema('team'), role: projectTeamRole }).meta({ id: 'ProjectTeamUpdate' }),
    ),
  },
  responses: {
    200: jsonAnswer('The team in the project.', projectTeamSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** PUT /projects/{id}/teams */
export function putProjectTeam(app: Router): void {
  app.openapi(route, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const { team_id, role } = c.req.valid('json')
    const args = { p_project_id, p_team_id: decodeId('team', team_id), p_role: role }
    await allowChange(c)
    return c.json(withTeamId(await rpc(c, 'set_project_team', args)), 200)
  })
}
