import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'

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
