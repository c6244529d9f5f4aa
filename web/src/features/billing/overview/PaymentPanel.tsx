import CreditCardIcon from '@mui/icons-material/CreditCardOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BillingAccount, PaymentMethod } from '../../../shared/billing/account.ts'
import { Panel } from './Panel.tsx'
import { usePortal } from './use-portal.ts'

/** How it is paid. */
export function PaymentPanel({ account }: { account: BillingAccount }) {
  const portal = usePortal()
  const { payment_method: method } = account
  return (
    <Panel
      title="Payment method"
      actions={
        <Button variant="outlined" loading={portal.isPending} onClick={() => portal.mutate()}>
          {method ? 'Manage payment' : 'Add a payment method'}
        </Button>
      }
    >
      {method ? (
        <CardLine method={method} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          There is none yet.
        </Typography>
      )}
    </Panel>
  )
}

/** "2031-08-31" → "08/2031", as it stands on the card. */
function monthOf(day: string): string {
  const [year = '', month = ''] = day.split('-')
  return `${month}/${year}`
}

function CardLine({ method: { brand, last4, expires } }: { method: PaymentMethod }) {
  const name = brand.charAt(0).toUpperCase() + brand.slice(1)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <CreditCardIcon color="action" />
      <div>
        <Typography>
          {name} ending in {last4}
        </Typography>
        {expires ? (
          <Typography variant="body2" color="textSecondary">
            Expires {monthOf(expires)}
          </Typography>
        ) : null}
      </div>
    </Box>
  )
}
