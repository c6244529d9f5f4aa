import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { InboxHint } from '../../../shared/ui/InboxHint.tsx'

/** The list of workspaces is on its way. */
export function EmailSentPage() {
  const { state } = useLocation() as { state: { email?: string } | null }
  return (
    <EntryLayout
      title="Check your email"
      intro={
        <>
          We sent the list of your workspaces
          {state?.email ? (
            <>
              {' '}
              to <strong>{state.email}</strong>
            </>
          ) : null}
          . Follow a link in it to sign in.
        </>
      }
    >
      <InboxHint />
      <Button component={Link} to={paths.login} variant="outlined" size="large">
        Use a different email
      </Button>
    </EntryLayout>
  )
}
