import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  tags: ['Sharing'],
  security: bearer,
  method: 'delete',
  path: '/projects/{id}/teams/{team_id}',
  summary: 'Take a project back from a team',
  description: 'Its members keep what they were given otherwise.',
  operationId: 'deleteProjectTeam',
  request: { params: z.object({ id: idSchema('prj'), team_id: idSchema('team') }) },
  responses: { 204: { description: 'It is taken back.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /projects/{id}/teams/{team_id} */
export function deleteProjectTeam(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, team_id } = c.req.valid('param')
    const args = { p_project_id: decodeId('prj', id), p_team_id: decodeId('team', team_id) }
    await allowChange(c)
    await rpc(c, 'remove_project_team', args)
    return c.body(null, 204)
  })
}
