import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'

/** No workspace knows the address. */
export function NotFoundPage() {
  const { state } = useLocation() as { state: { email?: string } | null }
  const query = state?.email ? `?${new URLSearchParams({ email: state.email })}` : ''
  return (
    <EntryLayout
      title="Account not found"
      intro={
        <>
          {state?.email ? <strong>{state.email}</strong> : 'This address'} does not belong to any workspace.
          Try another address, ask a colleague for an invitation, or create a workspace.
        </>
      }
    >
      <Button component={Link} to={paths.login} variant="contained" size="large">
        Try a different email
      </Button>
      <Button component={Link} to={`${paths.welcome.start}${query}`} variant="outlined" size="large">
        Create a workspace
      </Button>
    </EntryLayout>
  )
}
