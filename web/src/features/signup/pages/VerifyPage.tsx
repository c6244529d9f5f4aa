import { Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useMe } from '../../../shared/data/me.ts'
import { useSessionState, useSite } from '../../../shared/data/workspace.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { UnlessMade } from '../components/UnlessMade.tsx'
import { VerifyForm } from '../components/VerifyForm.tsx'
import { useWizard } from '../wizard.ts'

/** Step 3: the code from the mail. On a workspace's host the step is done: the wizard goes on. */
export function VerifyPage() {
  const site = useSite()
  const { state, pathTo } = useWizard()
  if (site.kind === 'workspace') return <AlreadyCreated />
  if (!state.slug) return <Navigate to={pathTo('start')} replace />
  if (!state.email) return <Navigate to={pathTo('start')} replace />
  return (
    <UnlessMade>
      <VerifyForm email={state.email} slug={state.slug} company={state.company ?? ''} />
    </UnlessMade>
  )
}

function AlreadyCreated() {
  const session = useSessionState()
  const me = useMe()
  const { pathTo } = useWizard()
  if (session.status === 'loading' || me.isLoading) return <Spinner />
  if (!me.data) return <Navigate to={paths.auth(paths.welcome.account)} replace />
  return <Navigate to={pathTo(me.data.is_account_info_collected ? 'plan' : 'account')} replace />
}
