// Stars: the nodes that somebody keeps at hand. They are one's own, nobody else sees them.
import { useChange } from './change.ts'
import { useMe } from './me.ts'
import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { supabase, unwrap } from './supabase.ts'

// Of more stars the newest are marked.
const mostStars = 1_000

liveKeys({ node_stars: [['node-stars'], ['search']] })

/** Whether the caller has starred a node. */
export function useIsStarred(nodeId: number) {
  return useRead({
    key: ['node-stars', { nodeId }],
    read: async () =>
      (await unwrap(supabase.from('node_stars').select('node_id').eq('node_id', nodeId))).length > 0,
    signedIn: true,
  })
}

/** A node in a list: by its id where the list has it, else by its slug on a branch. */
export type ListedNode = { nodeId: number } | { branchId: number; slug: string }

/** Whether the caller has starred each node of a list; one request for a branch, or for all that were found. */
export function useIsListedStarred(node: ListedNode) {
  const branchId = 'branchId' in node ? node.branchId : null
  return useRead({
    key: ['node-stars', { branchId }],
    read: () => (branchId === null ? starredIds() : starredSlugs(branchId)),
    select: (starred) => starred.has('branchId' in node ? node.slug : node.nodeId),
    signedIn: true,
  })
}

async function starredIds(): Promise<Set<number | string>> {
  const rows = await unwrap(
    supabase.from('node_stars').select('node_id').order('created_at', { ascending: false }).limit(mostStars),
  )
  return new Set(rows.map(({ node_id }) => node_id))
}

async function starredSlugs(branchId: number): Promise<Set<number | string>> {
  const rows = await unwrap(
    supabase
      .from('node_stars')
      .select('nodes!inner(branch_nodes!inner(slug))')
      .eq('nodes.branch_nodes.branch_id', branchId)
      .limit(mostStars),
  )
  return new Set(rows.flatMap(({ nodes }) => nodes.branch_nodes.map(({ slug }) => slug)))
}

async function idOf(node: ListedNode): Promise<number> {
  if ('nodeId' in node) return node.nodeId
  const row = await unwrap(
    supabase
      .from('branch_nodes')
      .select('node_id')
      .eq('branch_id', node.branchId)
      .eq('slug', node.slug)
      .single(),
  )
  return row.node_id
}

/** Stars a node for the caller, or takes the star back. */
export function useStar(node: ListedNode) {
  const me = useMe()
  return useChange({
    run: async (star: boolean) => {
      const stars = supabase.from('node_stars')
      const row = { node_id: await idOf(node), user_id: me.data?.id ?? 0 }
      if (star) await unwrap(stars.insert(row))
      else await unwrap(stars.delete().eq('node_id', row.node_id))
    },
    changes: ['node-stars', 'search'],
    failure: 'The star could not be changed',
  })
}
