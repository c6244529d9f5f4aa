import { usePermissions } from '../../../shared/data/me.ts'
import { UpgradeCallout } from '../../../shared/ui/UpgradeCallout.tsx'
import type { Flavour } from '../flavours.ts'

/** Stands where a flavour would be added that the plan does not hold. */
export function FlavourUpsell({ flavour }: { flavour: Flavour }) {
  const { can } = usePermissions()
  const canBill = can('WorkspaceBilling')
  return (
    <UpgradeCallout feature={flavour.feature ?? 'projects'} canBill={canBill}>
      {flavour.upsell} Your current plan does not include this feature.
    </UpgradeCallout>
  )
}
