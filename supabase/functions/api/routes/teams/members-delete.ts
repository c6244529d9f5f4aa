import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { numberedWho, oneOfBoth, saysWho, whoFields } from '../../model/person.ts'

const shared = { tags: ['Teams'], security: bearer }

const leave = createRoute({
  ...shared,
  method: 'delete',
  path: '/teams/{id}/members/me',
  summary: 'Leave a team',
  description: 'The caller keeps what they were given otherwise.',
  operationId: 'leaveTeam',
  request: { params: idParam('team') },
  responses: {
    204: { description: 'The caller is not in the team any more.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

const bodySchema = z
  .object(whoFields)
  .refine(saysWho, oneOfBoth)
  .meta({ id: 'TeamMemberRemoval', description: 'A member, or the address of a member or an invitation.' })

const remove = createRoute({
  ...shared,
  method: 'delete',
  path: '/teams/{id}/members',
  summary: 'Take somebody out of a team',
  description: 'A member, or an address whose invitation is then without the team.',
  operationId: 'deleteTeamMember',
  request: { params: idParam('team'), body: jsonBody(bodySchema) },
  responses: { 204: { description: 'Not in the team any more.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /teams/{id}/members/me */
export function leaveTeam(app: Router): void {
  app.openapi(leave, async (c) => {
    const p_team_id = decodeId('team', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'leave_team', { p_team_id })
    return c.body(null, 204)
  })
}

/** DELETE /teams/{id}/members */
export function deleteTeamMember(app: Router): void {
  app.openapi(remove, async (c) => {
    const p_team_id = decodeId('team', c.req.valid('param').id)
    const who = c.req.valid('json')
    await allowChange(c)
    await rpc(c, 'remove_team_member', { p_team_id, ...numberedWho(who) })
    return c.body(null, 204)
  })
}
