import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { removeLabel } from './roles.ts'

interface Props {
  /** Whom the row is about. */
  name: string
  /** Null where the caller may not take it back. */
  onRemove: (() => void) | null
  /** The role. */
  children: ReactNode
}

/** The end of a row: its role, and what takes it back. Of one width in all rows; where it wraps it fills the line. */
export function RowEnd({ name, onRemove, children }: Props) {
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        flex: `1 0 ${theme.spacing(19)}`,
        [theme.breakpoints.up('md')]: { flex: `0 0 ${theme.spacing(22)}` },
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      <Box sx={{ flex: 'none', width: ({ spacing }) => spacing(4) }}>
        {onRemove ? (
          <Tooltip title={removeLabel}>
            <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
              <Close fontSize="small" />
            </IconButton>
          </Tooltip>
        ) : null}
      </Box>
    </Box>
  )
}
