import Box from '@mui/material/Box'
import { Link, useLocation } from 'react-router-dom'

export interface NavTab {
  path: string
  label: string
  /** What lies below its path belongs to another tab. */
  isAlone?: boolean
  /** Whether its page shows, where the path alone does not say so. */
  isCurrent?: boolean
  /** Marked beside the others. */
  isHighlighted?: boolean
}

/** Scrolls the row of tabs, and nothing else, so that one of them is in its middle. */
function bringIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

/** Links between the pages of one area, drawn as tabs; the page that shows is marked, and in view on a phone. */
export function NavTabs({ label, tabs }: { label: string; tabs: readonly NavTab[] }) {
  const { pathname } = useLocation()
  return (
    <Box
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
        const isBelow = !tab.isAlone && pathname.startsWith(`${tab.path}/`)
        const current = tab.isCurrent ?? (pathname === tab.path || isBelow)
        return (
          <Box
            key={tab.path}
            ref={current ? bringIntoView : undefined}
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
              ...(tab.isHighlighted && {
                color: theme.vars?.palette.primary.main,
                fontWeight: 600,
                '&::before': { content: '"● "', fontSize: '0.7em', verticalAlign: 'middle' },
              }),
            })}
          >
            {tab.label}
          </Box>
        )
      })}
    </Box>
  )
}
