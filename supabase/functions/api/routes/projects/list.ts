import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, declaredPageOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { projectFlavor } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, idParam, idSchema, problems } from '../../../_shared/http/describe.ts'
import {
  pageAnswer,
  pageQuery,
  pageSchema,
  rangeOf,
  searchText,
  setPageHeaders,
} from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type ProjectRow, projectColumns, projectSchema, projectView } from '../../model/project.ts'

const querySchema = pageQuery.extend({
  search: searchText.meta({ description: 'Part of the name.', example: 'todo' }),
  flavor: projectFlavor.optional(),
  group_id: idSchema('grp').optional(),
  pinned: z.enum(['true', 'false']).optional().meta({ description: '`true`: only what the caller pinned.' }),
})

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/projects',
  tags: ['Projects'],
  summary: 'List projects',
  description:
    'The projects of a workspace that the caller may read, by name. Without a token: the public ones.',
  operationId: 'listProjects',
  security: bearerOptional,
  request: { params: idParam('wk'), query: querySchema },
  responses: {
    200: pageAnswer('A page of projects.', pageSchema('ProjectList', projectSchema)),
    ...problems(400, 401),
  },
})

/** GET /workspaces/{id}/projects: reads the table by its policies. The app's own lists call the function list_projects. */
export function listProjects(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const query = c.req.valid('query')
    const answer = await select(c, decodeId('wk', id), query)
    const { rows, total } = declaredPageOf<ProjectRow>(answer)
    setPageHeaders(c, `/api/v1/workspaces/${id}/projects`, query, total)
    return c.json({ items: rows.map(projectView), total }, 200)
  })
}

function select(c: AppContext, workspaceId: number, query: z.infer<typeof querySchema>) {
  const pinned = query.pinned === 'true'
  // Pins are only ever the caller's own: their policy says so.
  const columns = pinned ? `${projectColumns}, project_pins!inner(position)` : projectColumns
  let rows = asCaller(c).from('projects').select(columns, { count: 'exact' }).eq('workspace_id', workspaceId)
  if (query.search) rows = rows.ilike('name', `%${escapeLike(query.search)}%`)
  if (query.flavor) rows = rows.eq('flavor', query.flavor)
  if (query.group_id) rows = rows.eq('group_id', decodeId('grp', query.group_id))
  return rows
    .order('name')
    .order('id')
    .range(...rangeOf(query))
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
