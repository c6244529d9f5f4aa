import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface MessageProps {
  children: ReactNode
  action?: ReactNode
}

function Message({ children, action }: MessageProps) {
  return (
    <Box
      sx={{
        flex: 1,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.5,
        p: 3,
        textAlign: 'center',
      }}
    >
      <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
      {action}
    </Box>
  )
}

interface EmptyProps {
  isFiltered: boolean
  onResetFilters?: (() => void) | undefined
  emptyText: ReactNode
}

/** Why a table is empty: nothing there, or nothing that matches. */
export function TableEmpty({ isFiltered, onResetFilters, emptyText }: EmptyProps) {
  if (!isFiltered) return <Message>{emptyText ?? 'Nothing to show...'}</Message>
  const reset = onResetFilters ? (
    <Button onClick={onResetFilters} variant="outlined" size="small">
      Reset Filters
    </Button>
  ) : null
  return <Message action={reset}>No items match your filters.</Message>
}

interface ProblemProps {
  message: string
  onRetry: (() => void) | undefined
  /** Whether there are no rows below it. */
  isAlone: boolean
}

/** What went wrong while loading rows, with another try. */
export function TableProblem({ message, onRetry, isAlone }: ProblemProps) {
  return (
    <Box role="alert" sx={isAlone ? { flex: 1 } : { borderBottom: 1, borderColor: 'divider' }}>
      <Message
        action={
          onRetry ? (
            <Button onClick={onRetry} variant="outlined" size="small">
              Retry
            </Button>
          ) : null
        }
      >
        {message}
      </Message>
    </Box>
  )
}
