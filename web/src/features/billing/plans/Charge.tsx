import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { MoneyLines } from '../../../shared/billing/MoneyLines.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import type { Proration } from '../calls.ts'

interface Props {
  proration: UseQueryResult<Proration>
}

/** What a change costs today, line by line, as the payment provider works it out. */
export function Charge({ proration }: Props) {
  if (proration.isError)
    return (
      <Callout severity="error" action={<Button onClick={() => void proration.refetch()}>Try again</Button>}>
        There was a problem fetching the billing info, please reach out to support if this continues to occur.
      </Callout>
    )
  if (!proration.data) return <Typography role="status">Loading...</Typography>
  const { lines, amount, days_remaining: days } = proration.data
  return (
    <div>
      <MoneyLines lines={lines} total={{ label: 'Due today', amount }} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {days === 1 ? '1 day is left' : `${days} days are left`} of the current period.
      </Typography>
    </div>
  )
}
