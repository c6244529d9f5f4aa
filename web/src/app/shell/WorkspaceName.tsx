import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { WorkspaceMark } from '../../shared/ui/WorkspaceMark.tsx'

/** Logo and name of the workspace; leads to its home. */
export function WorkspaceName() {
  const workspace = useWorkspace()
  return (
    <Box
      component={Link}
      to={paths.home}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        p: 0.5,
        borderRadius: 1,
        color: 'inherit',
        textDecoration: 'none',
      }}
    >
      <WorkspaceMark size="row" />
      <Typography variant="h4" component="span" noWrap>
        {workspace.name}
      </Typography>
    </Box>
  )
}
