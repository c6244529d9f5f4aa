import Button from '@mui/material/Button'
import { useState } from 'react'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { intervalOf } from '../../../shared/billing/money.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { IntervalDialog } from './IntervalDialog.tsx'

interface Props {
  account: BillingAccount
  product: Product | undefined
}

/** From the month to the year or back, where nothing else waits for the end of the period. */
export function IntervalSwitch({ account, product }: Props) {
  const [isOpen, setOpen] = useState(false)
  const now = intervalOf(account.cycle_interval_months)
  if (!product || now === null || account.pending || account.status !== 'active' || !account.has_subscription)
    return null
  const next = now === 1 ? 12 : 1
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Switch to {next === 12 ? 'yearly' : 'monthly'} billing
      </Button>
      {isOpen ? (
        <IntervalDialog account={account} product={product} interval={next} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
