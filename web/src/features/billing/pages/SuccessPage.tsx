import { useNavigate, useParams } from 'react-router-dom'
import { useCompletion } from '../../../shared/billing/use-completion.ts'
import { Waiting } from '../../../shared/billing/Waiting.tsx'
import { paths } from '../../../shared/config/paths.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'

/** Where the checkout leads back to: completes it, and goes to the overview, without the suffix. */
export function SuccessPage() {
  usePageTitle('Billing')
  const { sessionId = '' } = useParams()
  const navigate = useNavigate()
  useCompletion(sessionId, () => navigate(paths.admin.billing, { replace: true }))
  return <Waiting />
}
