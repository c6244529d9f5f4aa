import EditOutlined from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router-dom'
import { paths } from '../../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../../shared/data/me.ts'
import type { Branch, Project } from '../../queries.ts'
import { PinButton } from './PinButton.tsx'
import { SettingsLink } from './SettingsLink.tsx'
import { ShareButton } from './ShareButton.tsx'

interface Props {
  project: Project
  branch: Branch
  /** The page that is read. */
  node: string | undefined
}

/** What members do with the project, beside its name. */
export function ProjectActions({ project, branch, node }: Props) {
  return (
    <>
      <StudioLink project={project} branch={branch} node={node} />
      <ShareButton project={project} />
      <PinButton project={project} />
      <SettingsLink project={project} />
    </>
  )
}

/** To where the page is written, for who may; what a script pushes is not written here. */
function StudioLink({ project, branch, node }: Props) {
  const { can } = useProjectPermissions(project.id)
  if (project.type === 'cli' || !can('project_contents_update')) return null
  return (
    <IconButton
      size="small"
      component={Link}
      to={paths.studio(project.slug, branch.is_default ? undefined : branch.slug, { node })}
      title="Open in Studio"
      aria-label="Open in Studio"
      sx={{ color: 'inherit' }}
    >
      <EditOutlined fontSize="compact" aria-hidden />
    </IconButton>
  )
}
