import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredPageOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { projectFlavor } from '../../../_shared/domain/validation.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, pageSchema, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type ProjectRow, projectColumns, projectSchema, projectView } from '../../model/project.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/items',
  tags: ['Workspaces'],
  summary: 'List what a workspace holds',
  description:
    'Its projects that the caller may read, of one flavor or all, in the order of their slugs. Libraries are also those whose settings say so.',
  operationId: 'listWorkspaceItems',
  security: bearer,
  request: {
    params: idParam('wk'),
    query: pageQueryOf(1000, 1000).extend({ flavor: projectFlavor.optional() }),
  },
  responses: {
    200: pageAnswer('A page of projects.', pageSchema('WorkspaceItems', projectSchema)),
    ...problems(400, 401),
  },
})

/** GET /workspaces/{id}/items */
export function listWorkspaceItems(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { flavor, ...page } = c.req.valid('query')
    signedIn(c)
    let query = asCaller(c)
      .from('projects')
      .select(projectColumns, { count: 'exact' })
      .eq('workspace_id', decodeId('wk', id))
    // A project of another flavor is a library too where its settings say so.
    if (flavor === 'design_library') query = query.or('flavor.eq.design_library,is_design_library.is.true')
    else if (flavor !== undefined) query = query.eq('flavor', flavor)
    const answer = await query.order('slug').range(...rangeOf(page))
    const { rows, total } = declaredPageOf<ProjectRow>(answer)
    setPageHeaders(c, `/api/v1/workspaces/${id}/items`, page, total)
    return c.json({ items: rows.map(projectView), total }, 200)
  })
}
