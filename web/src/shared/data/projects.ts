// Lists of projects as several screens need them. A workspace may hold 10,000: every list is paged.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { nodesOf, query } from './graphql.ts'
import { groupList, pinnedProjects, projectPage } from './projects.operations.ts'
import { rpc } from './supabase.ts'
import { useSession, useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    workspace_features: Feature[]
  }
}

export const projectPageSize = 30

export interface ProjectRow {
  id: number
  name: string
  slug: string
  description: string
  icon_name: string
  icon_color: string
  visibility: 'internal' | 'private' | 'public'
  flavor: 'design' | 'style_guide' | 'design_library'
  type: 'cli' | 'local' | 'vcs' | 'web'
  group_id: number | null
  updated_at: string
}

export interface GroupRow {
  id: number
  name: string
  slug: string
  icon: string
  icon_color: string
  visibility: 'public' | 'internal'
}

export interface ProjectFilter {
  /** A group's id, null for projects in no group, undefined for all. */
  group?: number | null
  /** Leaves out the projects of these groups; those of groups that the caller cannot see stay. */
  outside?: number[]
  /** Part of a name, whatever its case. */
  name?: string
}

function useScope() {
  const workspace = useWorkspace()
  const session = useSession()
  const viewer = session.status === 'signed-in' ? session.authId : null
  return { workspaceId: workspace.id, viewer, ready: session.status !== 'loading' }
}

/** Projects of the workspace that the caller may see, by slug, a page at a time. */
export function useProjects(filter: ProjectFilter, enabled = true) {
  const { workspaceId, viewer, ready } = useScope()
  return useInfiniteQuery({
    queryKey: ['projects', workspaceId, viewer, filter],
    queryFn: ({ pageParam }) => fetchPage(workspaceId, filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: (data) => data.pages.flatMap(({ rows }) => rows),
    enabled: enabled && ready,
  })
}

async function fetchPage(workspaceId: number, filter: ProjectFilter, after: string | null) {
  const { projectsCollection: page } = await query(projectPage, {
    filter: { workspaceId: { eq: String(workspaceId) }, ...groupFilter(filter), ...nameFilter(filter) },
    first: projectPageSize,
    after,
  })
  return {
    rows: nodesOf(page).map(rowOf),
    next: page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null,
  }
}

function groupFilter({ group, outside }: ProjectFilter) {
  if (group === null) return { groupId: { is: 'NULL' as const } }
  if (group !== undefined) return { groupId: { eq: String(group) } }
  if (!outside?.length) return {}
  return { or: [{ groupId: { is: 'NULL' as const } }, { not: { groupId: { in: outside.map(String) } } }] }
}

function nameFilter({ name }: ProjectFilter) {
  return name ? { name: { ilike: `%${name.replace(/[\\%_]/g, '\\$&')}%` } } : {}
}

interface ProjectNode {
  id: string
  name: string
  slug: string
  description: string
  iconName: string
  iconColor: string
  visibility: string
  flavor: string
  type: string
  groupId: string | null
  updatedAt: string
}

function rowOf(node: ProjectNode): ProjectRow {
  return {
    id: Number(node.id),
    name: node.name,
    slug: node.slug,
    description: node.description,
    icon_name: node.iconName,
    icon_color: node.iconColor,
    // The database's own checks: GraphQL knows them as text.
    visibility: node.visibility as ProjectRow['visibility'],
    flavor: node.flavor as ProjectRow['flavor'],
    type: node.type as ProjectRow['type'],
    group_id: node.groupId === null ? null : Number(node.groupId),
    updated_at: node.updatedAt,
  }
}

/** Projects by slug, in the order given; those the caller cannot see are left out. */
export function useProjectsBySlug(slugs: string[]) {
  const { workspaceId, viewer, ready } = useScope()
  return useQuery({
    queryKey: ['projects', workspaceId, viewer, { slugs }],
    queryFn: async () => {
      const { projectsCollection } = await query(projectPage, {
        filter: { workspaceId: { eq: String(workspaceId) }, slug: { in: slugs } },
        first: slugs.length,
      })
      const rows = nodesOf(projectsCollection).map(rowOf)
      return slugs.flatMap((slug) => rows.find((row) => row.slug === slug) ?? [])
    },
    enabled: ready && slugs.length > 0,
  })
}

/** The caller's pinned projects of this workspace, in the order of their sidebar. */
export function usePinnedProjects() {
  const { workspaceId, viewer } = useScope()
  return useQuery({
    queryKey: ['pins', workspaceId, viewer],
    queryFn: async () => {
      const { projectPinsCollection: pins } = await query(pinnedProjects, {})
      return nodesOf(pins).flatMap(({ project }) =>
        project && Number(project.workspaceId) === workspaceId ? rowOf(project) : [],
      )
    },
    enabled: viewer !== null,
  })
}

/** The groups of the workspace that the caller may see, by name. */
export function useGroups() {
  const { workspaceId, viewer } = useScope()
  return useQuery({
    queryKey: ['groups', workspaceId, viewer],
    queryFn: async (): Promise<GroupRow[]> => {
      const { groupsCollection } = await query(groupList, { workspaceId: String(workspaceId) })
      return nodesOf(groupsCollection).map(({ id, iconColor, visibility, ...group }) => ({
        ...group,
        id: Number(id),
        icon_color: iconColor,
        visibility: visibility as GroupRow['visibility'],
      }))
    },
    enabled: viewer !== null,
  })
}

export interface Feature {
  name: string
  type: 'limit' | 'toggle'
  /** Paid seats included; null is unlimited. */
  max_quantity: number | null
  usage: number | null
  /** Seats that open invitations will take. */
  pending: number | null
  /** Whether one more is allowed; of a toggle, whether it is on. */
  allowed: boolean
  in_plan: boolean
}

/** Every feature there is: whether the workspace's plan holds it, and how much of it is used. */
export function useFeatures() {
  const { workspaceId, viewer } = useScope()
  return useQuery({
    queryKey: ['features', workspaceId, viewer],
    queryFn: () => rpc('workspace_features', { p_workspace_id: workspaceId }),
    enabled: viewer !== null,
  })
}
