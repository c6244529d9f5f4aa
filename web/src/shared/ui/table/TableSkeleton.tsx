import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { rowHeight } from './sizes.ts'

const rows = ['60%', '45%', '70%', '50%', '65%', '40%', '55%', '62%']

/** Rows to come. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <Box role="status" aria-label={`Loading ${label}`} sx={{ flex: 1, minHeight: 0, overflow: 'hidden' }}>
      {rows.map((width) => (
        <Box
          key={width}
          sx={{
            display: 'flex',
            alignItems: 'center',
            px: 2,
            height: rowHeight,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Skeleton variant="text" width={width} />
        </Box>
      ))}
    </Box>
  )
}
