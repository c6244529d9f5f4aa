import LogoutIcon from '@mui/icons-material/Logout'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { messageOf } from '../../shared/data/api.ts'
import { logout } from '../../shared/data/session.ts'
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch.tsx'
import { useToast } from '../../shared/ui/toast.ts'

/** What the account menu offers; loaded when it is first opened. */
export default function AccountMenuItems({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const toast = useToast()
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { sx: { width: 244 } } }}
    >
      <MenuItem component={Link} to={paths.account.basics} onClick={onClose}>
        <ListItemIcon>
          <PersonIcon fontSize="small" />
        </ListItemIcon>
        Account settings
      </MenuItem>
      <MenuItem onClick={() => logout().catch((error) => toast.error(messageOf(error)))}>
        <ListItemIcon>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        Sign out
      </MenuItem>
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
