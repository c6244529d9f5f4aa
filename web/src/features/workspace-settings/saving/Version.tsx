import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** What a setting is in somebody's version of it. */
export function Version({ whose, children }: { whose: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary">
        {whose}
      </Typography>
      <Typography
        component="div"
        tabIndex={0}
        role="group"
        aria-label={whose}
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 200, overflow: 'auto' }}
      >
        {children}
      </Typography>
    </Box>
  )
}
