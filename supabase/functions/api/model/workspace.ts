// What a workspace is to its member: plan, features, roles, counts.
import { z } from '@hono/zod-openapi'
import { rpc } from '../../_shared/db/rest.ts'
import type { AppContext } from '../../_shared/http/context.ts'

const count = z.int().nullable()

export const summarySchema = z
  .object({
    billing_account: z
      .object({ status: z.string(), included_member_count: z.int().nullable() })
      .nullable()
      .meta({ description: 'Null without the permission WorkspaceBilling.' }),
    billing_product: z
      .object({ name: z.string().meta({ example: 'pro_team' }), label: z.string() })
      .nullable()
      .meta({ description: 'The plan.' }),
    features: z.array(
      z.object({
        name: z.string().meta({ example: 'projects' }),
        type: z.enum(['limit', 'toggle']),
        max_quantity: z.int().nullable().meta({ description: 'Null is unlimited.' }),
      }),
    ),
    workspace_roles: z.array(
      z.object({
        role: z.string(),
        can_add: z.boolean().meta({ description: 'Whether the caller may invite somebody at it.' }),
      }),
    ),
    member_count: count.meta({ description: 'Guests not counted.' }),
    all_guest_count: count,
    all_owner_count: count,
    all_admin_count: count,
    all_billing_admin_count: count,
    all_maker_count: count,
    all_viewer_count: count,
    project_count: count,
    team_count: count,
    my_permissions: z.array(z.object({ role: z.string(), permission: z.string().nullable() })),
  })
  .meta({
    id: 'WorkspaceSummary',
    description: 'Counts are null for callers who may not see what they count.',
  })

/** The summary of a workspace for the caller; 404 for strangers. */
export async function workspaceSummary(c: AppContext, workspaceId: number) {
  return summarySchema.parse(await rpc(c, 'my_workspace', { p_workspace_id: workspaceId }))
}
