import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, declaredRowsOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { projectFlavor } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { linkHeader, pageQuery, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type ProjectRow, projectColumns, projectSchema, projectView } from '../../model/project.ts'

const querySchema = pageQuery.extend({
  search: z.string().trim().max(200).optional().meta({ description: 'Part of the name.', example: 'todo' }),
  flavor: projectFlavor.optional(),
  group_id: idSchema('grp').optional(),
  pinned: z.enum(['true', 'false']).optional().meta({ description: '`true`: only what the caller pinned.' }),
})

const answerSchema = z
  .object({
    items: z.array(projectSchema),
    total: z.int().meta({ description: 'How many there are in all.', example: 42 }),
  })
  .meta({ id: 'ProjectList' })

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
    200: { ...jsonAnswer('A page of projects.', answerSchema), headers: linkHeader },
    ...problems(400, 401),
  },
})

/** GET /workspaces/{id}/projects */
export function listProjects(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const query = c.req.valid('query')
    const answer = await select(c, decodeId('wk', id), query)
    const rows = declaredRowsOf<ProjectRow[]>(answer)
    const total = answer.count ?? rows.length
    setPageHeaders(c, `/api/v1/workspaces/${id}/projects`, query, total)
    return c.json({ items: rows.map(projectView), total }, 200)
  })
}

async function select(c: AppContext, workspaceId: number, query: z.infer<typeof querySchema>) {
  const pinned = query.pinned === 'true'
  // Pins are only ever the caller's own: their policy says so.
  const columns = pinned ? `${projectColumns}, project_pins!inner(position)` : projectColumns
  let rows = asCaller(c).from('projects').select(columns, { count: 'exact' }).eq('workspace_id', workspaceId)
  if (query.search) rows = rows.ilike('name', `%${escapeLike(query.search)}%`)
  if (query.flavor) rows = rows.eq('flavor', query.flavor)
  if (query.group_id) rows = rows.eq('group_id', decodeId('grp', query.group_id))
  const page = await rows
    .order('name')
    .order('id')
    .range(...rangeOf(query))
  // Beyond the last row PostgREST answers 416: for a reader that is an empty page.
  return page.status === 416 ? { data: [], error: null, count: await count(c, workspaceId) } : page
}

async function count(c: AppContext, workspaceId: number): Promise<number> {
  const answer = await asCaller(c)
    .from('projects')
    .select('id', { count: 'exact', head: true })
    .eq('workspace_id', workspaceId)
  return answer.count ?? 0
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
