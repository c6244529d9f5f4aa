// What the projects screen reads. A workspace may hold 10,000 projects: a group's are read when its rows are seen.
import { keepPreviousData } from '@tanstack/react-query'
import { usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { Flavor, Project, Visibility } from './model.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    list_projects: ProjectPage
  }
}

// 'groups' and 'projects' are live already, for the shell shows them too.
liveKeys({
  projects: [['project-details']],
  groups: [['project-details']],
  project_members: [['project-details']],
})

export type SortBy = 'name' | 'updated_at'

export interface Filter {
  search: string
  visibility: Visibility | null
  flavor: Flavor | null
}

/** Of its rows the total is known where that was asked for. */
export interface ProjectPage extends Omit<RowOf<'project_page', 'next' | 'total'>, 'items'> {
  items: Project[]
}

const matchesPerPage = 100
const projectsInDetails = 20

/** A page of projects, sorted and filtered by the server. */
export function readProjects(workspaceId: number, more: Record<string, unknown>): Promise<ProjectPage> {
  return rpc('list_projects', { p_workspace_id: workspaceId, ...more })
}

/** The projects that a search and filters find, in all groups. */
export function useMatches(filter: Filter, order: string, enabled: boolean) {
  const { id: workspaceId } = useWorkspace()
  return usePages({
    key: ['projects', { list: 'matches', ...filter, order }],
    read: (after) =>
      readProjects(workspaceId, {
        p_search: filter.search || null,
        p_visibility: filter.visibility ? [filter.visibility] : null,
        p_flavor: filter.flavor ? [filter.flavor] : null,
        p_order: order,
        p_after: after,
        p_limit: matchesPerPage,
        p_total: after === null,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ projects: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? 0 }),
    placeholderData: keepPreviousData,
    signedIn: true,
    enabled,
  })
}

/** One project by its slug; null for one that the caller cannot see. */
export function useProject(slug: string) {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['project-details', { slug }],
    read: async () => (await readProjects(workspaceId, { p_slug: slug, p_limit: 1 })).items[0] ?? null,
    signedIn: true,
  })
}

/** The projects of one group, for its details. */
export function useProjectsOfGroup(groupId: number) {
  const { id: workspaceId } = useWorkspace()
  return usePages({
    key: ['projects', { list: 'details', groupId }],
    read: (after) =>
      readProjects(workspaceId, { p_group_id: groupId, p_after: after, p_limit: projectsInDetails }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: (data) => data.pages.flatMap(({ items }) => items),
  })
}
