import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { baseOrigin, paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

/** What a reader without any project can do next. */
export function NothingShared() {
  const workspace = useWorkspace()
  const { can } = usePermissions()
  return (
    <Card
      component="section"
      aria-label="Getting started"
      sx={{ p: 3, display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      <GroupsIcon color="primary" />
      <Typography variant="h3" component="h2">
        There are no projects that you can see in this workspace yet.
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: '60ch' }}>
        Ask whoever invited you to {workspace.name}, or one of its makers, to share a project with you. It
        appears here and in the sidebar as soon as they do.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {can('WorkspaceTeamsView') ? (
          <Button component={Link} to={paths.admin.teams} variant="outlined">
            See the teams
          </Button>
        ) : null}
        <Button component={Link} to={paths.account.basics} variant="outlined">
          Complete your account
        </Button>
        <Button href={`${baseOrigin()}${paths.login}`} color="inherit">
          Your other workspaces
        </Button>
      </Box>
    </Card>
  )
}
