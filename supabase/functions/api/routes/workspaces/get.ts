import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredRowsOf } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type IntegrationRow,
  integrationColumns,
  integrationSchema,
  integrationView,
} from '../../model/integration.ts'
import { summarySchema, workspaceSummary } from '../../model/workspace.ts'

const rowSchema = z.object({
  id: idSchema('wk'),
  name: z.string().meta({ example: 'Analytical Engines' }),
  slug: z.string().meta({ description: 'Sub-domain.', example: 'analytical-engines' }),
  domain: z.string().nullable().meta({ description: 'Custom domain.' }),
  logo_url: z.string().nullable(),
  favicon_url: z.string().nullable(),
  theme: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Colours by name.', example: { 'color-primary': '#2ea44e' } }),
  home_content: z.string().nullable().meta({ description: 'Markdown of the landing page.' }),
  redirects: z.string().nullable(),
  idle_timeout_seconds: z.int().nullable(),
  hide_powered_by: z.boolean(),
  hide_sign_in: z.boolean(),
  join_requests_disabled: z.boolean(),
  guests_receive_daily_digest: z.boolean(),
  use_automatic_ssg_conversion: z.boolean(),
  disable_default_styleguide_editing: z.boolean(),
  show_tryit: z.boolean(),
  show_tryit_mock_server: z.boolean(),
  allow_search_indexing: z.boolean(),
  show_userway: z.boolean(),
  disable_cookie_tracking: z.boolean(),
  google_tag_manager: z.string().nullable(),
  localizejs: z.string().nullable(),
  migrated_from_next: z.boolean(),
  allow_public_projects: z.boolean(),
  allow_web_projects: z.boolean(),
  locked: z.boolean(),
  lock_at: timestamp.nullable(),
  lock_reason: z.enum(['failed_payment', 'overusage']).nullable(),
  delete_at: timestamp.nullable(),
  created_at: timestamp,
})

const workspaceSchema = rowSchema
  .extend(
    summarySchema.pick({ features: true, workspace_roles: true, member_count: true, billing_product: true })
      .shape,
  )
  .extend({
    integrations: z
      .array(integrationSchema)
      .nullable()
      .meta({ description: 'Null without the permission WorkspaceSettingsRead.' }),
  })
  .meta({ id: 'Workspace' })

type WorkspaceRow = Omit<z.infer<typeof rowSchema>, 'id'> & { id: number }

const columns = Object.keys(rowSchema.shape).join(', ')

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}',
  tags: ['Workspaces'],
  summary: 'Get a workspace',
  description: 'A workspace the caller is a member of.',
  operationId: 'getWorkspace',
  security: bearer,
  request: { params: idParam('wk') },
  responses: { 200: jsonAnswer('The workspace.', workspaceSchema), ...problems(400, 401, 404) },
})

/** GET /workspaces/{id} */
export function getWorkspace(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('wk', c.req.valid('param').id)
    signedIn(c)
    const [answer, summary, found] = await Promise.all([
      asCaller(c).from('workspaces').select(columns).eq('id', id).maybeSingle(),
      workspaceSummary(c, id),
      asCaller(c)
        .from('workspace_integrations')
        .select(integrationColumns)
        .eq('workspace_id', id)
        .order('id'),
    ])
    const row = declaredRowsOf<WorkspaceRow | null>(answer)
    if (!row) throw refusalFor('workspace_not_found')
    const { features, workspace_roles, member_count, billing_product, my_permissions } = summary
    const readsSettings = my_permissions.some(({ permission }) => permission === 'WorkspaceSettingsRead')
    const integrations = readsSettings ? declaredRowsOf<IntegrationRow[]>(found).map(integrationView) : null
    const more = { features, workspace_roles, member_count, billing_product, integrations }
    return c.json({ ...row, ...more, id: encodeId('wk', row.id) }, 200)
  })
}
