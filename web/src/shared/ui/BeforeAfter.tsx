import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface Side {
  title: string
  page: ReactNode
}

/** A page as it was and as it is, side by side; on a narrow screen one below the other. */
export function BeforeAfter({ before, after }: { before: Side; after: Side }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gap: 2,
      }}
    >
      {[before, after].map(({ title, page }) => (
        <Box
          key={title}
          component="section"
          aria-label={title}
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            p: 2,
            minWidth: 0,
            maxHeight: 640,
            overflow: 'auto',
          }}
          tabIndex={0}
        >
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 1 }}>
            {title}
          </Typography>
          {page}
        </Box>
      ))}
    </Box>
  )
}
