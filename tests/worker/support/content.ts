// A branch as a reader finds it.
import type { World } from './world.ts'

export interface Content {
  /** Versions that the names of the nodes tell; one, unless a reader saw half. */
  versions: string[]
  nodes: number
  edges: number
  operations: number
  /** Versions in the table of contents. */
  toc: string[]
}

/** Reads nodes, edges, counts and table of contents in one statement, as of one moment. */
export async function contentOf({ db }: World, branchId: string): Promise<Content> {
  const { rows } = await db.query<Content>(
    `select
       array(select distinct substring(n.name from 'v\\d+$') from public.branch_nodes n where n.branch_id = b.id order by 1) as versions,
       (select count(*)::integer from public.branch_nodes n where n.branch_id = b.id) as nodes,
       (select count(*)::integer from public.node_edges e where e.branch_id = b.id) as edges,
       b.operation_count as operations,
       array(select distinct m[1] from public.branch_tocs t, regexp_matches(t.toc::text, '(v\\d+)"', 'g') m
         where t.branch_id = b.id and t.audience = 'members' order by 1) as toc
     from public.branches b where b.id = $1`,
    [branchId],
  )
  if (!rows[0]) throw new Error('The branch is gone.')
  return rows[0]
}
