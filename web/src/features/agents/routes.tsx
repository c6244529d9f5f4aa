import { useSearchParams } from 'react-router-dom'
import { useSite } from '../../shared/data/workspace.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { AllowPage, UnknownAgent } from './AllowPage.tsx'
import { asksHere, requestIn } from './request.ts'

/** Where an agent's request to be let in is answered, mounted at /oauth/authorize of a workspace. */
export default function AgentRoutes() {
  const [query] = useSearchParams()
  const site = useSite()
  const request = requestIn(query)
  if (site.kind === 'loading') return <Spinner />
  if (site.kind !== 'workspace' || !request || !asksHere(request, site.workspace)) return <UnknownAgent />
  return <AllowPage key={query.toString()} request={request} />
}
