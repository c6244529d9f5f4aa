import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import type { MoreLine } from '../rows.ts'

/** Stands where a group's next projects go; being seen is what reads them. */
export function MoreCell({ row, onSeen }: { row: MoreLine; onSeen: () => void }) {
  const { known, error } = row
  // biome-ignore lint/correctness/useExhaustiveDependencies: seen anew with each page, not with each rendering.
  useEffect(onSeen, [known, row.section])
  if (error && known === 0) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: { xs: 1, md: 4.5 }, minWidth: 0 }}>
        <Typography variant="body2" color="error" noWrap>
          {messageOf(error)}
        </Typography>
        <Button size="small" onClick={onSeen}>
          Try again
        </Button>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, pl: { xs: 1, md: 4.5 } }}>
      <CircularProgress size={18} aria-hidden />
      <Button size="small" color="inherit" onClick={onSeen}>
        Loading more projects...
      </Button>
    </Box>
  )
}
