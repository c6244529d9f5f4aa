import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { ShownPlan } from '../protocol.ts'
import { PlanPreview, sizeOf } from './PlanPreview.tsx'

interface Props {
  title: string
  plan: ShownPlan
  /** What the button says that makes the changes. */
  action: string
  onApply: () => void
  onClose: () => void
}

/** Changes of several files, to be looked at before they are made. */
export function PlanDialog({ title, plan, action, onApply, onClose }: Props) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md">
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, minWidth: { sm: 520 } }}>
        <Box>{sizeOf(plan)}</Box>
        <PlanPreview plan={plan} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Cancel
        </Button>
        <Button onClick={onApply} variant="contained" autoFocus>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
