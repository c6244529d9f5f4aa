import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { FeatureLock } from './FeatureLock.tsx'

interface Props {
  title: string
  help: string
  /** Shown where the plan does not hold it. */
  locked?: string | undefined
  shown?: ReactNode
  action: ReactNode
}

/** One part of the look: what it is, how it is now, and the way to change it. */
export function LookRow({ title, help, locked, shown, action }: Props) {
  const id = useId()
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography id={id} variant="subtitle2">
            {title}
          </Typography>
          {locked ? <FeatureLock feature={locked} /> : null}
        </Box>
        <Typography variant="body2" color="textSecondary">
          {help}
        </Typography>
      </Box>
      {shown}
      {action}
    </Box>
  )
}
