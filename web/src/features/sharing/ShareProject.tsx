import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import { useProjectPermissions } from '../../shared/data/me.ts'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { AddMembers } from './AddMembers.tsx'
import { EmbedSection } from './EmbedSection.tsx'
import { MembersSection } from './MembersSection.tsx'
import { TeamsSection } from './TeamsSection.tsx'
import { VisibilitySection } from './VisibilitySection.tsx'
import { YourAccess } from './YourAccess.tsx'

interface Props {
  projectId: number
  projectName: string
  /** How many teams are listed before "Show all". */
  teamsShown?: number
  /** The reader left the project. */
  onLeft?: () => void
}

/** Who has a project and why: sharing it, taking it back, its visibility, leaving it. Who may not share sees their own access. */
export function ShareProject({ projectId, projectName, teamsShown = 5, onLeft }: Props) {
  const { can, isPending } = useProjectPermissions(projectId)
  const yours = <YourAccess projectId={projectId} projectName={projectName} {...(onLeft ? { onLeft } : {})} />
  if (isPending) return <Spinner label="Loading who has access" />
  if (!can('project_members_add')) return yours
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <AddMembers projectId={projectId} can={can} />
      <MembersSection projectId={projectId} projectName={projectName} can={can} />
      <TeamsSection projectId={projectId} can={can} shown={teamsShown} />
      <VisibilitySection projectId={projectId} projectName={projectName} can={can} />
      <EmbedSection projectId={projectId} />
      <Divider />
      {yours}
    </Box>
  )
}
