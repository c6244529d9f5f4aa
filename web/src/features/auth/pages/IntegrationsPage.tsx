import { Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useSessionState, useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { AuthFooter } from '../components/AuthFooter.tsx'
import { EndedNotice } from '../components/EndedNotice.tsx'
import { WaysIn } from '../components/WaysIn.tsx'
import { useLoginIntegrations } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'

/** The ways into the workspace; with the built-in one alone its form comes at once. */
export function IntegrationsPage() {
  const workspace = useWorkspace()
  const session = useSessionState()
  const target = useReturnPath()
  const query = useLoginIntegrations(workspace.slug)
  if (query.isPending) return <Spinner />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.every(({ kind }) => kind === 'builtin'))
    return <Navigate to={paths.authPage('email/login', target)} replace />
  const builtin = query.data.find(({ kind }) => kind === 'builtin')
  return (
    <EntryLayout
      title={`Sign in to ${workspace.name}`}
      footer={<AuthFooter register={builtin?.allow_user_register ?? false} />}
    >
      <EndedNotice session={session} />
      <WaysIn integrations={query.data} target={target} />
    </EntryLayout>
  )
}
