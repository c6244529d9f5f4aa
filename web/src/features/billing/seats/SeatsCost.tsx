import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { MoneyLines } from '../../../shared/billing/MoneyLines.tsx'
import { periodOf } from '../../../shared/billing/money.ts'
import type { SeatsPrice } from '../../../shared/billing/seats.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'

interface Props {
  cost: UseQueryResult<SeatsPrice>
  account: BillingAccount
}

/** What more seats cost, or fewer give back, now and each period. */
export function SeatsCost({ cost, account }: Props) {
  if (cost.isError)
    return (
      <Callout severity="error" action={<Button onClick={() => void cost.refetch()}>Try again</Button>}>
        {messageOf(cost.error)}
      </Callout>
    )
  if (!cost.data) return <Typography role="status">Loading...</Typography>
  const { extra, amount_now, credit, amount_next } = cost.data
  const period = periodOf(account.cycle_interval_months)
  const isBefore = (account.price?.discounts.length ?? 0) > 0
  const next = {
    label: `${extra < 0 ? 'Less' : 'More'} each ${period} from the next renewal${isBefore ? ', before discounts' : ''}`,
    amount: amount_next,
  }
  const now =
    extra < 0
      ? { label: 'Credit on your next invoice', amount: -credit }
      : { label: 'For the rest of this period, due today', amount: amount_now }
  return (
    <div>
      <MoneyLines lines={[now, next]} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {extra < 0
          ? 'The seats are out of use at once. What is paid for the rest of this period is credited, not paid out.'
          : 'The seats are there as soon as they are paid.'}
      </Typography>
    </div>
  )
}
