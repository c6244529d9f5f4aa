import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { overrideChanges, overrideSchema, overrideView, readOverride } from '../../model/override.ts'

const route = createRoute({
  method: 'patch',
  path: '/overrides/{id}',
  tags: ['Documentation'],
  summary: 'Change an override',
  description: 'What is absent stays, null takes it back: then the source holds again.',
  operationId: 'updateOverride',
  security: bearer,
  request: { params: idParam('ovr'), body: jsonBody(overrideChanges) },
  responses: { 200: jsonAnswer('The override.', overrideSchema), ...problems(400, 401, 404, 429) },
})

/** PATCH /overrides/{id} */
export function updateOverride(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('ovr', c.req.valid('param').id)
    const changes = c.req.valid('json')
    signedIn(c)
    await allowChange(c)
    const { project_id, branch_id, node_uri } = await readOverride(c, id)
    await rpc(c, 'set_override', {
      p_project_id: project_id,
      p_node_uri: node_uri,
      p_changes: changes,
      p_branch_id: branch_id,
    })
    return c.json(overrideView(await readOverride(c, id)), 200)
  })
}
