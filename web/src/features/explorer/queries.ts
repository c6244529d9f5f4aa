// What the explorer reads: projects a page at a time, and the contents of those that are opened.
import { keepPreviousData } from '@tanstack/react-query'
import { usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { minimumLength, type SearchHit } from '../../shared/data/search.ts'
import { type ResultOf, rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { type Contents, contentsOf, type NodeType, type Project } from './tree.ts'

const pageSize = 200
const mostHits = 200

liveKeys({
  projects: [['explorer-projects']],
  branches: [['explorer-contents'], ['explorer-node']],
})

/** All projects that the caller reads, by name. */
export function useExplorerProjects() {
  const { id: workspaceId } = useWorkspace()
  return usePages({
    key: ['explorer-projects'],
    read: (from): Promise<Project[]> =>
      unwrap(
        supabase
          .from('projects')
          .select('id,slug,name,description,icon_name,icon_color,default_branch_id')
          .eq('workspace_id', workspaceId)
          .order('name')
          .order('id')
          .range(from, from + pageSize - 1),
      ),
    initialPageParam: 0,
    getNextPageParam: (page: Project[], pages: Project[][]) =>
      page.length < pageSize ? null : pages.length * pageSize,
    select: ({ pages }) => pages.flat(),
  })
}

/** What a project's default branch holds, as a tree; empty without one. */
export function useContents({ default_branch_id: branchId }: Project) {
  return useRead({
    key: ['explorer-contents', { branchId }],
    read: async (): Promise<Contents> =>
      branchId === null ? [] : contentsOf((await rpc('branch_toc', { p_branch_id: branchId })) ?? []),
  })
}

export interface Asked {
  text: string
  types: readonly NodeType[]
  /** Only what the caller has starred, for which no text is needed. */
  starred: boolean
}

/** The nodes of all projects that match; the last result stays while the next loads. */
export function useHits({ text, types, starred }: Asked) {
  const { id: workspaceId } = useWorkspace()
  const search = { p_types: [...types], p_starred: starred, p_limit: mostHits }
  return useRead({
    key: ['search', { explorer: text, types, starred }],
    read: async (): Promise<SearchHit[]> =>
      rpc('search_nodes', { p_workspace_id: workspaceId, p_search: text, ...search }),
    enabled: starred || text.length >= minimumLength,
    placeholderData: keepPreviousData,
  })
}

/** A project by its slug, from wherever its page of the list is; null where it cannot be seen. */
export function useProjectAt(slug: string | undefined) {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['explorer-projects', { slug }],
    read: slug
      ? (): Promise<Pick<Project, 'id' | 'slug' | 'name' | 'default_branch_id'> | null> =>
          unwrap(
            supabase
              .from('projects')
              .select('id,slug,name,default_branch_id')
              .eq('workspace_id', workspaceId)
              .eq('slug', slug)
              .maybeSingle(),
          )
      : null,
  })
}

export type ExplorerNode = NonNullable<ResultOf<'branch_node'>>

/** A node of a branch by its slug; null where there is none. */
export function useNode(branchId: number | null | undefined, slug: string) {
  return useRead({
    key: ['explorer-node', { branchId, slug }],
    read: branchId ? () => rpc('branch_node', { p_branch_id: branchId, p_slug: slug }) : null,
  })
}

/** A node of a branch by its uri; null where there is none. */
export function useNodeByUri(branchId: number | null | undefined, uri: string) {
  return useRead({
    key: ['explorer-node', { branchId, uri }],
    read: branchId ? () => rpc('branch_node_by_uri', { p_branch_id: branchId, p_uri: uri }) : null,
  })
}
