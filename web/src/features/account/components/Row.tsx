import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** One line of a list of the settings; `below` opens under it. */
export function Row({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{children}</Box>
      {below}
    </Box>
  )
}

/** The list around rows. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {children}
    </Box>
  )
}
