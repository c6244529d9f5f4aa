import { HostFault } from '../../../shared/connections/HostFault.tsx'
import { useConnections } from '../../../shared/connections/queries.ts'

interface Props {
  /** Undefined where the integration was removed. */
  integrationId: number | undefined
  error: unknown
  onRetry: () => void
  onConnected?: () => void
  /** What was tried is no list. */
  isAction?: boolean
}

/** Why a Git host could not be asked; an account that it does not know, or no longer, is connected right here. */
export function HostProblem({ integrationId, ...fault }: Props) {
  const connections = useConnections()
  const integration = connections.data?.find(({ workspace_integration_id: id }) => id === integrationId)
  return <HostFault integration={integration} {...fault} />
}
