// What the explorer reads: projects a page at a time, and the contents of those that are opened.
import { keepPreviousData } from '@tanstack/react-query'
import { rpcExact } from '../../shared/data/exact.ts'
import { slugAfter } from '../../shared/data/projects.ts'
import { usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { minimumLength, type SearchHit } from '../../shared/data/search.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { PageFilters } from '../../shared/search/filters.ts'
import type { ShownBranch } from '../../shared/ui/branch-node-slot.tsx'
import { type Contents, contentsOf, type NodeType, type Project, typesOf } from './tree.ts'

const pageSize = 200
const mostHits = 200

liveKeys({
  projects: [['explorer-projects']],
  branches: [['explorer-contents'], ['explorer-node'], ['explorer-branch']],
})

/** All projects that the caller reads, by name; or the one with a slug. */
export function useExplorerProjects(slug: string | undefined) {
  const { id: workspaceId } = useWorkspace()
  return usePages({
    key: ['explorer-projects', { only: slug }],
    read: (from): Promise<Project[]> => {
      const projects = supabase
        .from('projects')
        .select('id,slug,name,description,icon_name,icon_color,default_branch_id')
        .eq('workspace_id', workspaceId)
      const meant = slug === undefined ? projects : projects.eq('slug', slug)
      return unwrap(
        meant
          .order('name')
          .order('id')
          .range(from, from + pageSize - 1),
      )
    },
    initialPageParam: 0,
    getNextPageParam: (page: Project[], pages: Project[][]) =>
      page.length < pageSize ? null : pages.length * pageSize,
    select: ({ pages }) => pages.flat(),
  })
}

/** What a version of a project holds, as a tree; empty where it has no such one. */
export function useContents(project: Project, version: string | undefined) {
  return useRead({
    key: ['explorer-contents', { branchId: project.default_branch_id, version }],
    read: async (): Promise<Contents> => {
      const branch = await branchOf(project, version)
      return branch ? contentsOf((await rpc('branch_toc', { p_branch_id: branch.id })) ?? []) : []
    },
  })
}

/** A version of a project by its slug, without one the default version; null where there is none. */
async function branchOf(
  { id, default_branch_id }: Pick<Project, 'id' | 'default_branch_id'>,
  version: string | undefined,
): Promise<ShownBranch | null> {
  if (version === undefined && default_branch_id === null) return null
  const branches = supabase.from('branches').select('id,slug,last_analyzed_at').eq('project_id', id)
  return unwrap(
    (version === undefined
      ? branches.eq('id', default_branch_id ?? 0)
      : branches.eq('slug', version)
    ).maybeSingle(),
  )
}

export interface Asked {
  text: string
  /** Those that are meant; none for all. */
  types: readonly NodeType[]
  /** Only what the caller has starred, for which no text is needed. */
  starred: boolean
  filters: PageFilters
  /** The one project that is searched; undefined while it is not known. */
  projectId: number | undefined
}

/** The nodes of all projects that match; the last result stays while the next loads. */
export function useHits({ text, types, starred, filters, projectId }: Asked) {
  const { id: workspaceId } = useWorkspace()
  const { project, version, tag } = filters
  const search = {
    ...(types.length > 0 ? { p_types: typesOf(types) } : {}),
    p_starred: starred,
    p_limit: mostHits,
    ...(projectId === undefined ? {} : { p_project_ids: [projectId] }),
    ...(version === undefined ? {} : { p_branch_slug: version }),
    ...(tag === undefined ? {} : { p_tags: [tag] }),
  }
  // Tags are among the words of what they stand at; all that is starred is listed without words.
  const words = text || (starred ? '' : (tag ?? ''))
  return useRead({
    key: ['search', { explorer: text, types, starred, projectId, version, tag }],
    read: async (): Promise<SearchHit[]> =>
      rpc('search_nodes', { p_workspace_id: workspaceId, p_search: words, ...search }),
    enabled:
      (starred || tag !== undefined || text.length >= minimumLength) &&
      (project === undefined || projectId !== undefined),
    placeholderData: keepPreviousData,
  })
}

/** A project by its slug or one that it had before, from wherever its page of the list is; null where it cannot be seen. */
export function useProjectAt(slug: string) {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['explorer-projects', { slug }],
    read: async () => {
      const found = await projectAt(workspaceId, slug)
      if (found) return found
      const now = await slugAfter(workspaceId, slug)
      return now === null ? null : projectAt(workspaceId, now)
    },
  })
}

const projectAt = (
  workspaceId: number,
  slug: string,
): Promise<Pick<Project, 'id' | 'slug' | 'name' | 'default_branch_id'> | null> =>
  unwrap(
    supabase
      .from('projects')
      .select('id,slug,name,default_branch_id')
      .eq('workspace_id', workspaceId)
      .eq('slug', slug)
      .maybeSingle(),
  )

/** A node of a version of a project by its slug, and the branch that it is on; null where there is none. */
export function useNode(
  project: Pick<Project, 'id' | 'default_branch_id'> | null | undefined,
  version: string | undefined,
  slug: string,
) {
  return useRead({
    key: ['explorer-node', { projectId: project?.id, version, slug }],
    read: project
      ? async () => {
          const branch = await branchOf(project, version)
          const node = branch && (await rpcExact('branch_node', { p_branch_id: branch.id, p_slug: slug }))
          return node && { branch, node }
        }
      : null,
  })
}

/** A node of a branch by its uri; null where there is none. */
export function useNodeByUri(branchId: number | null | undefined, uri: string) {
  return useRead({
    key: ['explorer-node', { branchId, uri }],
    read: branchId ? () => rpc('branch_node_by_uri', { p_branch_id: branchId, p_uri: uri }) : null,
  })
}
