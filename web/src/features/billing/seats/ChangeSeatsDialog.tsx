import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { dayOf } from '../../../shared/billing/money.ts'
import { setSeats } from '../../../shared/billing/seats.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'
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
  const [text, setText] = useState(String(now))
  const problem = problemOf(text, account)
  const wanted = problem === null ? seatCount(text) : null
  const cost = useSeatsPrice(wanted === null ? null : wanted - (included ?? 0), paid)
  const change = useChange({
    run: (seats: number) => setSeats(id, seats - (included ?? 0)),
    changes: [...billingLists, 'billing-seats'],
    success: ({ unconfirmed, members }) =>
      unconfirmed
        ? { warning: 'Please confirm the payment with your bank: the seats are added then.' }
        : `Your plan has ${countText((members.included ?? 0) + members.paid)} now.`,
    onDone: onClose,
  })
  const more = wanted === null ? 0 : wanted - now
  const isReady = more !== 0 && Boolean(cost.data)
  const close = () => {
    if (!change.isPending) onClose()
  }
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogForm onSubmit={() => wanted !== null && isReady && !change.isPending && change.mutate(wanted)}>
        <DialogTitle id={titleId}>Change seats</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography variant="body2" color="textSecondary">
            {usedText(account)}
          </Typography>
          <TextInput
            label="Seats"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={problem !== null}
            helperText={problem ?? `${account.product.label} includes ${countText(included ?? 0)}.`}
            autoComplete="off"
            autoFocus
            slotProps={{
              htmlInput: { inputMode: 'numeric', maxLength: 5 },
              formHelperText: { 'aria-live': 'polite' },
            }}
          />
          {more === 0 ? null : <SeatsCost cost={cost} account={account} />}
          <FormError>{change.isError ? messageOf(change.error) : null}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} color="inherit" disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={change.isPending} disabled={!isReady}>
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
