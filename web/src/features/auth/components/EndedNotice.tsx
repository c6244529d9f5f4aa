import Alert from '@mui/material/Alert'
import type { SessionState } from '../../../shared/data/session.ts'

/** Why somebody who had a session meets the sign-in page. */
export function EndedNotice({ session }: { session: SessionState }) {
  if (session.status !== 'signed-out') return null
  if (session.reason === 'not-member')
    return (
      <Alert severity="info">The account you are signed in with is not a member of this workspace.</Alert>
    )
  return null
}
