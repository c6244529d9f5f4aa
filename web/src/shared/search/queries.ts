// What a search of pages can be narrowed to.
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../data/read.ts'
import { liveKeys, ofRow } from '../data/realtime.ts'
import { supabase, unwrap } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'

/** A project by what it is told from others by. */
export interface ProjectOption {
  id: number
  slug: string
  name: string
}

export interface VersionOption {
  id: number
  slug: string
  name: string
  is_default: boolean
}

export interface ProjectScope extends ProjectOption {
  default_branch_id: number | null
}

const mostOptions = 20
const mostVersions = 200

liveKeys({ projects: [ofRow(['search-scope']), ['search-projects']], branches: [['search-versions']] })

/** The project that a search is limited to; null when it cannot be seen. */
export function useProjectScope(slug: string | undefined) {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['search-scope', { slug }],
    read: (): Promise<ProjectScope | null> =>
      unwrap(
        supabase
          .from('projects')
          .select('id,slug,name,default_branch_id')
          .eq('workspace_id', workspaceId)
          .eq('slug', slug ?? '')
          .maybeSingle(),
      ),
    enabled: slug !== undefined,
  })
}

/** The projects whose names hold a text, a list that can be chosen from. */
export function useProjectOptions(text: string, enabled: boolean) {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['search-projects', { text }],
    read: (): Promise<ProjectOption[]> => {
      const projects = supabase.from('projects').select('id,slug,name').eq('workspace_id', workspaceId)
      const named = text ? projects.ilike('name', `%${text.replace(/[\\%_]/g, '\\$&')}%`) : projects
      return unwrap(named.order('name').order('id').limit(mostOptions))
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}

/** The versions of a project that the caller reads, the default one first. */
export function useVersions(projectId: number | undefined) {
  return useRead({
    key: ['search-versions', { projectId }],
    read: projectId
      ? (): Promise<VersionOption[]> =>
          unwrap(
            supabase
              .from('branches')
              .select('id,slug,name,is_default')
              .eq('project_id', projectId)
              .order('is_default', { ascending: false })
              .order('name')
              .limit(mostVersions),
          )
      : null,
  })
}
