import PushPin from '@mui/icons-material/PushPin'
import PushPinOutlined from '@mui/icons-material/PushPinOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { usePinToggle } from '../../../shared/ui/use-pin-toggle.tsx'
import { asRow, canInProject, counted, type Project } from '../model.ts'
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
        {canInProject(project, 'project_settings_view') ? (
          <Button variant="outlined" component={RouterLink} to={paths.projectSettings(project.slug)}>
            Settings
          </Button>
        ) : null}
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
              <PersonAvatar name={owner.display_name} avatarUrl={owner.avatar_url} size="row" />
              {owner.display_name}
            </Box>
          </Fact>
        ) : null}
        {project.default_branch ? (
          <>
            <Fact term="Default branch">
              <Link
                component={RouterLink}
                to={paths.docs(project.slug, project.default_branch.slug)}
                variant="body2"
              >
                {project.default_branch.name}
              </Link>
            </Fact>
            <Fact term="Contents">{contentsOf(project.default_branch)}</Fact>
          </>
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

/** What the branch documents; nothing where nothing was analysed. */
function contentsOf(branch: NonNullable<Project['default_branch']>): string {
  const parts = [
    counted(branch.article_count, 'article'),
    counted(branch.schema_count, 'model'),
    counted(branch.api_count, 'API'),
    counted(branch.operation_count, 'operation'),
  ]
  return parts.filter((part) => !part.startsWith('0 ')).join(', ') || 'Nothing yet'
}

function PinButton({ project }: { project: Project }) {
  const pins = usePinToggle()
  const isPinned = pins.isPinned(project)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={isPinned ? <PushPin /> : <PushPinOutlined />}
        disabled={pins.isPending}
        onClick={() => pins.toggle(asRow(project))}
      >
        {isPinned ? 'Unpin' : 'Pin'}
      </Button>
      {pins.question}
    </>
  )
}
