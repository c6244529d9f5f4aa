import { BillingLink } from '../../../shared/billing/BillingLink.tsx'
import { usePermissions } from '../../../shared/data/me.ts'

/** The way to the plan, for those who may change it. */
export function BillingButton({ feature }: { feature: string }) {
  const { can } = usePermissions()
  if (!can('WorkspaceBilling')) return null
  return <BillingLink feature={feature} variant="outlined" />
}
