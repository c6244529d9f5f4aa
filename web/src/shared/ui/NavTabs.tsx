import Box from '@mui/material/Box'
import { useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'

export interface NavTab {
  path: string
  label: string
}

/** Links between the pages of one area, drawn as tabs; the page that shows is marked, and in view on a phone. */
export function NavTabs({ label, tabs }: { label: string; tabs: readonly NavTab[] }) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves with the address and the list.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (!nav.current || !current) return
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [pathname, tabs.length])
  return (
    <Box
      ref={nav}
      component="nav"
      aria-label={label}
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        mb: 3,
        overflowX: 'auto',
      }}
    >
      {tabs.map((tab) => {
        const current = pathname === tab.path || pathname.startsWith(`${tab.path}/`)
        return (
          <Box
            key={tab.path}
            component={Link}
            to={tab.path}
            aria-current={current ? 'page' : undefined}
            sx={(theme) => ({
              ...theme.typography.button,
              flex: 'none',
              px: 1.5,
              py: 1,
              mb: '-1px',
              textDecoration: 'none',
              color: current ? theme.vars?.palette.primary.main : theme.vars?.palette.text.secondary,
              borderBottom: `2px solid ${current ? theme.vars?.palette.primary.main : 'transparent'}`,
              '&:hover': { color: theme.vars?.palette.text.primary },
            })}
          >
            {tab.label}
          </Box>
        )
      })}
    </Box>
  )
}
