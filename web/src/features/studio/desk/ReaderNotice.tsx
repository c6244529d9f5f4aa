import Alert from '@mui/material/Alert'
import { BillingLink } from '../../../shared/billing/BillingLink.tsx'
import { usePermissions } from '../../../shared/data/me.ts'

interface Props {
  reason: string | null
  children: string
}

/** Why somebody reads here and does not write; where the plan is why, with the way to another for who may. */
export function ReaderNotice({ reason, children }: Props) {
  const { can } = usePermissions()
  const isOverPlan = reason === 'project_over_plan'
  return (
    <Alert
      severity={isOverPlan ? 'warning' : 'info'}
      sx={{ borderRadius: 0, py: 0 }}
      action={
        isOverPlan && can('WorkspaceBilling') ? <BillingLink feature="projects" variant="text" /> : null
      }
    >
      {children}
    </Alert>
  )
}
