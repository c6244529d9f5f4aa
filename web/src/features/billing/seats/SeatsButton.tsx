import Button from '@mui/material/Button'
import { useState } from 'react'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { ChangeSeatsDialog } from './ChangeSeatsDialog.tsx'

/** More seats ahead of the people who will have them, or fewer; while the plan is paid for, or tried. */
export function SeatsButton({ account }: { account: BillingAccount }) {
  const [isOpen, setOpen] = useState(false)
  if (!account.has_subscription || account.status !== 'active' || account.included_members === null)
    return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Change seats
      </Button>
      {isOpen ? <ChangeSeatsDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
