import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router-dom'
import { paths } from '../../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../../shared/data/me.ts'
import type { Project } from '../../queries.ts'

/** To the settings of the project, for who may see them. */
export function SettingsLink({ project }: { project: Project }) {
  const { can } = useProjectPermissions(project.id)
  if (!can('project_settings_view')) return null
  return (
    <IconButton
      size="small"
      component={Link}
      to={paths.projectSettings(project.slug)}
      title="Settings"
      aria-label="Settings of the project"
      sx={{ color: 'inherit' }}
    >
      <SettingsOutlined fontSize="compact" aria-hidden />
    </IconButton>
  )
}
