// Lists of projects as several screens need them. A workspace may hold 10,000: every list is paged.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { db, rpc, unwrap } from './supabase.ts'
import { useSession, useWorkspace } from './workspace.tsx'

const columns = 'id,name,slug,description,icon_name,icon_color,visibility,flavor,type,group_id,updated_at'
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
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length > projectPageSize ? pages.length * projectPageSize : undefined,
    select: (data) => data.pages.flatMap((page) => page.slice(0, projectPageSize)),
    enabled: enabled && ready,
  })
}

/** One row more than a page is read: it tells whether there is a next page without counting. */
function fetchPage(workspaceId: number, filter: ProjectFilter, offset: number): Promise<ProjectRow[]> {
  let query = db.from('projects').select(columns).eq('workspace_id', workspaceId)
  if (filter.group === null) query = query.is('group_id', null)
  else if (filter.group !== undefined) query = query.eq('group_id', filter.group)
  if (filter.outside?.length) query = query.or(`group_id.is.null,group_id.not.in.(${filter.outside.join()})`)
  if (filter.name) query = query.ilike('name', `%${escapeLike(filter.name)}%`)
  return unwrap(query.order('slug').range(offset, offset + projectPageSize))
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_*]/g, (character) => (character === '*' ? '_' : `\\${character}`))
}

/** Projects by slug, in the order given; those the caller cannot see are left out. */
export function useProjectsBySlug(slugs: string[]) {
  const { workspaceId, viewer, ready } = useScope()
  return useQuery({
    queryKey: ['projects', workspaceId, viewer, { slugs }],
    queryFn: async () => {
      const query = db.from('projects').select(columns).eq('workspace_id', workspaceId).in('slug', slugs)
      const rows = await unwrap<ProjectRow[]>(query)
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
      const query = db
        .from('project_pins')
        .select(`position,project:projects!inner(${columns},workspace_id)`)
        .eq('project.workspace_id', workspaceId)
        .order('position')
        .limit(100)
      const rows = await unwrap<{ project: ProjectRow }[]>(query)
      return rows.map((row) => row.project)
    },
    enabled: viewer !== null,
  })
}

/** The groups of the workspace that the caller may see, by name. */
export function useGroups() {
  const { workspaceId, viewer } = useScope()
  return useQuery({
    queryKey: ['groups', workspaceId, viewer],
    queryFn: () =>
      unwrap<GroupRow[]>(
        db
          .from('groups')
          .select('id,name,slug,icon,icon_color,visibility')
          .eq('workspace_id', workspaceId)
          .order('name'),
      ),
    enabled: viewer !== null,
  })
}

export interface Feature {
  name: string
  type: 'limit' | 'toggle'
  max_quantity: number | null
  usage: number | null
}

/** What the workspace's plan holds, and how much of it is used. */
export function useFeatures() {
  const { workspaceId, viewer } = useScope()
  return useQuery({
    queryKey: ['features', workspaceId, viewer],
    queryFn: () => rpc<Feature[]>('workspace_features', { p_workspace_id: workspaceId }),
    enabled: viewer !== null,
  })
}
