import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths, workspaceOrigin } from '../../../shared/config/paths.ts'
import { useMe } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'

/** On the base host there is no workspace to lead somebody into who has just signed in: they choose. */
export function MyWorkspacesPage() {
  const me = useMe()
  if (me.isPending) return <Spinner />
  if (me.isError) return <QueryErrorPage error={me.error} onRetry={() => void me.refetch()} />
  const { memberships } = me.data
  return (
    <EntryLayout
      title="Your workspaces"
      intro={
        memberships.length > 0
          ? 'You are signed in. Choose where to go.'
          : 'You are signed in, and not a member of any workspace yet.'
      }
    >
      {memberships.map(({ workspace_id: id, slug, name }) => (
        <Button key={id} href={workspaceOrigin(slug)} variant="outlined" size="large">
          {name}
        </Button>
      ))}
      {memberships.length === 0 ? (
        <Button component={Link} to={paths.welcome.start} variant="contained" size="large">
          Create a workspace
        </Button>
      ) : null}
    </EntryLayout>
  )
}
