import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { useSession } from '../shared/data/workspace.tsx'

/** Says that nobody was signed out: the server only gives no answer just now. */
export function UnreachableNotice() {
  const session = useSession()
  if (session.status !== 'loading' || !session.unreachable) return null
  return (
    <Snackbar open>
      <Alert severity="warning">The server cannot be reached. Trying again…</Alert>
    </Snackbar>
  )
}
