import Alert from '@mui/material/Alert'
import { type JoinRequestStatus, joinRequestMessages } from '../join-request.ts'

/** What became of asking to join. */
export function JoinNotice({ status }: { status: JoinRequestStatus | null }) {
  if (!status) return null
  return (
    <Alert severity={status === 'created' ? 'info' : 'warning'} role="alert">
      {joinRequestMessages[status]}
    </Alert>
  )
}
