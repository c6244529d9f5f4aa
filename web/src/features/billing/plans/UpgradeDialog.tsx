import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { subscriptionFailed } from '../../../shared/billing/checkout.ts'
import { type Interval, intervalOf, periodOf } from '../../../shared/billing/money.ts'
import { type Product, priceAt } from '../../../shared/billing/products.ts'
import { paths } from '../../../shared/config/paths.ts'
import { ApiProblem, hasOwnWords } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { billingLists, changes } from '../calls.ts'
import { Charge } from './Charge.tsx'
import { useCode } from './use-code.ts'

interface Props {
  account: BillingAccount
  product: Product
  interval: Interval
  onClose: () => void
}

/** What another plan costs today, with a promotion code if there is one; confirmed, it is changed at once. */
export function UpgradeDialog({ account, product, interval, onClose }: Props) {
  const { id } = useWorkspace()
  const navigate = useNavigate()
  const titleId = useId()
  const toast = useToast()
  // Named as the server names it.
  const form = useForm({ defaultValues: { promotion_code: '' } })
  const { control, formState } = form
  const text = useWatch({ control, name: 'promotion_code' })
  const now = intervalOf(account.cycle_interval_months)
  const changed = now === interval ? null : interval
  const code = useCode(text, product.id, changed)
  const { proration } = code
  const isReady = Boolean(proration.data) && (text.trim() === '' || code.applied !== null)
  const submit = useSubmit(form, {
    run: () => {
      const date = proration.data?.proration_date ?? null
      return changes.upgrade(id, {
        product_id: product.id,
        ...(date === null ? {} : { proration_date: date }),
        ...(changed ? { interval: changed } : {}),
        ...(code.applied ? { promotion_code: code.applied } : {}),
      })
    },
    // A price that is out of date is refused, and looked at again.
    changes: [...billingLists, 'billing-proration'],
    success: ({ unconfirmed }) =>
      unconfirmed
        ? { warning: `Please confirm the payment with your bank: ${product.label} begins then.` }
        : `Your plan was changed to ${product.label}.`,
    onDone: () => navigate(paths.admin.billing),
    fields: ['promotion_code'],
    onRefused: (error) => {
      const isSilent = spokenOf(error) === null
      if (isSilent) toast.error(subscriptionFailed)
      return isSilent
    },
  })
  const close = () => {
    if (!formState.isSubmitting) onClose()
  }
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogForm onSubmit={() => isReady && void submit()}>
        <DialogTitle id={titleId}>Upgrade to {product.label}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography variant="body2" color="textSecondary">
            {account.product.label} changes to {product.label} at once. You pay for what is left of this{' '}
            {periodOf(interval)}, and what you paid already is taken off.
          </Typography>
          {priceAt(product, interval) ? (
            <Charge proration={proration} />
          ) : (
            <FormError>
              Could not find price for product {product.id} and interval {interval}
            </FormError>
          )}
          <FormTextField
            control={control}
            name="promotion_code"
            label="Promo code"
            problem={code.problem ?? undefined}
            helperText={code.applied ? 'Coupon successfully applied' : 'If you have one.'}
            autoComplete="off"
            slotProps={{
              formHelperText: { 'aria-live': 'polite' },
              ...(code.isChecking
                ? { input: { endAdornment: <CircularProgress size={16} aria-label="Checking the code" /> } }
                : {}),
            }}
          />
          <FormError>{formState.errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} color="inherit" disabled={formState.isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={!isReady}>
            Confirm upgrade
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** The server's words where they help: a code that is not taken, a card that is declined. */
function spokenOf(error: unknown): string | null {
  if (!(error instanceof ApiProblem) || !hasOwnWords(error)) return null
  return error.status >= 400 && error.status < 500 ? error.detail : null
}
