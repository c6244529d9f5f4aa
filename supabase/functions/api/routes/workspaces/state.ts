import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'

const stateSchema = z
  .object({
    locked: z.boolean(),
    lock_at: timestamp.nullable(),
    lock_reason: z.enum(['failed_payment', 'overusage']).nullable(),
    owner_email: z.string().nullable().meta({ description: 'Whom to ask.' }),
    delete_at: timestamp.nullable(),
    idle_timeout_seconds: z.int().nullable(),
  })
  .meta({ id: 'WorkspaceState' })

const stateRoute = createRoute({
  method: 'get',
  path: '/workspaces/{id}/state',
  tags: ['Workspaces'],
  summary: 'Lock, deletion and idle time-out of a workspace',
  description: 'For all of its members, those included whom a lock keeps out.',
  operationId: 'getWorkspaceState',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The state.', stateSchema), ...problems(400, 401, 404) },
})

const cancelRoute = createRoute({
  method: 'put',
  path: '/workspaces/{id}/cancel-delete',
  tags: ['Workspaces'],
  summary: 'Keep a workspace that was to be deleted',
  operationId: 'cancelWorkspaceDeletion',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 204: { description: 'It stays.' }, ...problems(400, 401, 403, 404) },
})

/** GET /workspaces/{id}/state */
export function getWorkspaceState(app: Router): void {
  app.openapi(stateRoute, async (c) => {
    signedIn(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const answer = await asCaller(c).rpc('workspace_state', { p_workspace_id })
    return c.json(stateSchema.parse(rowsOf(answer)), 200)
  })
}

/** PUT /workspaces/{id}/cancel-delete */
export function cancelWorkspaceDeletion(app: Router): void {
  app.openapi(cancelRoute, async (c) => {
    signedIn(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    rowsOf(await asCaller(c).rpc('cancel_workspace_deletion', { p_workspace_id }))
    return c.body(null, 204)
  })
}
