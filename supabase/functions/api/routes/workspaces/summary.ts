import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { summarySchema, workspaceSummary } from '../../model/workspace.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/summary',
  tags: ['Workspaces'],
  summary: 'Plan, features, roles and counts of a workspace',
  description: 'What a screen has to know of a workspace before it shows anything.',
  operationId: 'getWorkspaceSummary',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The summary.', summarySchema), ...problems(400, 401, 404) },
})

/** GET /workspaces/{id}/summary */
export function getWorkspaceSummary(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    return c.json(await workspaceSummary(c, decodeId('wk', c.req.valid('param').id)), 200)
  })
}
