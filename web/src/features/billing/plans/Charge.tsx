import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { MoneyLines } from '../../../shared/billing/MoneyLines.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import type { Discount, Proration } from '../calls.ts'
import { discountOn } from './use-code.ts'

interface Props {
  proration: UseQueryResult<Proration>
  discount: Discount | null
}

/** What a change costs today, line by line. */
export function Charge({ proration, discount }: Props) {
  if (proration.isError)
    return (
      <Callout severity="error" action={<Button onClick={() => void proration.refetch()}>Try again</Button>}>
        There was a problem fetching the billing info, please reach out to support if this continues to occur.
      </Callout>
    )
  if (!proration.data) return <Typography role="status">Loading...</Typography>
  const { lines, total, days_remaining: days } = proration.data
  const charged = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  const off = discount ? discountOn(charged, discount) : 0
  const shown = off > 0 ? [...lines, { label: nameOf(discount), amount: -off }] : lines
  return (
    <div>
      <MoneyLines lines={shown} total={{ label: 'Due today', amount: Math.max(0, total - off) }} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {days === 1 ? '1 day is left' : `${days} days are left`} of the current period.
        {total - off < 0 ? ' What is over is kept as credit for your next invoice.' : null}
      </Typography>
    </div>
  )
}

function nameOf(discount: Discount | null): string {
  return discount?.discount_type === 'PERCENT_OFF'
    ? `Promo code (${discount.discount_amount}% off)`
    : 'Promo code'
}
