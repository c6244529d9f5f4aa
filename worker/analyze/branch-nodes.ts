// The rows of branch_nodes: what is gone is deleted, what changed updated, what is new inserted, the rest untouched.
import type { ClientBase } from 'pg'
import type { AnalyzedNode } from '../../analysis/index.ts'
import type { HashedNode } from './describe.ts'
import type { LockedBranch } from './lock-branch.ts'
import { searchTexts } from './search-words.ts'

const BATCH = 500

interface NodeRow {
  uri: string
  type: string
  slug: string
  name: string
  summary: string
  tags: string[]
  method: string | null
  path: string | null
  version: string | null
  is_internal: boolean
  is_deprecated: boolean
  parent_uri: string | null
  position: number
  stable_id: string | null
  hash: string
  has_internal_parts: boolean
  external_hash: string | null
}

/**
 * Makes the nodes of a branch equal to the given ones, and returns the URIs of those that hold something internal and
 * were not known to before. The caller holds the lock on the branch.
 */
export async function writeBranchNodes(
  db: ClientBase,
  branch: LockedBranch,
  nodes: HashedNode[],
): Promise<string[]> {
  const { branchId } = branch
  const { rows: held } = await db.query<NodeRow>(
    `select uri, type, slug, coalesce(source_name, name) as name, coalesce(source_summary, summary) as summary, tags,
       method, path, version, is_internal, is_deprecated, parent_uri, position, stable_id, encode(snapshot_hash, 'hex') as hash, has_internal_parts,
       encode(external_snapshot_hash, 'hex') as external_hash
     from public.branch_nodes where branch_id = $1`,
    [branchId],
  )
  const before = new Map(held.map((row) => [row.uri, row]))
  const uris = new Set(nodes.map(({ node }) => node.uri))
  const gone = held.filter(({ uri }) => !uris.has(uri)).map(({ uri }) => uri)
  await db.query('delete from public.branch_nodes where branch_id = $1 and uri = any ($2)', [branchId, gone])

  const changed = nodes
    .map((hashed) => ({ hashed, row: rowOf(hashed) }))
    .filter(({ row }) => JSON.stringify(row) !== stored(before.get(row.uri)))
  await freeSlugs(db, branchId, changed, before)
  // One order for all branches: two imports into a project must not wait for each other's nodes.
  changed.sort((a, b) => (a.row.uri < b.row.uri ? -1 : 1))
  for (let start = 0; start < changed.length; start += BATCH)
    await writeBatch(db, branch, changed.slice(start, start + BATCH))
  return changed
    .filter(({ row }) => row.external_hash !== null && !before.get(row.uri)?.external_hash)
    .map(({ row }) => row.uri)
}

type Changed = { hashed: HashedNode; row: NodeRow }

// Nodes may exchange their slugs, which are unique: those that change are first set out of the way.
async function freeSlugs(
  db: ClientBase,
  branchId: string,
  changed: Changed[],
  before: Map<string, NodeRow>,
): Promise<void> {
  const renamed = changed.filter(({ row }) => (before.get(row.uri)?.slug ?? row.slug) !== row.slug)
  if (renamed.length === 0) return
  await db.query(`update public.branch_nodes set slug = '~' || id where branch_id = $1 and uri = any ($2)`, [
    branchId,
    renamed.map(({ row }) => row.uri),
  ])
}

async function writeBatch(db: ClientBase, branch: LockedBranch, batch: Changed[]): Promise<void> {
  const rows = batch.map(({ hashed: { node }, row }) => ({
    ...row,
    words: searchTexts(node),
    external_words: externalTexts(node),
  }))
  await db.query(
    `with new as (
       select * from json_to_recordset($4::json) as r (
         uri text, type text, slug text, name text, summary text, tags text[], method text, path text, version text,
         is_internal boolean, is_deprecated boolean, parent_uri text, position integer, stable_id text, hash text,
         has_internal_parts boolean, external_hash text, words json, external_words json)
     ), known as (
       insert into public.nodes as n (project_id, uri, type)
       select $2, uri, type from new order by uri collate "C"
       on conflict (project_id, uri) do update set type = excluded.type
       returning n.id, n.uri
     )
     insert into public.branch_nodes as bn (branch_id, project_id, workspace_id, node_id, uri, type, slug, name, summary,
       tags, method, path, version, is_internal, is_deprecated, parent_uri, position, stable_id, snapshot_hash, search,
       has_internal_parts, external_snapshot_hash, external_search)
     select $1, $2, $3, known.id, new.uri, new.type, slug, name, summary, tags, method, path, version, is_internal,
       is_deprecated, parent_uri, position, stable_id, decode(hash, 'hex'),
       ${weighed('words')}, has_internal_parts, decode(external_hash, 'hex'), ${weighed('external_words')}
     from new join known on known.uri = new.uri
     on conflict (branch_id, uri) do update set
       type = excluded.type, slug = excluded.slug, name = excluded.name, summary = excluded.summary,
       tags = excluded.tags, method = excluded.method, path = excluded.path, version = excluded.version,
       is_internal = excluded.is_internal, is_deprecated = excluded.is_deprecated, parent_uri = excluded.parent_uri,
       position = excluded.position, stable_id = excluded.stable_id, snapshot_hash = excluded.snapshot_hash, search = excluded.search,
       has_internal_parts = excluded.has_internal_parts, external_snapshot_hash = excluded.external_snapshot_hash,
       external_search = excluded.external_search, updated_at = now(),
       source_name = null, source_summary = null, source_search = null`,
    [branch.branchId, branch.projectId, branch.workspaceId, JSON.stringify(rows)],
  )
}

function weighed(words: string): string {
  return ['a', 'b', 'c', 'd']
    .map((weight) => `setweight(to_tsvector('simple', ${words} ->> '${weight}'), '${weight}')`)
    .join(' || ')
}

function externalTexts({ externalData, externalSearchText, ...node }: AnalyzedNode) {
  return externalData
    ? searchTexts({ ...node, data: externalData, searchText: externalSearchText ?? '' })
    : null
}

function rowOf({ node, hash, externalHash }: HashedNode): NodeRow {
  return {
    uri: node.uri,
    type: node.type,
    slug: node.slug,
    name: node.name,
    summary: node.summary,
    tags: node.tags,
    method: node.method ?? null,
    path: node.path ?? null,
    version: node.version ?? null,
    is_internal: node.isInternal,
    is_deprecated: node.isDeprecated,
    parent_uri: node.parentUri ?? null,
    position: node.position,
    stable_id: node.id,
    hash: hash.toString('hex'),
    has_internal_parts: externalHash !== undefined,
    external_hash: externalHash?.toString('hex') ?? null,
  }
}

// The columns are selected in the order of rowOf, so that equal rows have equal text.
function stored(row: NodeRow | undefined): string {
  return JSON.stringify(row)
}
