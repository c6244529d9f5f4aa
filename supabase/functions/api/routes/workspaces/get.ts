import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'

const workspaceSchema = z
  .object({
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
    hide_powered_by: z.boolean(),
    hide_sign_in: z.boolean(),
    join_requests_disabled: z.boolean(),
    show_tryit: z.boolean(),
    allow_search_indexing: z.boolean(),
    allow_public_projects: z.boolean(),
    allow_web_projects: z.boolean(),
    locked: z.boolean(),
    lock_at: timestamp.nullable(),
    lock_reason: z.enum(['failed_payment', 'overusage']).nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Workspace' })

type WorkspaceRow = Omit<z.infer<typeof workspaceSchema>, 'id'> & { id: number }

const columns = Object.keys(workspaceSchema.shape).join(', ')

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
    const row = rowsOf<WorkspaceRow | null>(
      await asCaller(c).from('workspaces').select(columns).eq('id', id).maybeSingle(),
    )
    if (!row) throw refusal('NOT_FOUND', 'Workspace not found.')
    return c.json({ ...row, id: encodeId('wk', row.id) }, 200)
  })
}
