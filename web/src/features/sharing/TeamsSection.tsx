import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { useProjectTeams } from '../../shared/data/project-teams.ts'
import { useFeatures } from '../../shared/data/projects.ts'
import type { ProjectTeam } from '../../shared/data/rows.ts'
import { Section } from '../../shared/ui/Section.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { AddTeam } from './AddTeam.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { TeamRow } from './TeamRow.tsx'

interface Props {
  projectId: number
  can: (permission: ProjectPermission) => boolean
  /** How many are listed before "Show all". */
  shown: number
}

/** The teams that have the project; only where the plan has teams. */
export function TeamsSection({ projectId, can, shown }: Props) {
  const hasTeams = useFeatures().data?.find(({ name }) => name === 'teams')?.in_plan ?? false
  const teams = useProjectTeams(projectId, hasTeams)
  if (!hasTeams) return null
  return (
    <Section title="Teams">
      {teams.isPending ? <Spinner label="Loading teams" /> : null}
      {teams.isError ? <LoadFailure error={teams.error} onRetry={() => void teams.refetch()} /> : null}
      {teams.data ? <TeamList projectId={projectId} teams={teams.data} can={can} shown={shown} /> : null}
      <AddTeam projectId={projectId} can={can} />
    </Section>
  )
}

function TeamList({ projectId, teams, can, shown }: Props & { teams: ProjectTeam[] }) {
  const [isAll, setAll] = useState(false)
  if (teams.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        The project was not shared with any team.
      </Typography>
    )
  }
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(isAll ? teams : teams.slice(0, shown)).map((team) => (
          <TeamRow key={team.team_id} projectId={projectId} team={team} can={can} />
        ))}
      </Box>
      {teams.length > shown ? (
        <Button size="small" onClick={() => setAll(!isAll)} sx={{ justifySelf: 'start' }}>
          {isAll ? 'Show less' : `Show all ${teams.length}`}
        </Button>
      ) : null}
    </>
  )
}
