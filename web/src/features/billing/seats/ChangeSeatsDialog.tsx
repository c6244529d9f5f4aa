import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { dayOf } from '../../../shared/billing/money.ts'
import { setSeats } from '../../../shared/billing/seats.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { billingLists } from '../calls.ts'
import { SeatsCost } from './SeatsCost.tsx'
import { countText, problemOf, seatCount, useSeatsPrice } from './seats.ts'

interface Props {
  account: BillingAccount
  onClose: () => void
}

/** How many seats the plan has: more are paid at once, fewer are credited; never fewer than members have. */
export function ChangeSeatsDialog({ account, onClose }: Props) {
  const { id } = useWorkspace()
  const titleId = useId()
  const { included, paid } = account.members
  const now = (included ?? 0) + paid
  // Named as the server names it, which counts those that are paid for.
  const form = useForm({ defaultValues: { paid: String(now) } })
  const { control, formState } = form
  const text = useWatch({ control, name: 'paid' })
  const problem = problemOf(text, account)
  const wanted = problem === null ? seatCount(text) : null
  const cost = useSeatsPrice(wanted === null ? null : wanted - (included ?? 0), paid)
  const submit = useSubmit(form, {
    run: (typed) => setSeats(id, Number(typed.paid) - (included ?? 0)),
    changes: [...billingLists, 'billing-seats'],
    success: ({ unconfirmed, members }) =>
      unconfirmed
        ? { warning: 'Please confirm the payment with your bank: the seats are added then.' }
        : `Your plan has ${countText((members.included ?? 0) + members.paid)} now.`,
    onDone: onClose,
    fields: ['paid'],
  })
  const more = wanted === null ? 0 : wanted - now
  const isReady = more !== 0 && Boolean(cost.data)
  const close = () => {
    if (!formState.isSubmitting) onClose()
  }
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogForm onSubmit={() => isReady && void submit()}>
        <DialogTitle id={titleId}>Change seats</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography variant="body2" color="textSecondary">
            {usedText(account)}
          </Typography>
          <FormTextField
            control={control}
            name="paid"
            label="Seats"
            problem={problem ?? undefined}
            helperText={`${account.product.label} includes ${countText(included ?? 0)}.`}
            autoComplete="off"
            autoFocus
            slotProps={{
              htmlInput: { inputMode: 'numeric', maxLength: 5 },
              formHelperText: { 'aria-live': 'polite' },
            }}
          />
          {more === 0 ? null : <SeatsCost cost={cost} account={account} />}
          <FormError>{formState.errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} color="inherit" disabled={formState.isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={!isReady}>
            {more < 0 ? `Give back ${countText(-more)}` : `Add ${countText(more)}`}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

function usedText({ members: { used, pending }, pending: change }: BillingAccount): string {
  const members = used === 1 ? '1 member uses' : `${used.toLocaleString('en')} members use`
  const invited = pending ? ` Open invitations wait for ${countText(pending)} more.` : ''
  const then =
    change?.kind === 'downgrade'
      ? ` From ${dayOf(change.at)} on, the plan of then has as many seats as members need.`
      : ''
  return `${members} a seat each.${invited}${then}`
}
