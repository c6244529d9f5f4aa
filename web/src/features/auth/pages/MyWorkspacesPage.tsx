import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { config } from '../../../shared/config/config.ts'
import { paths, workspaceOrigin } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { primaryEmail, useMe } from '../../../shared/data/me.ts'
import { useSignOut } from '../../../shared/data/supabase-context.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'

/** On the base host there is no workspace to lead somebody into who has just signed in: they choose. */
export function MyWorkspacesPage() {
  const me = useMe()
  const signOut = useChange({ run: useSignOut(), failure: (error) => messageOf(error) })
  if (me.isError) return <QueryErrorPage error={me.error} onRetry={() => void me.refetch()} />
  if (!me.data) return <Spinner />
  const { memberships } = me.data
  const email = primaryEmail(me.data) ?? me.data.username
  return (
    <EntryLayout
      title="Your workspaces"
      intro={
        <>
          You are signed in as <strong>{email}</strong>
          {memberships.length > 0 ? '. Choose where to go.' : ', and not a member of any workspace yet.'}
        </>
      }
      footer={
        <Button onClick={() => signOut.mutate()} size="small">
          Sign out
        </Button>
      }
    >
      {memberships.map(({ workspace_id: id, slug, name }) => (
        <Button key={id} href={workspaceOrigin(slug)} variant="outlined" size="large">
          {name}
        </Button>
      ))}
      {config.mode === 'single_tenant' ? null : (
        <Button
          component={Link}
          to={`${paths.welcome.start}?${new URLSearchParams({ email })}`}
          variant={memberships.length === 0 ? 'contained' : 'text'}
          size="large"
        >
          {memberships.length === 0 ? 'Create a workspace' : 'Create another workspace'}
        </Button>
      )}
    </EntryLayout>
  )
}
