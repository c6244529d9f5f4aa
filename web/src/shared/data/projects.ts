// Lists of projects as several screens need them. A workspace may hold 10,000: every list is paged.
import { nodesOf, query } from './graphql.ts'
import { groupList, pinnedProjects, projectPage } from './projects.operations.ts'
import { usePages, useRead } from './read.ts'
import { rpc, supabase, unwrap } from './supabase.ts'
import { useScope, useSessionState, useWorkspace } from './workspace.tsx'

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

/** Projects of the workspace that the caller may see, by slug, a page at a time. */
export function useProjects(filter: ProjectFilter, enabled = true) {
  const { id: workspaceId } = useWorkspace()
  const isKnown = useSessionState().status !== 'loading'
  return usePages({
    key: ['projects', { ...filter }],
    read: (cursor) => fetchPage(workspaceId, filter, cursor),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: (data) => data.pages.flatMap(({ rows }) => rows),
    enabled: enabled && isKnown,
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
  const { id: workspaceId } = useWorkspace()
  const isKnown = useSessionState().status !== 'loading'
  return useRead({
    key: ['projects', { slugs }],
    read: async () => {
      const { projectsCollection } = await query(projectPage, {
        filter: { workspaceId: { eq: String(workspaceId) }, slug: { in: slugs } },
        first: slugs.length,
      })
      const rows = nodesOf(projectsCollection).map(rowOf)
      return slugs.flatMap((slug) => rows.find((row) => row.slug === slug) ?? [])
    },
    enabled: isKnown && slugs.length > 0,
  })
}

/** The caller's pinned projects of this workspace, in the order of their sidebar. */
export function usePinnedProjects() {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['pins'],
    read: async () => {
      const { projectPinsCollection: pins } = await query(pinnedProjects, {})
      return nodesOf(pins).flatMap(({ project }) =>
        project && Number(project.workspaceId) === workspaceId ? rowOf(project) : [],
      )
    },
    signedIn: true,
  })
}

/** The groups of the workspace that the caller may see, by name. */
export function useGroups() {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['groups'],
    read: async (): Promise<GroupRow[]> => {
      const { groupsCollection } = await query(groupList, { workspaceId: String(workspaceId) })
      return nodesOf(groupsCollection).map(({ id, iconColor, visibility, ...group }) => ({
        ...group,
        id: Number(id),
        icon_color: iconColor,
        visibility: visibility as GroupRow['visibility'],
      }))
    },
    signedIn: true,
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
  const { workspace } = useScope()
  return useRead({
    key: ['features'],
    read: workspace === null ? null : () => rpc('workspace_features', { p_workspace_id: workspace }),
    signedIn: true,
  })
}

/** The slug that a project has now which had this one before; null where there is none that the caller may see. */
export async function slugAfter(workspaceId: number, slug: string): Promise<string | null> {
  const found = await unwrap(
    supabase
      .from('project_slugs')
      .select('project:projects(slug)')
      .eq('workspace_id', workspaceId)
      .eq('slug', slug)
      .maybeSingle(),
  )
  return found?.project?.slug ?? null
}
