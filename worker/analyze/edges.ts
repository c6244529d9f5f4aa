import type { ClientBase } from 'pg'
import type { AnalyzedEdge } from '../../analysis/index.ts'

/** Makes the edges of a branch equal to the given ones, writing only the difference. */
export async function writeEdges(db: ClientBase, branchId: string, edges: AnalyzedEdge[]): Promise<void> {
  const wanted = new Map(edges.map((edge) => [keyOf(edge), edge]))
  const { rows } = await db.query<{
    id: string
    type: string
    from: string
    to: string
    path: string | null
    isInternal: boolean
  }>(
    `select id, type, from_uri as "from", to_uri as "to", to_path as path, is_internal as "isInternal"
     from public.node_edges where branch_id = $1`,
    [branchId],
  )
  const gone: string[] = []
  for (const row of rows) if (!wanted.delete(keyOf(row))) gone.push(row.id)
  if (gone.length > 0) await db.query('delete from public.node_edges where id = any ($1::bigint[])', [gone])
  const added = [...wanted.values()]
  if (added.length === 0) return
  await db.query(
    `insert into public.node_edges (branch_id, from_uri, to_uri, type, to_path, is_internal)
     select $1, new.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[]) as new`,
    [
      branchId,
      added.map(({ from }) => from),
      added.map(({ to }) => to),
      added.map(({ type }) => type),
      added.map(({ path }) => path),
      added.map(({ isInternal }) => isInternal ?? false),
    ],
  )
}

interface EdgeText {
  type: string
  from: string
  to: string
  path: string | null
  isInternal?: boolean
}

function keyOf({ type, from, to, path, isInternal }: EdgeText): string {
  return `${type} ${from}\n${to}\n${path ?? ''}\n${isInternal ? 'internal' : ''}`
}
