// What surrounds a page: who refers to it and what it refers to, and how it changed.
import type { Query } from '../../../shared/data/read.ts'
import { nextOffset, usePages, useRead } from '../../../shared/data/read.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import { type Branch, contentOf } from '../queries.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    branch_node_edges: NodeGraph | null
    branch_changelog: Changelog | null
  }
}

export type Direction = 'in' | 'out'

/** A node that another one refers to (out) or is referred to by (in), and over how many steps. */
export type GraphNode = RowOf<'graph_node', 'method' | 'path', { direction: Direction }>
export type GraphEdge = RowOf<'graph_edge'>
export type NodeGraph = RowOf<'node_graph', never, { nodes: GraphNode[]; edges: GraphEdge[] }>

export const mostSteps = 5

/** What surrounds a node over so many steps; null for who does not see it. */
export function graphQuery(
  branch: Branch,
  uri: string,
  direction: Direction | 'both',
  depth = 1,
): Query<NodeGraph | null> {
  return {
    key: ['docs-graph', { ...contentOf(branch), uri, direction, depth }],
    read: () =>
      rpc('branch_node_edges', {
        p_branch_id: branch.id,
        p_uri: uri,
        p_direction: direction,
        p_depth: depth,
      }),
  }
}

export type Semver = 'major' | 'minor' | 'patch'

export type Change = RowOf<
  'changelog_entry',
  'slug' | 'commit_hash' | 'value_before' | 'value_after',
  { semver: Semver | 'none'; operation: 'added' | 'removed' | 'updated' }
>
export type Changelog = RowOf<
  'changelog',
  never,
  { state: 'current' | 'outdated' | 'unknown' | 'none'; items: Change[] }
>

/** What a branch is compared with: its own analysis before, each time, or the default branch as it is. */
export type ComparedWith = 'previous' | 'default'

const pageSize = 50
// The server gives no entries behind this one.
const lastOffset = 10_000

/** The changelog of a branch, or of one of its nodes, a page at a time; null for who does not see it. */
export function useChangelog(branch: Branch, uri: string | undefined, comparedWith: ComparedWith) {
  return usePages({
    key: ['docs-changelog', { ...contentOf(branch), uri, comparedWith }],
    read: (offset: number) =>
      rpc('branch_changelog', {
        p_branch_id: branch.id,
        p_compared_with: comparedWith,
        p_uri: uri ?? null,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const next =
        last &&
        nextOffset(
          last,
          pages.filter((page) => page !== null),
        )
      return next !== null && next <= lastOffset ? next : null
    },
  })
}

export interface Commit {
  sha: string
  message: string
  author_name: string | null
}

/** What is known of commits, by their hash; only members of the workspace may know more than that. */
export function useCommits(branch: Branch, hashes: readonly string[]) {
  return useRead({
    key: ['docs-commits', { ...contentOf(branch), hashes }],
    read: async (): Promise<Map<string, Commit>> => {
      const commits = supabase.from('commits').select('sha,message,author_name').eq('branch_id', branch.id)
      return new Map((await unwrap(commits.in('sha', hashes))).map((commit) => [commit.sha, commit]))
    },
    signedIn: true,
    enabled: hashes.length > 0,
  })
}
