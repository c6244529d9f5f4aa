import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type MachinePrincipalRow,
  machinePrincipalBody,
  machinePrincipalSchema,
  machinePrincipalView,
} from '../../model/machine-principal.ts'

const shared = { path: '/machine-principals/{id}', tags: ['Workspace tokens'], security: bearer }

const putRoute = createRoute({
  ...shared,
  method: 'put',
  summary: 'Rename a workspace token',
  operationId: 'putMachinePrincipal',
  request: {
    params: idParam('wkmp'),
    body: jsonBody(machinePrincipalBody.meta({ id: 'MachinePrincipalUpdate' })),
  },
  responses: {
    200: jsonAnswer('The token as it is now.', machinePrincipalSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

const deleteRoute = createRoute({
  ...shared,
  method: 'delete',
  summary: 'Revoke a workspace token',
  description: 'It stops working at once.',
  operationId: 'deleteMachinePrincipal',
  request: { params: idParam('wkmp') },
  responses: { 204: { description: 'The token is gone.' }, ...problems(400, 401, 403, 404, 429) },
})

/** PUT /machine-principals/{id} */
export function putMachinePrincipal(app: Router): void {
  app.openapi(putRoute, async (c) => {
    const p_id = decodeId('wkmp', c.req.valid('param').id)
    const { name } = c.req.valid('json')
    await allowChange(c)
    const row = await rpc<MachinePrincipalRow>(c, 'rename_workspace_token', { p_id, p_name: name })
    return c.json(machinePrincipalView(row), 200)
  })
}

/** DELETE /machine-principals/{id} */
export function deleteMachinePrincipal(app: Router): void {
  app.openapi(deleteRoute, async (c) => {
    const p_id = decodeId('wkmp', c.req.valid('param').id)
    await allowChange(c)
    await rpc(c, 'delete_workspace_token', { p_id })
    return c.body(null, 204)
  })
}
