// What the files of a branch refer to in another project of the workspace: by the address under which that one exports a
// file. Nothing is fetched for it; it is what tells the other project who breaks when it changes.
import type { ClientBase } from 'pg'
import type { Branch } from '../../analysis/index.ts'
import { decodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import type { HashedNode } from './describe.ts'

interface OutsideReference {
  from: string
  projectId: number
  to: string
  isInternal: boolean
}

/** Of one branch; more are not kept. */
const MOST = 20_000
const EXPORT = /^\/api\/v1\/projects\/([A-Za-z0-9_-]{1,60})\/branches\/[^/]+\/export$/

/** Writes anew what a branch refers to in other projects; addresses of others' hosts are none. */
export async function writeOutsideReferences(
  db: ClientBase,
  { branchId, workspaceId }: { branchId: string; workspaceId: string },
  branch: Branch,
  nodes: readonly HashedNode[],
): Promise<void> {
  const { rows } = await db.query<{ base: string; slug: string }>(
    'select d.base_url as base, w.slug from private.deployment d, public.workspaces w where w.id = $1',
    [workspaceId],
  )
  const host = rows[0] && new URL(rows[0].base).host
  const found = host ? outsideReferences(branch, nodes, new Set([host, `${rows[0]?.slug}.${host}`])) : []
  await db.query('delete from private.outside_references where branch_id = $1', [branchId])
  if (found.length === 0) return
  await db.query(
    `insert into private.outside_references (branch_id, workspace_id, from_uri, project_slug, to_uri, is_internal)
     select $1, $2, r.from_uri, p.slug, r.to_uri, bool_or(r.is_internal)
     from unnest($3::text[], $4::bigint[], $5::text[], $6::boolean[]) as r (from_uri, project_id, to_uri, is_internal)
     join public.projects p on p.id = r.project_id and p.workspace_id = $2
     group by r.from_uri, p.slug, r.to_uri`,
    [
      branchId,
      workspaceId,
      found.map(({ from }) => from),
      found.map(({ projectId }) => projectId),
      found.map(({ to }) => to),
      found.map(({ isInternal }) => isInternal),
    ],
  )
}

/** The references of a branch that lead to exports of a product at these hosts. */
export function outsideReferences(
  branch: Branch,
  nodes: readonly HashedNode[],
  hosts: ReadonlySet<string>,
): OutsideReference[] {
  const byUri = new Map(nodes.map((one) => [one.node.uri, one]))
  const found: OutsideReference[] = []
  for (const path of new Set(nodes.map(({ node }) => node.file))) {
    // Few files do: the others are not walked through.
    if (!branch.tree.text(path)?.includes('/api/v1/projects/')) continue
    const document = branch.documents.get(path)
    if (!document) continue
    for (const { ref, pointer } of references(document.root)) {
      const target = targetOf(ref, hosts)
      const from = target && holderOf(byUri, `${document.uri}${pointer}`)
      if (!target || !from) continue
      found.push({
        ...target,
        from: from.node.uri,
        isInternal: from.node.isInternal || from.externalHash !== undefined,
      })
      if (found.length >= MOST) return found
    }
  }
  return found
}

function* references(root: unknown): Generator<{ ref: string; pointer: string }> {
  const waiting: [value: unknown, pointer: string][] = [[root, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, pointer] = next
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (key === '$ref' && typeof child === 'string') yield { ref: child, pointer }
      else waiting.push([child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`])
    }
  }
}

function targetOf(ref: string, hosts: ReadonlySet<string>): { projectId: number; to: string } | null {
  const url = URL.parse(ref)
  const [, id] = (url && hosts.has(url.host) && EXPORT.exec(url.pathname)) || []
  const path = url?.searchParams.get('path')
  if (!url || !id || !path || path.length > 1000) return null
  try {
    return {
      projectId: decodeId('prj', id),
      to: `/${path.replace(/^\/+/, '')}${decodeURIComponent(url.hash.slice(1))}`.slice(0, 1900),
    }
  } catch {
    // No id of a project, or no address that anybody could follow.
    return null
  }
}

/** The innermost node that a place belongs to. */
function holderOf(byUri: ReadonlyMap<string, HashedNode>, place: string): HashedNode | undefined {
  for (let uri = place; uri.length > 1; uri = uri.slice(0, uri.lastIndexOf('/'))) {
    const node = byUri.get(uri)
    if (node) return node
  }
  return undefined
}
