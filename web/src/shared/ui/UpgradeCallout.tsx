import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { Callout } from './Callout.tsx'

interface Props {
  children: ReactNode
  canBill: boolean
}

/** What the plan does not allow (402), with the way to change that for who may. */
export function UpgradeCallout({ children, canBill }: Props) {
  return (
    <Callout
      severity="warning"
      title="Upgrade Required"
      action={
        canBill ? (
          <Button component={Link} to={paths.admin.billing} variant="contained" size="small">
            Go to Billing
          </Button>
        ) : null
      }
    >
      {children} {canBill ? null : 'Please contact your workspace admin to upgrade.'}
    </Callout>
  )
}
