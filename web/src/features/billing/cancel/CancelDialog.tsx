import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { dayOf } from '../../../shared/billing/money.ts'
import { freeId } from '../../../shared/billing/products.ts'
import { config } from '../../../shared/config/config.ts'
import { paths } from '../../../shared/config/paths.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { billingLists, changes, useProration } from '../calls.ts'
import { Losses } from '../plans/Losses.tsx'
import { isReason, type Reason, reasons } from './reasons.ts'
import type { Prefilled } from './retention.ts'

/** The longest answer that is kept. */
const mostDetails = 2000

const failed = `There was an error cancelling your subscription. Please visit ${config.baseHost} if this continues to happen.`

interface Props {
  account: BillingAccount
  prefilled: Prefilled
  onClose: () => void
}

/** Asks why, and ends the subscription with its period. */
export function CancelDialog({ account, prefilled, onClose }: Props) {
  const { id } = useWorkspace()
  const navigate = useNavigate()
  const titleId = useId()
  const questionId = useId()
  const form = useForm<{ reason: Reason | ''; details: string }>({
    defaultValues: { reason: prefilled.reason ?? '', details: prefilled.details ?? '' },
  })
  const { control, formState } = form
  const {
    field: { value: reason, onChange: setReason },
  } = useController({ control, name: 'reason' })
  const details = useWatch({ control, name: 'details' })
  const losses = useProration(freeId, null).data?.loses
  const submit = useSubmit(form, {
    run: async (typed) => {
      if (typed.reason !== '') await changes.cancel(id, typed.reason, typed.details.trim())
    },
    changes: billingLists,
    success: 'Subscription scheduled to cancel at the end of your current billing period.',
    onDone: () => navigate(paths.admin.billing),
    fields: ['details'],
  })
  // What the tool has asked already is not asked again.
  const isAnswered = details.trim() !== '' || prefilled.reason !== undefined
  const close = () => {
    if (!formState.isSubmitting) onClose()
  }
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogForm onSubmit={() => reason !== '' && isAnswered && void submit()}>
        <DialogTitle id={titleId}>Cancel your subscription?</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText component="div">
            {account.product.label} stays yours until {dayOf(account.stripe_current_period_end)}. Then this
            workspace is on the Free plan: nothing is deleted, and what Free does not hold waits for you to
            come back.
          </DialogContentText>
          {losses ? <Losses losses={losses} product={{ label: 'Free' }} /> : null}
          <FormControl>
            <FormLabel id={questionId}>Why do you cancel?</FormLabel>
            <RadioGroup
              aria-labelledby={questionId}
              value={reason}
              onChange={(_event, value) => isReason(value) && setReason(value)}
            >
              {Object.entries(reasons).map(([name, { label }]) => (
                <FormControlLabel key={name} value={name} label={label} control={<Radio size="small" />} />
              ))}
            </RadioGroup>
          </FormControl>
          {reason ? (
            <FormTextField
              control={control}
              name="details"
              label={reasons[reason].question}
              multiline
              minRows={3}
              maxRows={8}
              slotProps={{ htmlInput: { maxLength: mostDetails } }}
            />
          ) : null}
          <FormError>{formState.errors.root ? failed : null}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} color="inherit" disabled={formState.isSubmitting}>
            Keep my plan
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            loading={formState.isSubmitting}
            disabled={!reason || !isAnswered}
          >
            Cancel subscription
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
