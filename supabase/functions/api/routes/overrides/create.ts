import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { newOverride, overrideSchema, overrideView, readOverride } from '../../model/override.ts'

const route = createRoute({
  method: 'post',
  path: '/overrides',
  tags: ['Documentation'],
  summary: 'Lay an override over a node',
  description:
    'Another title, another summary, or that readers do not see the node, on one branch or on all of the project, for ' +
    'who may change its content. The source stays as it is, and a new analysis keeps the override. Where there is one ' +
    'for the node already, it gets what is named.',
  operationId: 'createOverride',
  security: bearer,
  request: { body: jsonBody(newOverride) },
  responses: {
    201: jsonAnswer('The override.', overrideSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** POST /overrides */
export function createOverride(app: Router): void {
  app.openapi(route, async (c) => {
    const { project_id, branch_id, node_uri, ...changes } = c.req.valid('json')
    signedIn(c)
    await allowChange(c)
    const id = await rpc(c, 'set_override', {
      p_project_id: decodeId('prj', project_id),
      p_node_uri: node_uri,
      p_changes: changes,
      p_branch_id: branch_id ? decodeId('br', branch_id) : null,
    })
    return c.json(overrideView(await readOverride(c, id)), 201)
  })
}
