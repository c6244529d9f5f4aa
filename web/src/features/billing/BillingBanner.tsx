import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useFeatures } from '../../shared/data/projects.ts'
import { useRead } from '../../shared/data/read.ts'
import { supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
// Whatever changes the account makes this read again.
import '../../shared/billing/account.ts'

/** Whether the account asks something of those who pay. */
function useBillingStatus() {
  const { id } = useWorkspace()
  return useRead({
    key: ['billing-status'],
    read: () => unwrap(supabase.from('billing_accounts').select('status').eq('workspace_id', id).single()),
  })
}

/** Says above every screen what those who pay have to do. */
export default function BillingBanner() {
  const status = useBillingStatus().data?.status
  const projects = useFeatures().data?.find(({ name }) => name === 'projects')
  if (status !== undefined && status !== 'active')
    return (
      <Banner severity="error" label="Go to billing" to={paths.admin.billing}>
        Your billing account requires some action(s). Please resolve them to continue using Waymark.
      </Banner>
    )
  if (projects?.max_quantity != null && (projects.usage ?? 0) > projects.max_quantity)
    return (
      <Banner severity="warning" label="Upgrade" to={paths.admin.plans()}>
        Your Workspace is over the project limit for your current billing plan. Please upgrade your plan.
      </Banner>
    )
  return null
}

interface Props {
  severity: 'error' | 'warning'
  label: string
  to: string
  children: string
}

function Banner({ severity, label, to, children }: Props) {
  return (
    <Alert
      severity={severity}
      variant="filled"
      square
      role="status"
      action={
        <Button component={Link} to={to} color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }}>
          {label}
        </Button>
      }
    >
      {children}
    </Alert>
  )
}
