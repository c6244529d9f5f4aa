import RocketLaunchOutlinedIcon from '@mui/icons-material/RocketLaunchOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../config/paths.ts'

interface Props {
  open: boolean
  onClose: () => void
  feature: string
  message?: ReactNode
  canBill: boolean
}

/** Shown instead of a feature that the plan does not hold; leads whoever may to the plan. */
export function UpsellDialog({ open, onClose, feature, message, canBill }: Props) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>Unlock the power of your workspace</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
          <RocketLaunchOutlinedIcon color="primary" aria-hidden />
          <Box>
            <Typography variant="subtitle2">{feature}</Typography>
            <Typography variant="body2" color="textSecondary" component="div">
              {message ?? 'Your current plan does not include this feature.'}
            </Typography>
            {canBill ? null : (
              <Typography variant="body2" sx={{ mt: 1.5 }}>
                Please contact your workspace admin to upgrade.
              </Typography>
            )}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {canBill ? (
          <Button component={Link} to={paths.admin.billing} onClick={onClose} variant="contained">
            Go to Billing
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
