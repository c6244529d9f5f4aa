import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState } from 'react'

/** Loading sign that appears only once waiting is noticeable (800 ms), so that fast pages do not flicker. */
export function Spinner({ label = 'Loading', delayMs = 800 }: { label?: string; delayMs?: number }) {
  const [visible, setVisible] = useState(delayMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return (
    <Box
      sx={{ display: 'grid', placeItems: 'center', flex: 1, minHeight: 160 }}
      role="status"
      aria-label={label}
    >
      {visible ? <CircularProgress size={28} aria-hidden /> : null}
    </Box>
  )
}
