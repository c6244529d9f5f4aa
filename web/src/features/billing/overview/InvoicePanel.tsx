import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { MoneyLines } from '../../../shared/billing/MoneyLines.tsx'
import { dayOf, money } from '../../../shared/billing/money.ts'
import { Panel } from './Panel.tsx'

/** What will be paid next, when, and how it comes about. */
export function InvoicePanel({ account }: { account: BillingAccount }) {
  const [isOpen, setOpen] = useState(false)
  const { next_invoice_at: at } = account
  const projection = projectionOf(account)
  if (!at) return null
  return (
    <Panel
      title="Next invoice"
      actions={
        projection ? (
          <Button variant="outlined" onClick={() => setOpen(true)}>
            Details
          </Button>
        ) : null
      }
    >
      {projection ? (
        <Typography component="p" variant="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {money(projection.total)}
        </Typography>
      ) : null}
      <Typography variant="body2" color="textSecondary">
        {account.next_invoice_type === 'true-up' ? 'Quarterly true-up' : 'Renewal'} on {dayOf(at)}
        {projection ? ', as of today' : ''}.
      </Typography>
      {projection && isOpen ? (
        <ProjectionDialog projection={projection} at={at} onClose={() => setOpen(false)} />
      ) : null}
    </Panel>
  )
}

type Projection = NonNullable<BillingAccount['next_invoice_projection']>

/** What the provider says the next invoice comes to; of a contract, what this quarter's seats come to by now. */
function projectionOf({ contract, next_invoice_projection: projection }: BillingAccount): Projection | null {
  if (!contract || contract.amount === null) return projection
  const { amount, seats_beyond: beyond } = contract
  const seats = `${beyond.toLocaleString('en')} ${beyond === 1 ? 'seat' : 'seats'}`
  return { total: amount, details: [{ label: `${seats} beyond those agreed on, for a quarter`, amount }] }
}

interface DialogProps {
  projection: Projection
  at: string
  onClose: () => void
}

function ProjectionDialog({ projection, at, onClose }: DialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Projected invoice of {dayOf(at)}</DialogTitle>
      <DialogContent>
        <MoneyLines
          lines={projection.details}
          total={{ label: 'Projected total', amount: projection.total }}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          This is what the invoice says if nothing changes until then.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
