import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { workspaceRoles } from '../../../_shared/domain/roles.ts'
import { bearer, idList, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { bulkSchema, bulkView } from '../../model/bulk.ts'

const bodySchema = z
  .object({
    user_ids: idList('usr'),
    action: z
      .enum(['deny', ...workspaceRoles])
      .meta({ description: '`deny`, or the role to approve with.', example: 'viewer' }),
  })
  .meta({ id: 'JoinRequestsAnswer' })

const route = createRoute({
  method: 'put',
  path: '/workspaces/{id}/join-requests',
  tags: ['Members'],
  summary: 'Answer join requests',
  description:
    'Approves requests at a role within the caller’s own, or denies them for good. Past the seats of the plan nobody is ' +
    'approved and the answer is 402.',
  operationId: 'answerJoinRequests',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('How each answer went.', bulkSchema),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** PUT /workspaces/{id}/join-requests */
export function answerJoinRequests(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { user_ids, action } = c.req.valid('json')
    await allowChange(c)
    const p_decisions = user_ids.map((id) => ({ user_id: decodeId('usr', id), action }))
    return c.json(bulkView(await rpc(c, 'decide_join_requests', { p_workspace_id, p_decisions })), 200)
  })
}
