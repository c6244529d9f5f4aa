import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { isPaymentRequired } from '../actions.ts'

/** The way to the plan, for those who may change it. */
export function BillingButton() {
  const { can } = usePermissions()
  if (!can('WorkspaceBilling')) return null
  return (
    <Button component={Link} to={paths.admin.billing} size="small" variant="outlined">
      Go to Billing
    </Button>
  )
}

/** A dialog's notice that the plan has no room for what was asked (spec 3 §8 "Members"). */
export function UpgradeRequired() {
  return (
    <Callout severity="warning" title="Upgrade Required" action={<BillingButton />}>
      The limit for this role has been reached. This workspace will need to be upgraded to complete this.
    </Callout>
  )
}

/** Notes when the plan refuses: the dialog then shows `notice` instead of a problem and cannot be confirmed. */
export function useUpgradeRequired(): {
  notice: ReactNode
  isRequired: boolean
  guard: <Answer>(work: Promise<Answer>) => Promise<Answer>
  problemOf: (prefix: string) => (error: unknown) => string | null
  reset: () => void
} {
  const [isRequired, setRequired] = useState(false)
  return {
    notice: isRequired ? <UpgradeRequired /> : null,
    isRequired,
    guard: async (work) => {
      try {
        return await work
      } catch (error) {
        setRequired(isPaymentRequired(error))
        throw error
      }
    },
    problemOf: (prefix) => (error) => (isPaymentRequired(error) ? null : `${prefix}: ${messageOf(error)}`),
    reset: () => setRequired(false),
  }
}
