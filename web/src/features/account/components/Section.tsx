import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** One topic of the settings. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2, mb: 5 }}>
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      {children}
    </Box>
  )
}
