import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { idempotencyHeader, onceFor } from '../../../_shared/http/idempotency.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { lookOf } from '../../model/presentation.ts'
import { teamFields, teamSchema, teamView } from '../../model/team.ts'

const bodySchema = z.object(teamFields).partial().required({ name: true }).meta({ id: 'NewTeam' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/teams',
  tags: ['Teams'],
  summary: 'Add a team',
  description: 'Who makes a team is its first admin.',
  operationId: 'createTeam',
  security: bearer,
  request: { params: idParam('wk'), headers: idempotencyHeader, body: jsonBody(bodySchema) },
  responses: {
    201: jsonAnswer('The team.', teamSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** POST /workspaces/{id}/teams */
export function createTeam(app: Router): void {
  app.openapi(route, async (c) => {
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const body = c.req.valid('json')
    await allowChange(c)
    return c.json(await onceFor(c, body, () => create(c, workspaceId, body)), 201)
  })
}

async function create(c: AppContext, workspaceId: number, body: z.infer<typeof bodySchema>) {
  const { id } = await rpc(c, 'create_team', {
    p_workspace_id: workspaceId,
    p_name: body.name,
    p_description: body.description,
    ...lookOf(body),
  })
  return teamView(await rpc(c, 'team_details', { p_team_id: id }))
}
