import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { workspaceTokenSchema, workspaceTokenView } from '../../model/workspace-token.ts'

const answerSchema = z.object({ items: z.array(workspaceTokenSchema) }).meta({ id: 'MachinePrincipalList' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/machine-principals',
  tags: ['Workspace tokens'],
  summary: 'List workspace tokens',
  description: 'By name, without what they open.',
  operationId: 'listMachinePrincipals',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The tokens.', answerSchema), ...problems(400, 401, 403, 404) },
})

/** GET /workspaces/{id}/machine-principals */
export function listWorkspaceTokens(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    signedIn(c)
    const rows = await rpc(c, 'list_workspace_tokens', { p_workspace_id })
    return c.json({ items: rows.map(workspaceTokenView) }, 200)
  })
}
