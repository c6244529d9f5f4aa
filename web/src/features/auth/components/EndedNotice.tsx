import Alert from '@mui/material/Alert'
import type { SessionState, SignedOutReason } from '../../../shared/data/session.ts'

const reasons: Partial<Record<SignedOutReason, string>> = {
  'not-member': 'The account you are signed in with is not a member of this workspace.',
  idle: 'You were signed out because you were not active for a while.',
  gone: 'You were signed out because your account no longer exists.',
  reused: 'Your session was used from another place and has been ended. Please log in again.',
}

/** Why somebody who had a session meets the sign-in page. */
export function EndedNotice({ session }: { session: SessionState }) {
  const text = session.status === 'signed-out' ? (session.message ?? reasons[session.reason]) : undefined
  return text ? <Alert severity="info">{text}</Alert> : null
}
