import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { useCompletion } from '../../../shared/billing/use-completion.ts'
import { Waiting } from '../../../shared/billing/Waiting.tsx'
import { config } from '../../../shared/config/config.ts'
import { paths } from '../../../shared/config/paths.ts'
import { RequireAccount } from '../components/RequireAccount.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'

/** Where the checkout of a new workspace leads back to: completes it, and goes on. One company pays for nothing here. */
export function PaidPage() {
  const { sessionId = '' } = useParams()
  if (config.mode === 'single_tenant') return <Navigate to={paths.welcome.complete} replace />
  return <RequireAccount>{() => <Completion sessionId={sessionId} />}</RequireAccount>
}

function Completion({ sessionId }: { sessionId: string }) {
  const navigate = useNavigate()
  useCompletion(sessionId, () => navigate(paths.welcome.complete, { replace: true }))
  return (
    <WizardLayout step={5} title="Your plan">
      <Waiting />
    </WizardLayout>
  )
}
