import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { PoweredBy } from '../../shared/ui/PoweredBy.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { onSidebar } from './on-sidebar.ts'
import { WorkspaceName } from './WorkspaceName.tsx'

const width = 268

interface Props {
  label: string
  /** Stands below the workspace's name. */
  head?: ReactNode
  children: ReactNode
}

/** A column of navigation between the workspace's name and who is signed in. */
export function SidebarFrame({ label, head, children }: Props) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        width,
        flex: 'none',
        position: 'sticky',
        top: 0,
        height: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        borderRight: 1,
        borderColor: 'sidebar.border',
        ...onSidebar,
        '@media print': { display: 'none' },
      }}
    >
      <Box sx={{ p: 1.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
        <Box sx={{ display: 'flex' }}>
          <WorkspaceName />
        </Box>
        {head}
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 1.5, pb: 2 }}>{children}</Box>
      <Box
        sx={{
          p: 1.5,
          borderTop: 1,
          borderColor: 'sidebar.border',
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 1,
        }}
      >
        <AccountMenu />
        <PoweredBy />
      </Box>
    </Box>
  )
}
