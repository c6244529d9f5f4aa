import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { rpc } from './supabase.ts'

declare module './supabase.ts' {
  interface Results {
    project_teams_list: ProjectTeam[]
  }
}

export interface ProjectTeam {
  team_id: number
  name: string
  slug: string
  icon: string
  icon_color: string
  role: 'viewer' | 'editor' | 'admin'
  member_count: number
  has_read_only_workspace_roles: boolean
}

const teams = 'project-teams'

liveKeys({
  project_teams: [[teams]],
  team_members: [[teams]],
  teams: [[teams]],
  workspace_members: [[teams]],
})

/** The teams that have the project, by name. */
export function useProjectTeams(projectId: number, enabled: boolean) {
  return useRead({
    key: [teams, { projectId }],
    read: () => rpc('project_teams_list', { p_project_id: projectId }),
    enabled,
  })
}
