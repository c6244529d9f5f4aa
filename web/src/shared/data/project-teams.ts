import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { rpc } from './supabase.ts'

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
