import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { workspaceTokenBody, workspaceTokenSchema, workspaceTokenView } from '../../model/workspace-token.ts'

const bodySchema = workspaceTokenBody
  .extend({
    seen: workspaceTokenBody.partial().optional().meta({
      description: 'The name that the caller saw. Where it is another one by now, nothing is written: 409.',
    }),
  })
  .meta({ id: 'MachinePrincipalUpdate' })

const route = createRoute({
  path: '/machine-principals/{id}',
  tags: ['Workspace tokens'],
  security: bearer,
  method: 'put',
  summary: 'Rename a workspace token',
  description: 'The token itself stays as it is.',
  operationId: 'putMachinePrincipal',
  request: {
    params: idParam('wkmp'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The token as it is now.', workspaceTokenSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PUT /machine-principals/{id} */
export function updateWorkspaceToken(app: Router): void {
  app.openapi(route, async (c) => {
    const p_id = decodeId('wkmp', c.req.valid('param').id)
    const { name, seen } = c.req.valid('json')
    await allowChange(c)
    const row = await rpc(c, 'rename_workspace_token', { p_id, p_name: name, p_seen: seen ?? null })
    return c.json(workspaceTokenView(row), 200)
  })
}
