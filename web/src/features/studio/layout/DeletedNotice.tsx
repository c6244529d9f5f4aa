import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { useEffect, useEffectEvent } from 'react'

/** Long enough to be read and reached by keys. */
const shownMs = 15_000

interface Props {
  message: string
  onUndo: () => void
  onDismiss: () => void
}

/** What was deleted, with the way to take that back, at the lower edge of the window. */
export function DeletedNotice({ message, onUndo, onDismiss }: Props) {
  const dismiss = useEffectEvent(onDismiss)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has its time
  useEffect(() => {
    const timer = setTimeout(() => dismiss(), shownMs)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <Paper
      elevation={6}
      role="status"
      sx={{
        position: 'fixed',
        left: '50%',
        bottom: 24,
        transform: 'translateX(-50%)',
        zIndex: 'snackbar',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        maxWidth: 'min(560px, calc(100vw - 32px))',
        pl: 2,
        pr: 0.5,
        py: 0.5,
      }}
    >
      <span style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {message}
      </span>
      <Button size="small" onClick={onUndo}>
        Undo
      </Button>
      <IconButton size="small" aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon fontSize="inherit" />
      </IconButton>
    </Paper>
  )
}
