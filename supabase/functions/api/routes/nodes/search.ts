import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { highlighted } from '../../model/highlight.ts'

const listSchema = z.union([z.string(), z.array(z.string())]).optional()

const querySchema = z.object({
  search: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ description: 'Words; the last one may be unfinished.', example: 'list tod' }),
  'project_ids[]': listSchema.meta({
    description: 'Only these projects. `project_ids[0]=…` is understood as well.',
  }),
  'types[]': listSchema.meta({ description: 'Only nodes of these types, such as `http_operation`.' }),
  'tags[]': listSchema.meta({ description: 'Only nodes with one of these tags.' }),
  branch: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'Slug of the branch; default branches when absent.' }),
  limit: z.coerce.number().int().min(1).max(200).default(50).meta({ example: 50 }),
})

const hitSchema = z
  .object({
    id: idSchema('node').meta({
      description: 'The same as `node_id`, by which embedded docs tell hits apart.',
    }),
    node_id: idSchema('node'),
    project_id: idSchema('prj'),
    project_slug: z.string().meta({ example: 'todos' }),
    project_name: z.string().meta({ example: 'To-dos' }),
    branch_slug: z.string().meta({ example: 'main' }),
    slug: z.string().meta({ example: 'a1b2c3-list-to-dos' }),
    title: z.string().meta({ example: 'List to-dos' }),
    type: z.string().meta({ example: 'http_operation' }),
    method: z.string().nullable().meta({ example: 'get' }),
    path: z.string().nullable().meta({ example: '/todos' }),
    summary: z.string(),
    highlighted: z.object({
      name: z.string().meta({ description: 'Escaped HTML.', example: '<em>List</em> <em>to</em>-dos' }),
      summary: z.string(),
      data: z.string(),
    }),
  })
  .meta({ id: 'SearchHit' })

type HitRow = RowOf<'search_hit', 'method' | 'path'>

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    search_nodes: HitRow[]
  }
}

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/nodes',
  tags: ['Documentation'],
  summary: 'Search',
  description:
    'Finds articles, operations, models and services that the caller may read, best first. Typing errors are forgiven.',
  operationId: 'searchNodes',
  security: bearerOptional,
  request: { params: idParam('wk'), query: querySchema },
  responses: { 200: jsonAnswer('What was found.', z.array(hitSchema)), ...problems(400, 401, 429) },
})

/** GET /workspaces/{id}/nodes */
export function searchNodes(app: Router): void {
  app.openapi(route, async (c) => {
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const query = c.req.valid('query')
    const { searchParams } = new URL(c.req.url)
    if (query.search === '') return c.json([], 200)
    const rows = await rpc(c, 'search_nodes', {
      p_workspace_id: workspaceId,
      p_search: query.search,
      p_project_ids: listOf(searchParams, 'project_ids')?.map((id) => decodeId('prj', id)) ?? null,
      p_types: listOf(searchParams, 'types'),
      p_tags: listOf(searchParams, 'tags'),
      p_branch_slug: query.branch ?? null,
      p_limit: query.limit,
    })
    return c.json(rows.map(hitView), 200)
  })
}

// Both name[]=a&name[]=b and name[0]=a, as the embeddable docs send it; null where there is none.
function listOf(query: URLSearchParams, name: string): string[] | null {
  const values = [...query].filter(([key]) => key.replace(/\[\d*\]$/, '') === name).map(([, value]) => value)
  return values.length > 0 ? values : null
}

function hitView(row: HitRow): z.infer<typeof hitSchema> {
  const { name, node_id, project_id, ...rest } = row
  // Words meant as others are marked as well: those that the hit itself has of what was asked for.
  const meant = rest.words.join(' ')
  return {
    id: encodeId('node', node_id),
    node_id: encodeId('node', node_id),
    project_id: encodeId('prj', project_id),
    project_slug: rest.project_slug,
    project_name: rest.project_name,
    branch_slug: rest.branch_slug,
    slug: rest.slug,
    title: name,
    type: rest.type,
    method: rest.method,
    path: rest.path,
    summary: rest.summary,
    highlighted: { name: highlighted(name, meant), summary: highlighted(rest.summary, meant), data: '' },
  }
}
