import EditOutlined from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router-dom'
import { overPlanText, useIsOverPlan } from '../../../../shared/billing/read-only.ts'
import { paths } from '../../../../shared/config/paths.ts'
import { usePermissions, useProjectPermissions } from '../../../../shared/data/me.ts'
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
  const isOverPlan = useIsOverPlan(project.id)
  const isMaker = usePermissions().can('WorkspaceProjectsCreate')
  if (project.type === 'cli' || !(can('project_contents_update') || (isOverPlan && isMaker))) return null
  const title = isOverPlan ? `Open in Studio. ${overPlanText}` : 'Open in Studio'
  return (
    <IconButton
      size="small"
      component={Link}
      to={paths.studio(project.slug, branch.is_default ? undefined : branch.slug, { node })}
      title={title}
      aria-label={title}
      sx={{ color: 'inherit' }}
    >
      <EditOutlined fontSize="compact" aria-hidden />
    </IconButton>
  )
}
