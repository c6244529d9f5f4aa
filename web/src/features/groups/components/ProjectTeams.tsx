import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { messageOf } from '../../../shared/data/api.ts'
import { useProjectTeams } from '../../../shared/data/project-teams.ts'
import { projectRoleLabel } from '../../../shared/ui/roles.ts'
import { counted } from '../model.ts'
import { Fact } from './Facts.tsx'

/** The teams that a project is shared with, and as what. */
export function ProjectTeams({ projectId }: { projectId: number }) {
  const teams = useProjectTeams(projectId, true)
  return (
    <Fact term="Teams">
      {teams.isPending ? <Skeleton component="span" width={120} /> : null}
      {teams.error ? messageOf(teams.error) : null}
      {teams.data?.length === 0 ? 'Not shared with a team' : null}
      {teams.data?.map((team) => (
        <Box component="span" key={team.team_id} sx={{ display: 'block' }}>
          {team.name}, {projectRoleLabel(team.role).toLowerCase()} ({counted(team.member_count, 'member')})
        </Box>
      ))}
    </Fact>
  )
}
