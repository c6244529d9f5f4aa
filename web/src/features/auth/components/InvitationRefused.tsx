import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import type { Invitation } from '../queries.ts'

const reasons: Record<Exclude<Invitation['state'], 'ok'>, string> = {
  expired: 'This invitation has expired. Ask a member of the workspace to send it again.',
  revoked: 'This invitation has been withdrawn. Ask a member of the workspace if you think it is a mistake.',
  declined:
    'This invitation has been declined. Ask a member of the workspace for another one if you changed your mind.',
  used: 'This invitation has already been used. Sign in to open the workspace.',
  locked: 'This workspace is locked at the moment. Try again when its owner has unlocked it.',
  seat_limit:
    'This workspace has reached its member limit. Ask a workspace administrator to make room, then open the link again.',
}

/** An invitation that cannot be accepted, and why. */
export function InvitationRefused({ invitation }: { invitation: Invitation }) {
  const { state, workspace } = invitation
  if (state === 'ok') return null
  return (
    <EntryLayout title={`Join ${workspace.name}`} intro={reasons[state]}>
      <Button component={Link} to={paths.auth()} variant="outlined" size="large">
        Go to sign in
      </Button>
    </EntryLayout>
  )
}
