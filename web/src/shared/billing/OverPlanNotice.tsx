import { usePermissions } from '../data/me.ts'
import { Callout } from '../ui/Callout.tsx'
import { BillingLink } from './BillingLink.tsx'
import { overPlanText, useIsOverPlan } from './read-only.ts'

/** Says of a project that the plan no longer holds why nothing in it can be changed, and leads to the plan. */
export function OverPlanNotice({ projectId }: { projectId: number }) {
  const { can } = usePermissions()
  const canBill = can('WorkspaceBilling')
  if (!useIsOverPlan(projectId)) return null
  return (
    <Callout
      severity="warning"
      action={canBill ? <BillingLink feature="projects" variant="outlined" /> : null}
    >
      {overPlanText} {canBill ? null : 'Please contact your workspace admin to upgrade.'}
    </Callout>
  )
}
