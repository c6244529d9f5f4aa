import Box from '@mui/material/Box'
import { useChange } from '../data/change.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useBillingAccount } from './account.ts'
import { MoneyLines } from './MoneyLines.tsx'
import { periodOf } from './money.ts'
import { type SeatsPrice, setSeats } from './seats.ts'

interface Props {
  quote: SeatsPrice
  onBought: () => void
  /** The bank asks first: there are no more users until the payment is confirmed. */
  onUnconfirmed: () => void
  onClose: () => void
}

/** Asks, with the price, before people beyond those included are added to the bill. */
export default function SeatsDialog({ quote, onBought, onUnconfirmed, onClose }: Props) {
  const { id } = useWorkspace()
  const interval = useBillingAccount().data?.cycle_interval_months ?? null
  const buy = useChange({
    run: () => setSeats(id, quote.paid + quote.extra),
    changes: ['billing', 'billing-invoices', 'features', 'assignable-roles'],
    onDone: ({ unconfirmed }) => (unconfirmed ? onUnconfirmed() : onBought()),
  })
  const more = quote.extra === 1 ? '1 user' : `${quote.extra.toLocaleString('en')} users`
  return (
    <ConfirmDialog
      open
      title={`Add ${more} to your plan?`}
      confirmLabel={`Add ${more}`}
      onConfirm={() => buy.mutateAsync()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <div>{takenText(quote)}</div>
        <MoneyLines
          lines={[
            { label: 'For the rest of this period, due today', amount: quote.amount_now },
            { label: `More each ${periodOf(interval)} from the next renewal`, amount: quote.amount_next },
          ]}
        />
      </Box>
    </ConfirmDialog>
  )
}

function takenText({ included, paid, used, add }: SeatsPrice): string {
  const seats = (included + paid).toLocaleString('en')
  return `Your plan has ${seats} users, and ${(used + add).toLocaleString('en')} are needed, open invitations included.`
}
