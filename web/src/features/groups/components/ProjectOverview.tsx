import PushPin from '@mui/icons-material/PushPin'
import PushPinOutlined from '@mui/icons-material/PushPinOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { canInProject, type Project } from '../model.ts'
import { usePins } from '../use-pins.ts'
import type { Details } from '../use-view.ts'
import { Fact, Facts } from './Facts.tsx'
import { ProjectTeams } from './ProjectTeams.tsx'
import { VisibilityLabel } from './VisibilityLabel.tsx'

interface Props {
  project: Project
  onOpen: (details: Details) => void
  onMove: (project: Project) => void
  onDelete: (project: Project) => void
}

/** What a project is, and what can be done with it as a whole. */
export function ProjectOverview({ project, onOpen, onMove, onDelete }: Props) {
  const { group, owner } = project
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" component={RouterLink} to={paths.docs(project.slug)}>
          Open Docs
        </Button>
        <PinButton project={project} />
      </Box>
      <Facts>
        {project.description ? <Fact term="Description">{project.description}</Fact> : null}
        <Fact term="Visibility">
          <VisibilityLabel visibility={project.visibility} />
        </Fact>
        <Fact term="Group">
          {group ? (
            <Link
              component="button"
              variant="body2"
              onClick={() => onOpen({ kind: 'group', slug: group.slug })}
            >
              {group.name}
            </Link>
          ) : (
            'No group'
          )}
        </Fact>
        {owner ? (
          <Fact term="Owner">
            <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <PersonAvatar name={owner.display_name} avatarUrl={owner.avatar_url} size={24} />
              {owner.display_name}
            </Box>
          </Fact>
        ) : null}
        {canInProject(project, 'project_members_add') ? <ProjectTeams projectId={project.id} /> : null}
        <Fact term="Slug">{project.slug}</Fact>
        <Fact term="Last Edit">
          <RelativeTime at={project.updated_at} />
        </Fact>
      </Facts>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {canInProject(project, 'project_group_update') ? (
          <Button variant="outlined" onClick={() => onMove(project)}>
            Move to group…
          </Button>
        ) : null}
        {canInProject(project, 'project_delete') ? (
          <Button variant="outlined" color="error" onClick={() => onDelete(project)}>
            Delete project…
          </Button>
        ) : null}
      </Box>
    </Box>
  )
}

function PinButton({ project }: { project: Project }) {
  const { isPinned: isPinnedBy, isPending, pin } = usePins()
  const isPinned = isPinnedBy(project)
  return (
    <Button
      variant="outlined"
      startIcon={isPinned ? <PushPin /> : <PushPinOutlined />}
      disabled={isPending}
      onClick={() => pin(project, !isPinned)}
    >
      {isPinned ? 'Unpin' : 'Pin'}
    </Button>
  )
}
