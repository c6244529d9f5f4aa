import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { lookOf } from '../../model/presentation.ts'
import { seenField } from '../../model/seen.ts'
import { teamFields, teamSchema, teamView } from '../../model/team.ts'

const bodySchema = z
  .object({ ...teamFields, seen: seenField })
  .partial()
  .refine((body) => Object.keys(body).some((key) => key !== 'seen'), 'Nothing to change was sent.')
  .meta({ id: 'TeamUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/teams/{id}',
  tags: ['Teams'],
  summary: 'Change a team',
  description: 'Its name, its description and its looks.',
  operationId: 'updateTeam',
  security: bearer,
  request: { params: idParam('team'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The team as it is now.', teamSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PATCH /teams/{id} */
export function updateTeam(app: Router): void {
  app.openapi(route, async (c) => {
    const p_team_id = decodeId('team', c.req.valid('param').id)
    const body = c.req.valid('json')
    await allowChange(c)
    const changed = await rpc(c, 'update_team', {
      p_team_id,
      p_name: body.name ?? null,
      p_description: body.description ?? null,
      ...lookOf(body),
      p_seen: body.seen ?? null,
    })
    return c.json(teamView(changed), 200)
  })
}
