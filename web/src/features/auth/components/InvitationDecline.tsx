import Button from '@mui/material/Button'
import { useState } from 'react'
import { useChange } from '../../../shared/data/change.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { declineInvitation } from '../queries.ts'

/** The way to say no to an invitation; its page then says that it was declined. */
export function InvitationDecline({ token, workspace }: { token: string; workspace: string }) {
  const [asking, setAsking] = useState(false)
  const decline = useChange({ run: () => declineInvitation(token), changes: ['invitation'] })
  return (
    <>
      <Button color="inherit" onClick={() => setAsking(true)} sx={{ justifySelf: 'start' }}>
        Decline the invitation
      </Button>
      <ConfirmDialog
        open={asking}
        title="Decline the invitation?"
        confirmLabel="Decline"
        destructive
        onClose={() => setAsking(false)}
        onConfirm={() => decline.mutateAsync()}
      >
        You do not join {workspace}, and its administrators see that you declined. This link stops working.
      </ConfirmDialog>
    </>
  )
}
