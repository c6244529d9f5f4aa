import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'

const featureSchema = z
  .object({
    name: z.string().meta({ example: 'teams' }),
    type: z.enum(['limit', 'toggle']),
    max_quantity: z.int().nullable().meta({ description: 'Of a limit; null is unlimited.' }),
    usage: z.int().nullable(),
    pending: z.int().nullable().meta({ description: 'Seats that open invitations will take.' }),
    allowed: z.boolean().meta({ description: 'Whether one more is allowed; of a toggle, whether it is on.' }),
    in_plan: z.boolean(),
  })
  .meta({ id: 'Feature' })

const countsSchema = z
  .object({
    projects: z.int(),
    teams: z.int(),
    members: z.int().meta({ description: 'Everybody but guests.' }),
    owners: z.int(),
    billing_admins: z.int(),
    admins: z.int(),
    makers: z.int(),
    viewers: z.int(),
    guests: z.int(),
  })
  .meta({ id: 'WorkspaceCounts' })

const planSchema = z
  .object({
    product_id: z.int(),
    name: z.string().meta({ example: 'pro_team' }),
    status: z.enum(['active', 'action_required']),
    trial_end_at: timestamp.nullable(),
    included_members: z.int().nullable(),
  })
  .meta({ id: 'WorkspacePlan' })

const stateSchema = z
  .object({
    locked: z.boolean(),
    lock_at: timestamp.nullable(),
    lock_reason: z.enum(['failed_payment', 'overusage']).nullable(),
    owner_email: z.string().nullable().meta({ description: 'Whom to ask.' }),
    delete_at: timestamp.nullable(),
    idle_timeout_seconds: z.int().nullable(),
    plan: planSchema.nullable().meta({ description: 'Null for guests, and for who is locked out.' }),
    features: z.array(featureSchema).meta({ description: 'Empty for who is locked out.' }),
    counts: countsSchema.nullable().meta({ description: 'Null for guests, and for who is locked out.' }),
  })
  .meta({ id: 'WorkspaceState' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/state',
  tags: ['Workspaces'],
  summary: 'Lock, deletion, plan and usage of a workspace',
  description: 'For all of its members, those included whom a lock keeps out.',
  operationId: 'getWorkspaceState',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The state.', stateSchema), ...problems(400, 401, 404) },
})

/** GET /workspaces/{id}/state */
export function getWorkspaceState(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const [state, features, summary] = await Promise.all([
      rpc(c, 'workspace_state', { p_workspace_id }),
      rpc(c, 'workspace_features', { p_workspace_id }),
      rpc(c, 'workspace_summary', { p_workspace_id }),
    ])
    return c.json(stateSchema.parse({ ...state, ...summary, features }), 200)
  })
}
