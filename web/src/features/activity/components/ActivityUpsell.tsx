import { BillingLink } from '../../../shared/billing/BillingLink.tsx'
import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'

/** Instead of the trail, where the plan does not hold it. */
export function ActivityUpsell() {
  const canBill = usePermissions().can('WorkspaceBilling')
  return (
    <Callout
      severity="info"
      title="Unlock the power of your workspace"
      action={canBill ? <BillingLink feature="activity_logs" size="medium" /> : null}
    >
      Activity logs tell who changed what, when and from where. Your current plan does not include them.{' '}
      <OfferText feature="activity_logs" canBill={canBill} />
    </Callout>
  )
}
