import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useSessionState, useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { AuthFooter } from '../components/AuthFooter.tsx'
import { CredentialsForm } from '../components/CredentialsForm.tsx'
import { EndedNotice } from '../components/EndedNotice.tsx'
import { useLoginIntegrations } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'

/** Sign-in with the workspace's built-in integration. */
export function LoginPage() {
  const workspace = useWorkspace()
  const session = useSessionState()
  const target = useReturnPath()
  const query = useLoginIntegrations(workspace.slug)
  const integrations = query.data ?? []
  if (query.isPending) return <Spinner />
  return (
    <EntryLayout
      title={`Sign in to ${workspace.name}`}
      footer={
        <AuthFooter
          others={integrations.some(({ kind }) => kind !== 'builtin')}
          register={integrations.some(({ kind, allow_user_register: open }) => kind === 'builtin' && open)}
        />
      }
    >
      <CredentialsForm identifierLabel="Email or username" notice={<EndedNotice session={session} />}>
        <Link
          component={RouterLink}
          to={paths.authPage('forgot-password', target)}
          variant="body2"
          sx={{ justifySelf: 'end', mt: -1.5 }}
        >
          Forgot your password?
        </Link>
      </CredentialsForm>
    </EntryLayout>
  )
}
