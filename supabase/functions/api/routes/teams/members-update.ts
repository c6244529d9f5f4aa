import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { numberedWho, oneOfBoth, saysWho, whoFields } from '../../model/person.ts'
import { placeSchema, placeView } from '../../model/place.ts'
import { teamRole } from '../../model/team.ts'

const bodySchema = z
  .object({ ...whoFields, role: teamRole.default('member') })
  .refine(saysWho, oneOfBoth)
  .meta({ id: 'TeamMemberUpdate', description: 'A member or an address, and the role in the team.' })

const route = createRoute({
  method: 'put',
  path: '/teams/{id}/members',
  tags: ['Teams'],
  summary: 'Add somebody to a team, or change their role',
  description:
    'An address that is no member’s is invited to the workspace and the team. Viewers and guests can only be members.',
  operationId: 'putTeamMember',
  security: bearer,
  request: { params: idParam('team'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('Who is in the team now, or was invited.', placeSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PUT /teams/{id}/members */
export function putTeamMember(app: Router): void {
  app.openapi(route, async (c) => {
    const p_team_id = decodeId('team', c.req.valid('param').id)
    const { role, ...who } = c.req.valid('json')
    await allowChange(c)
    const args = { p_team_id, p_role: role, ...numberedWho(who) }
    return c.json(placeView(await rpc(c, 'set_team_member', args)), 200)
  })
}
