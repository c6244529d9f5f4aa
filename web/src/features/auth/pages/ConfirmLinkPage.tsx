import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useSessionState } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { confirmByLink, findConfirmation } from '../queries.ts'

/** An address confirmed by the link of its mail: as the account that asked for it, by a button that names both. */
export function ConfirmLinkPage() {
  const session = useSessionState()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  if (session.status === 'loading') return <Spinner />
  if (session.status === 'signed-out') {
    return (
      <EntryLayout title="Confirm your email">
        <p>Sign in to the account that asks for this address, then open this link again.</p>
        <Button component={Link} to={paths.auth(`${pathname}${search}`)} variant="contained" size="large">
          Sign in
        </Button>
      </EntryLayout>
    )
  }
  return <Confirmation token={query.get('token') ?? ''} />
}

function Confirmation({ token }: { token: string }) {
  const found = useRead({
    key: ['confirmation', { token }],
    read: () => findConfirmation(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirm = useChange({ run: () => confirmByLink(token) })
  if (found.isPending) return <Spinner />
  const { email, username, is_mine: isMine } = found.data ?? {}
  return (
    <EntryLayout title={confirm.isSuccess ? 'Email confirmed!' : 'Confirm your email'}>
      {confirm.isSuccess ? <p>You can use {email} to sign in now.</p> : null}
      {found.isError || confirm.isError ? (
        <FormError>There was a problem confirming your email address</FormError>
      ) : null}
      {found.data === null ? <FormError>This link has expired or was used before.</FormError> : null}
      {email && !isMine ? (
        <Alert severity="warning">
          The account {username} asks for {email}, and you are signed in to another one. If {username} is not
          you, do nothing.
        </Alert>
      ) : null}
      {isMine && !confirm.isSuccess ? (
        <Button variant="contained" size="large" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Add {email} to the account {username}
        </Button>
      ) : (
        <Button component={Link} to={paths.home} variant="contained" size="large">
          Continue
        </Button>
      )}
    </EntryLayout>
  )
}
