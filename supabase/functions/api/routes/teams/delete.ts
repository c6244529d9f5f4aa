import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const route = createRoute({
  method: 'delete',
  path: '/teams/{id}',
  tags: ['Teams'],
  summary: 'Delete a team',
  description: 'What its members were given through it is gone.',
  operationId: 'deleteTeam',
  security: bearer,
  request: { params: idParam('team') },
  responses: { 204: { description: 'The team is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /teams/{id} */
export function deleteTeam(app: Router): void {
  app.openapi(route, async (c) => {
    const p_team_id = decodeId('team', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'delete_team', { p_team_id })
    return c.body(null, 204)
  })
}
