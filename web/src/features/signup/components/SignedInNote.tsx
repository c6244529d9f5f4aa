import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { primaryEmail, useMe } from '../../../shared/data/me.ts'

/** Reminds who is signed in that their workspaces are a click away. */
export function SignedInNote() {
  const me = useMe().data
  if (!me || me.memberships.length === 0) return null
  return (
    <Alert severity="info">
      You are signed in as {primaryEmail(me) ?? me.username}.{' '}
      <Link component={RouterLink} to={paths.auth()}>
        Go to your workspaces
      </Link>
    </Alert>
  )
}
