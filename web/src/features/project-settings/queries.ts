// What the settings of a project read.
import { slugAfter } from '../../shared/data/projects.ts'
import { useRead } from '../../shared/data/read.ts'
import { liveKeys, ofRow, projectTopic, usePolled } from '../../shared/data/realtime.ts'
import { supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { Project } from './model.ts'

liveKeys({
  projects: [ofRow(['settings-project'])],
  branches: [['settings-branches']],
})

const pollMs = 5_000

const projectColumns =
  'id,name,slug,description,icon_name,icon_color,type,flavor,visibility,is_design_library,use_legacy_exporter,auto_invite_committers,group_id,default_branch_id,updated_at'

/** A project as it is now. */
export const readProject = (id: number) =>
  unwrap(
    supabase
      .from('projects')
      .select(projectColumns)
      .eq('id', id)
      .single()
      .overrideTypes<Project, { merge: false }>(),
  )

/** The project of an address; of a slug that it had before, the one it has now; null for one that cannot be seen. */
export function useProject(slug: string) {
  const workspace = useWorkspace()
  return useRead<Project | { movedTo: string } | null>({
    key: ['settings-project', { slug }],
    read: async () => {
      const found = await unwrap(
        supabase
          .from('projects')
          .select(projectColumns)
          .eq('workspace_id', workspace.id)
          .eq('slug', slug)
          .maybeSingle()
          .overrideTypes<Project, { merge: false }>(),
      )
      if (found) return found
      const movedTo = await slugAfter(workspace.id, slug)
      return movedTo === null ? null : { movedTo }
    },
    refetchInterval: pollMs,
  })
}

/** Whether there is such a project still that the caller may see, asked anew. */
export function useProjectExists(id: number) {
  return useRead({
    key: ['project-exists', { id }],
    read: async () =>
      (await unwrap(supabase.from('projects').select('id').eq('id', id).maybeSingle())) !== null,
    staleTime: 0,
  })
}

/** The branches of a project that the caller may see, the default one first. */
export function useBranches(projectId: number) {
  return useRead({
    key: ['settings-branches', { projectId }],
    read: () =>
      unwrap(
        supabase
          .from('branches')
          .select(
            'id,name,slug,is_default,is_published,commit_hash,last_analyzed_at,article_count,schema_count,api_count,operation_count',
          )
          .eq('project_id', projectId)
          .order('is_default', { ascending: false })
          .order('name')
          .limit(1000),
      ),
    refetchInterval: usePolled(projectTopic(projectId), pollMs),
  })
}
