import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { WorkspacePermission } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'

const pages: readonly { label: string; path: string; permission: WorkspacePermission }[] = [
  { label: 'Members', path: paths.admin.members, permission: 'WorkspaceMembersRead' },
  { label: 'Teams', path: paths.admin.teams, permission: 'WorkspaceTeamsView' },
  { label: 'Projects and groups', path: paths.admin.projects, permission: 'WorkspaceProjectsView' },
]

/** Where it is decided who is in the workspace, in which team, and what a group holds. */
export function AccessLinks() {
  const { can } = usePermissions()
  const shown = pages.filter(({ permission }) => can(permission))
  if (shown.length === 0) return null
  return (
    <Box
      component="nav"
      aria-label="Who has access"
      sx={{
        gridColumn: '1 / -1',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      Who has access is up to
      {shown.map(({ label, path }) => (
        <Link key={path} component={RouterLink} to={path}>
          {label}
        </Link>
      ))}
    </Box>
  )
}
