import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { WorkspaceLock } from '../shared/data/session.ts'

const reasons = {
  failed_payment: 'The payment method associated with this workspace has failed.',
  overusage: 'The Free plan only allows for one owner to have access.',
} as const

/** 'Access Denied': the workspace is locked for everybody but its oldest owner. */
export default function LockedDialog({ lock, onClose: close }: { lock: WorkspaceLock; onClose: () => void }) {
  const titleId = useId()
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Access Denied</DialogTitle>
      <DialogContent>
        {lock.reason ? <DialogContentText gutterBottom>{reasons[lock.reason]}</DialogContentText> : null}
        {lock.ownerEmail ? (
          <DialogContentText>
            Reach out to the workspace owner, {lock.ownerEmail}, to get access back.
          </DialogContentText>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={close} variant="contained">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
