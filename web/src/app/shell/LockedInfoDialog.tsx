import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'

interface Props {
  /** What the reader can do about it. */
  action: { label: string; to: string } | null
  onClose: () => void
  children: ReactNode
}

/** Says that the workspace is locked for the others. */
export default function LockedInfoDialog({ action, onClose, children }: Props) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>This workspace is locked</DialogTitle>
      <DialogContent>
        <DialogContentText>{children}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {action ? (
          <Button component={Link} to={action.to} onClick={onClose} variant="contained">
            {action.label}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
