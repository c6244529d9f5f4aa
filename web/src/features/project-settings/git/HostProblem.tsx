import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'

/** Why a Git host could not be asked: an account that is not connected, or no longer, leads to where it is. */
export function HostProblem({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem && error.extra.reason === 'reconnect'))
    return <Callout severity="error">{messageOf(error, 'Something went wrong, no data to display')}</Callout>
  return (
    <Callout
      severity="warning"
      action={
        <Button component={Link} to={paths.account.connected} variant="outlined" size="small">
          Connect your account
        </Button>
      }
    >
      {messageOf(error)}
    </Callout>
  )
}
