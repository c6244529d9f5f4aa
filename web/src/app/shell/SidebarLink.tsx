import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface Props {
  to: string
  label: string
  icon: ReactNode
  current: boolean
  /** Beside its name, always in sight. */
  mark?: ReactNode
  /** A small button at the end, shown on hover and while focus is inside. */
  action?: ReactNode
}

/** One destination of the sidebar. */
export function SidebarLink({ to, label, icon, current, mark, action }: Props) {
  return (
    <Box
      sx={{
        position: 'relative',
        '& .sidebar-action': { opacity: 0 },
        '&:hover .sidebar-action, &:focus-within .sidebar-action': { opacity: 1 },
      }}
    >
      <Box
        component={Link}
        to={to}
        aria-current={current ? 'page' : undefined}
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 1,
          py: 0.625,
          pr: action ? 4.5 : 1,
          borderRadius: 0.75,
          color: 'inherit',
          textDecoration: 'none',
          ...theme.typography.body2,
          fontWeight: current ? 600 : 450,
          backgroundColor: current ? theme.vars?.palette.action.selected : 'transparent',
          '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
        })}
      >
        {icon}
        <Box
          component="span"
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          title={label}
        >
          {label}
        </Box>
        {mark}
      </Box>
      {action ? (
        <Box className="sidebar-action" sx={{ position: 'absolute', right: 4, top: 2 }}>
          {action}
        </Box>
      ) : null}
    </Box>
  )
}
