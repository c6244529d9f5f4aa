import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'

/** Instead of the trail, where the plan does not hold it. */
export function ActivityUpsell() {
  const canBill = usePermissions().can('WorkspaceBilling')
  return (
    <Callout
      severity="info"
      title="Unlock the power of your workspace"
      action={
        canBill ? (
          <Button component={Link} to={paths.admin.billing} variant="contained">
            Go to Billing
          </Button>
        ) : null
      }
    >
      Activity logs tell who changed what, when and from where. Your current plan does not include them.
      {canBill ? null : ' Please contact your workspace admin to upgrade.'}
    </Callout>
  )
}
