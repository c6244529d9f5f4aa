import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'

const tabs = [
  { path: paths.account.basics, label: 'Basics' },
  { path: paths.account.security, label: 'Security' },
] as const

/** Heading and tabs of the account's settings. */
export function AccountLayout() {
  const { pathname } = useLocation()
  return (
    <Box sx={{ px: { xs: 2, md: 4 }, py: 4, width: '100%', maxWidth: 720 }}>
      <Typography variant="h1" gutterBottom>
        Account settings
      </Typography>
      <Tabs
        value={pathname}
        component="nav"
        aria-label="Account settings"
        role="navigation"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
      >
        {tabs.map(({ path, label }) => (
          <Tab
            key={path}
            value={path}
            label={label}
            component={Link}
            to={path}
            role="link"
            aria-selected={undefined}
            aria-current={pathname === path ? 'page' : undefined}
          />
        ))}
      </Tabs>
      <Outlet />
    </Box>
  )
}
