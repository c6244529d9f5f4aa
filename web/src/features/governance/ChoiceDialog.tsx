import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  isBusy: boolean
  canSave: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog in which style guides are chosen, saved together. */
export function ChoiceDialog({ title, isBusy, canSave, onSave, onClose, children }: Props) {
  const titleId = useId()
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {children}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button variant="contained" loading={isBusy} disabled={!canSave} onClick={onSave}>
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
}
