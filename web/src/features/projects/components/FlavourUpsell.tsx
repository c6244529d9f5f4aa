import { usePermissions } from '../../../shared/data/me.ts'
import { UpgradeCallout } from '../../../shared/ui/UpgradeCallout.tsx'
import type { Flavour } from '../flavours.ts'

/** Stands where a flavour would be added that the plan does not hold. */
export function FlavourUpsell({ flavour }: { flavour: Flavour }) {
  const { can } = usePermissions()
  const canBill = can('WorkspaceBilling')
  return (
    <UpgradeCallout canBill={canBill}>
      {flavour.upsell} Your current plan does not include this feature.
      {canBill ? ' Please contact sales to get a quote on pricing.' : null}
    </UpgradeCallout>
  )
}
