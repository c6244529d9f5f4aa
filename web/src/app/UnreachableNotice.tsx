import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useLocation } from 'react-router-dom'
import { useSessionState } from '../shared/data/workspace.tsx'

/**
 * Says that nobody was signed out: the server only gives no answer just now. It is part of what every page starts with,
 * since nothing more can be loaded then: hence of plain boxes and not MUI's Snackbar and Alert.
 */
export function UnreachableNotice() {
  const session = useSessionState()
  const { pathname } = useLocation()
  if (session.status !== 'loading' || !session.unreachable) return null
  // The Studio opens without a server, and says so itself.
  if (pathname.startsWith('/studio/')) return null
  return (
    <Box
      sx={{ position: 'fixed', insetInline: 16, bottom: 24, zIndex: 'snackbar', textAlign: 'center' }}
      role="alert"
    >
      <Paper
        elevation={6}
        sx={{ display: 'inline-block', px: 2, py: 1.5, borderLeft: 4, borderColor: 'warning.main' }}
      >
        The server cannot be reached. Trying again…
      </Paper>
    </Box>
  )
}
