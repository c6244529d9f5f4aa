import LockOutlined from '@mui/icons-material/LockOutlined'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { featureName } from '../../../shared/billing/feature-names.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'

/** Whether the plan holds a feature; until that is known it does, as the server would say otherwise. */
export function useIsInPlan(feature: string): boolean {
  return useFeatures().data?.find(({ name }) => name === feature)?.in_plan ?? true
}

/** The badge of what the plan does not hold: it leads to the plans that do. */
export function FeatureLock({ feature }: { feature: string }) {
  const [isOpen, setOpen] = useState(false)
  const canBill = usePermissions().can('WorkspaceBilling')
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        icon={<LockOutlined />}
        label="Upgrade"
        aria-label={`Upgrade for ${featureName(feature)}`}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <UpsellDialog open feature={feature} canBill={canBill} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
