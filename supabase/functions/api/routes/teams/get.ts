import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { teamSchema, teamView } from '../../model/team.ts'

const route = createRoute({
  method: 'get',
  path: '/teams/{id}',
  tags: ['Teams'],
  summary: 'Get a team',
  description: 'What it is called and looks like, how many are in it, and what the caller may do there.',
  operationId: 'getTeam',
  security: bearer,
  request: { params: idParam('team') },
  responses: { 200: jsonAnswer('The team.', teamSchema), ...problems(400, 401, 404) },
})

/** GET /teams/{id} */
export function getTeam(app: Router): void {
  app.openapi(route, async (c) => {
    const p_team_id = decodeId('team', c.req.valid('param').id)
    signedIn(c)
    return c.json(teamView(await rpc(c, 'team_details', { p_team_id })), 200)
  })
}
