import AddIcon from '@mui/icons-material/Add'
import LogoutIcon from '@mui/icons-material/Logout'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import WorkspaceIcon from '@mui/icons-material/WorkspacesOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { config } from '../../shared/config/config.ts'
import { baseOrigin, paths, workspaceOrigin } from '../../shared/config/paths.ts'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import type { Me } from '../../shared/data/me.ts'
import { useSignOut } from '../../shared/data/supabase-context.tsx'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch.tsx'

interface Props {
  me: Me
  anchor: HTMLElement
  onClose: () => void
}

/** What the account menu offers; loaded when it is first opened. */
export default function AccountMenuItems({ me, anchor, onClose }: Props) {
  const signOut = useChange({ run: useSignOut(), failure: (error) => messageOf(error) })
  const workspace = useWorkspace()
  const others = me.memberships.filter(({ workspace_id: id }) => id !== workspace.id)
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { sx: { width: 244, maxHeight: '70dvh' } } }}
    >
      <MenuItem component={Link} to={paths.account.basics} onClick={onClose}>
        <ListItemIcon>
          <PersonIcon fontSize="small" />
        </ListItemIcon>
        Account settings
      </MenuItem>
      <MenuItem onClick={() => signOut.mutate()}>
        <ListItemIcon>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        Sign out
      </MenuItem>
      {config.mode === 'single_tenant'
        ? null
        : [
            <Divider key="divider" component="li" />,
            others.length > 0 ? (
              <ListSubheader key="heading" sx={{ lineHeight: '32px', backgroundColor: 'transparent' }}>
                Switch workspace
              </ListSubheader>
            ) : null,
            ...others.map(({ slug, name }) => (
              <MenuItem key={slug} component="a" href={workspaceOrigin(slug)}>
                <ListItemIcon>
                  <WorkspaceIcon fontSize="small" />
                </ListItemIcon>
                <ListItemText slotProps={{ primary: { noWrap: true } }}>{name}</ListItemText>
              </MenuItem>
            )),
            <MenuItem key="create" component="a" href={`${baseOrigin()}${paths.welcome.start}`}>
              <ListItemIcon>
                <AddIcon fontSize="small" />
              </ListItemIcon>
              Create a workspace
            </MenuItem>,
          ]}
      <Divider component="li" />
      <Box component="li" sx={{ px: 2, py: 0.5, display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ flex: 1 }}>
          Theme
        </Typography>
        <ThemeSwitch />
      </Box>
    </Menu>
  )
}
