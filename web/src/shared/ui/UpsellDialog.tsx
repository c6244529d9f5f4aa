import RocketLaunchOutlinedIcon from '@mui/icons-material/RocketLaunchOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { BillingLink } from '../billing/BillingLink.tsx'
import { featureName } from '../billing/feature-names.ts'
import { OfferText } from '../billing/OfferText.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** What it is called, where the catalogue has another word. */
  title?: string
  /** What the plan lacks, by its name in the catalogue. */
  feature: string
  message?: ReactNode
  canBill: boolean
}

/** Shown instead of a feature that the plan does not hold; leads whoever may to the plan. */
export function UpsellDialog({ open, onClose, title, feature, message, canBill }: Props) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>Unlock the power of your workspace</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
          <RocketLaunchOutlinedIcon color="primary" aria-hidden />
          <Box>
            <Typography variant="subtitle2">{title ?? featureName(feature)}</Typography>
            <Typography variant="body2" color="textSecondary" component="div">
              {message ?? 'Your current plan does not include this feature.'}
            </Typography>
            <Typography variant="body2" sx={{ mt: 1.5 }}>
              <OfferText feature={feature} canBill={canBill} />
            </Typography>
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {canBill ? <BillingLink feature={feature} size="medium" onClick={onClose} /> : null}
      </DialogActions>
    </Dialog>
  )
}
