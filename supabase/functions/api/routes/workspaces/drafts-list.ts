import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, pageOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, pageSchema, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type BranchRow, branchColumns, branchSchema, branchView } from '../../model/branch.ts'

const draftSchema = branchSchema
  .extend({ project: z.object({ name: z.string(), slug: z.string() }) })
  .meta({ id: 'Draft' })

type Row = BranchRow & { projects: { name: string; slug: string } }

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/drafts',
  tags: ['Workspaces'],
  summary: 'List drafts',
  description:
    'The branches of a workspace that are not listed, of the projects whose drafts the caller may read, the latest ' +
    'change first.',
  operationId: 'listDrafts',
  security: bearer,
  request: {
    params: idParam('wk'),
    query: pageQueryOf(100, 1000).extend({
      pinned: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: '`true`: of projects that the caller pinned.' }),
    }),
  },
  responses: {
    200: pageAnswer('A page of branches.', pageSchema('DraftList', draftSchema)),
    ...problems(400, 401),
  },
})

/** GET /workspaces/{id}/drafts */
export function listDrafts(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { pinned, ...page } = c.req.valid('query')
    signedIn(c)
    // Pins are only ever the caller's own: their policy says so.
    const pins = pinned === 'true' ? ', project_pins!inner(position)' : ''
    const answer = await asCaller(c)
      .from('branches')
      .select(`${branchColumns}, projects!branches_project_id_fkey!inner(name, slug, workspace_id${pins})`, {
        count: 'exact',
      })
      .eq('projects.workspace_id', decodeId('wk', id))
      .eq('is_published', false)
      .order('updated_at', { ascending: false })
      .order('id')
      .range(...rangeOf(page))
    const { rows, total } = pageOf<Row>(answer)
    setPageHeaders(c, `/api/v1/workspaces/${id}/drafts`, page, total)
    const items = rows.map(({ projects: { name, slug }, ...branch }) => ({
      ...branchView(branch),
      project: { name, slug },
    }))
    return c.json({ items, total }, 200)
  })
}
