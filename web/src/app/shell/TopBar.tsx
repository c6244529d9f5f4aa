import MenuIcon from '@mui/icons-material/Menu'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useOpenSearch } from '../../shared/ui/search-context.ts'
import { onSidebar } from './on-sidebar.ts'
import { WorkspaceName } from './WorkspaceName.tsx'

const SidebarDrawer = lazy(() => import('./SidebarDrawer.tsx'))

/** The small screen's frame: a bar with the workspace, and the sidebar as a drawer. */
export function TopBar() {
  const openSearch = useOpenSearch()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes.
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <Box
        component="header"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 'appBar',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 1,
          height: 52,
          flex: 'none',
          borderBottom: 1,
          borderColor: 'sidebar.border',
          ...onSidebar,
          '@media print': { display: 'none' },
        }}
      >
        <IconButton onClick={() => setOpen(true)} aria-label="Open menu" color="inherit">
          <MenuIcon />
        </IconButton>
        <WorkspaceName />
        <IconButton onClick={openSearch} aria-label="Search" color="inherit">
          <SearchIcon />
        </IconButton>
      </Box>
      {open ? (
        <Suspense fallback={null}>
          <SidebarDrawer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
