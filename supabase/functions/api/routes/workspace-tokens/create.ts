import { createRoute, type z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { idempotencyHeader, onceFor } from '../../../_shared/http/idempotency.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  newWorkspaceTokenSchema,
  workspaceTokenBody,
  workspaceTokenView,
} from '../../model/workspace-token.ts'

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/machine-principals',
  tags: ['Workspace tokens'],
  summary: 'Add a workspace token',
  description:
    'A workspace token reads all OpenAPI and JSON Schema files in all projects of the workspace, and never expires. ' +
    'It is shown in this answer only.',
  operationId: 'createMachinePrincipal',
  security: bearer,
  request: {
    params: idParam('wk'),
    headers: idempotencyHeader,
    body: jsonBody(workspaceTokenBody.meta({ id: 'NewMachinePrincipal' })),
  },
  responses: {
    201: jsonAnswer('The token.', newWorkspaceTokenSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** POST /workspaces/{id}/machine-principals */
export function createWorkspaceToken(app: Router): void {
  app.openapi(route, async (c) => {
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const body = c.req.valid('json')
    await allowChange(c)
    const made = await onceFor(c, body, () => create(c, workspaceId, body.name), withoutToken)
    return c.json(made, 201)
  })
}

type Created = z.infer<typeof newWorkspaceTokenSchema>

async function create(c: AppContext, workspaceId: number, name: string): Promise<Created> {
  const args = { p_workspace_id: workspaceId, p_name: name }
  const { access_token, ...row } = await rpc(c, 'create_workspace_token', args)
  return { ...workspaceTokenView(row), access_token }
}

// The database keeps the token as a digest only: what is kept for retries must not undo that.
function withoutToken(made: Created): Created {
  return { ...made, access_token: null }
}
