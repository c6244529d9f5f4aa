import { createRoute, z } from '@hono/zod-openapi'
import { config } from '../../../_shared/config.ts'
import { asCaller, declaredRowsOf, rowsOf, rpc, rpcExact } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import type { BranchNode } from '../../../_shared/domain/rows.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, idSchema, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { writeExactly } from '../../../_shared/http/exact-numbers.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { workspaceOrigin } from '../../../_shared/http/workspace-host.ts'
import { branchQuery, type OpenedBranch, openBranch } from '../../model/branch.ts'
import { contentsId, dataForElements, isForElements } from '../../model/elements.ts'
import { isData } from '../../model/export-form.ts'
import { readProject } from '../../model/project.ts'

const edgeSchema = z.object({
  type: z.enum(['parent', 'ref']).meta({ description: 'Belongs to, or refers to.' }),
  uri: z.string().meta({ example: '/reference/todos.yaml/components/schemas/Todo' }),
  id: idSchema('node').optional().meta({
    description: 'Absent for what is no node, for none that the caller sees, and to who reads by a link.',
  }),
  slug: z.string().optional().meta({ example: 'd4e5f6-todo' }),
  title: z.string().optional().meta({ example: 'Todo' }),
})

const nodeSchema = z
  .object({
    id: idSchema('node'),
    branch_node_id: z.int(),
    project_id: idSchema('prj'),
    branch_id: idSchema('br'),
    branch: z.string().meta({ example: 'main' }),
    type: z.string().meta({ example: 'http_operation' }),
    uri: z
      .string()
      .meta({ description: 'Identity across branches.', example: '/reference/todos.yaml/paths/~1todos/get' }),
    slug: z.string().meta({ example: 'a1b2c3-list-to-dos' }),
    title: z.string().meta({ example: 'List to-dos' }),
    summary: z.string(),
    tags: z.array(z.string()),
    method: z.string().nullable().meta({ example: 'get' }),
    path: z.string().nullable().meta({ example: '/todos' }),
    version: z.string().nullable(),
    is_internal: z.boolean(),
    is_hidden: z
      .boolean()
      .meta({ description: 'By an override: shown to who may change the content alone.' }),
    is_deprecated: z.boolean(),
    updated_at: timestamp,
    data: z.unknown().meta({
      description:
        'The content: operation, service, JSON Schema or `{markdown}`. References lead into `__bundled__`, or to the URI of a model.',
    }),
    links: z.record(z.string(), z.string()).meta({
      description:
        'Related addresses: where the file of the node is exported (`export_original_file_url`, and with all that it refers to ' +
        '`export_bundled_file_url`: dereferenced instead of bundled where the project has `use_legacy_exporter`), for who may export it, and the mock server of the branch (`mock_url`), where the workspace offers it.',
      example: {},
    }),
    outbound_edges: z.array(edgeSchema).meta({ description: 'What the node refers to (at most 200).' }),
    inbound_edges: z.array(edgeSchema).meta({ description: 'What refers to the node (at most 200).' }),
  })
  .meta({ id: 'Node' })

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    branch_node: BranchNode | null
    branch_node_edges: { nodes: RowOf<'graph_node', 'method' | 'path'>[] } | null
  }
}

type Edge = z.infer<typeof edgeSchema>
type Named = Pick<Edge, 'id' | 'slug' | 'title'>

const maxEdges = 200
/** Characters of a question to the database, of the 8,192 that proxies let through. */
const maxAddress = 4_000

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/nodes/{slug}',
  tags: ['Documentation'],
  summary: 'Get a node',
  description:
    'One article, operation, model or service with all that its page needs. ' +
    'The stable id in front of the slug’s title is enough, so that links outlive a renaming. ' +
    'The link of the branch opens it too, in the header `X-Waymark-Share`: its edges are then references alone. ' +
    'To who sends `Stoplight-Elements-Version` the answer is what that component reads: `id` is the one of the table of ' +
    'contents, the data of an article its text, and models beyond the page are part of `__bundled__`.',
  operationId: 'getNode',
  security: bearerOptional,
  middleware: writeExactly,
  request: {
    params: z.object({ id: idSchema('prj'), slug: z.string().meta({ example: 'a1b2c3-list-to-dos' }) }),
    query: branchQuery,
  },
  responses: { 200: jsonAnswer('The node.', nodeSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id}/nodes/{slug} */
export function getNode(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const branch = await openBranch(c, decodeId('prj', id), c.req.valid('query').branch)
    const node = await rpcExact(c, 'branch_node', { p_branch_id: branch.id, p_slug: slug })
    if (!node) throw refusal('NOT_FOUND', 'Page not found')
    const forElements = isForElements(c)
    const [around, links, mock, data] = await Promise.all([
      branch.link ? edgesByLink(c, branch, node.uri) : edgesOf(c, branch, node.uri),
      exportLinks(c, branch, node.uri),
      node.type === 'http_operation' ? mockLink(c, branch) : {},
      forElements ? dataForElements(c, branch.id, node) : node.data,
    ])
    const view = nodeView(node, branch)
    return c.json(
      {
        ...view,
        id: forElements ? contentsId(node.slug) : view.id,
        data,
        links: { ...links, ...mock },
        ...around,
      },
      200,
    )
  })
}

interface Edges {
  outbound_edges: Edge[]
  inbound_edges: Edge[]
}

async function edgesOf(c: AppContext, branch: OpenedBranch, uri: string): Promise<Edges> {
  const [outbound_edges, inbound_edges] = await Promise.all([
    edges(c, branch, 'from_uri', 'to_uri', uri),
    edges(c, branch, 'to_uri', 'from_uri', uri),
  ])
  return { outbound_edges, inbound_edges }
}

// The rows of edges and nodes are for who has a right; who has a link is told by the function that their screens ask.
async function edgesByLink(c: AppContext, branch: OpenedBranch, uri: string): Promise<Edges> {
  const graph = await rpc(c, 'branch_node_edges', { p_branch_id: branch.id, p_uri: uri })
  const towards = (asked: string): Edge[] =>
    (graph?.nodes ?? [])
      .filter(({ direction }) => direction === asked)
      .slice(0, maxEdges)
      .map(({ uri: at, slug, name }) => ({ type: 'ref', uri: at, slug, title: name }))
  return { outbound_edges: towards('out'), inbound_edges: towards('in') }
}

async function edges(
  c: AppContext,
  branch: OpenedBranch,
  near: 'from_uri' | 'to_uri',
  far: 'from_uri' | 'to_uri',
  uri: string,
): Promise<Edge[]> {
  const found = declaredRowsOf<Edge[]>(
    await asCaller(c)
      .from('node_edges')
      .select(`type, uri:${far}`)
      .eq('branch_id', branch.id)
      .eq(near, uri)
      .order('id')
      .limit(maxEdges),
  )
  const names = await namesOf(c, branch, new Set(found.map(({ uri: at }) => at)))
  return found.map((edge) => ({ ...edge, ...names.get(edge.uri) }))
}

/** What the nodes at the ends of edges are called. Asked for in parts: an address holds only so much. */
async function namesOf(c: AppContext, branch: OpenedBranch, uris: Set<string>): Promise<Map<string, Named>> {
  const parts: string[][] = []
  let room = 0
  for (const uri of uris) {
    const size = encodeURIComponent(uri).length
    if (size > room) parts.push([])
    room = (size > room ? maxAddress : room) - size
    parts.at(-1)?.push(uri)
  }
  const rows = await Promise.all(parts.map((part) => namedNodes(c, branch, part)))
  return new Map(
    rows
      .flat()
      .map(({ uri, node_id, slug, name }) => [uri, { id: encodeId('node', node_id), slug, title: name }]),
  )
}

async function namedNodes(c: AppContext, branch: OpenedBranch, uris: string[]) {
  return rowsOf<{ uri: string; node_id: number; slug: string; name: string }[]>(
    await asCaller(c)
      .from('branch_nodes')
      .select('uri, node_id, slug, name')
      .eq('branch_id', branch.id)
      .in('uri', uris),
  )
}

/** The mock server that a page of the branch may offer. */
async function mockLink(c: AppContext, branch: OpenedBranch): Promise<Record<string, string>> {
  const [[settings], place] = await Promise.all([
    rpc(c, 'branch_try_it', { p_branch_id: branch.id }),
    placeOf(c, branch),
  ])
  if (!settings?.shows_mock_server || !place) return {}
  const at = ['mocks', place.project, branch.slug].map(encodeURIComponent).join('/')
  return { mock_url: `${workspaceOrigin(place.workspace)}/${at}` }
}

/** The slugs of the workspace and the project of a branch. */
async function placeOf(c: AppContext, { project_id, link }: OpenedBranch) {
  if (link) return { workspace: link.workspace_slug, project: link.project_slug }
  const [workspace, project] = await Promise.all([
    rpc(c, 'project_workspace', { p_project_id: project_id }),
    readProject(c, project_id),
  ])
  return workspace ? { workspace: workspace.slug, project: project.slug } : null
}

/** Where the file of a node is exported, for who may list it. */
async function exportLinks(
  c: AppContext,
  branch: OpenedBranch,
  uri: string,
): Promise<Record<string, string>> {
  const parts = uri.split('/').slice(1, 40)
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const [file] = rowsOf<{ path: string }[]>(
    await asCaller(c)
      .from('branch_files')
      .select('path')
      .eq('branch_id', branch.id)
      .in('path', paths)
      .limit(1),
  )
  if (!file) return {}
  const at = `api/v1/projects/${encodeId('prj', branch.project_id)}/branches/${encodeURIComponent(branch.slug)}/export`
  const address = (kind: string) => {
    const url = new URL(at, config().baseUrl)
    url.searchParams.set('path', file.path)
    if (kind !== 'original') url.searchParams.set('kind', kind)
    return url.href
  }
  const original = { export_original_file_url: address('original') }
  if (!isData(file.path)) return original
  const { use_legacy_exporter: isLegacy } = await readProject(c, branch.project_id)
  const whole = address(isLegacy ? 'dereferenced' : 'bundled')
  return { export_url: whole, ...original, export_bundled_file_url: whole }
}

function nodeView(node: BranchNode, branch: OpenedBranch) {
  return {
    id: encodeId('node', node.id),
    branch_node_id: node.branch_node_id,
    project_id: encodeId('prj', branch.project_id),
    branch_id: encodeId('br', branch.id),
    branch: branch.slug,
    type: node.type,
    uri: node.uri,
    slug: node.slug,
    title: node.name,
    summary: node.summary,
    tags: node.tags,
    method: node.method,
    path: node.path,
    version: node.version,
    is_internal: node.is_internal,
    is_hidden: node.is_hidden,
    is_deprecated: node.is_deprecated,
    updated_at: node.updated_at,
    data: node.data,
  }
}
