import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Outlet } from 'react-router-dom'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { accountTabs } from '../tabs.ts'

/** Heading and tabs of the account's settings. */
export function AccountLayout() {
  return (
    <Box sx={{ px: { xs: 2, md: 4 }, py: 4, width: '100%', maxWidth: 720 }}>
      <Typography variant="h1" gutterBottom>
        Account settings
      </Typography>
      <NavTabs label="Account settings" tabs={accountTabs} />
      <Outlet />
    </Box>
  )
}
