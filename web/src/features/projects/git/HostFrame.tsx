import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { paths } from '../../../shared/config/paths.ts'
import { ConnectPanel } from '../../../shared/connections/ConnectPanel.tsx'
import { HostFault } from '../../../shared/connections/HostFault.tsx'
import { type Organization, useOrganizations } from '../../../shared/connections/host-repositories.ts'
import { isToReconnect } from '../../../shared/connections/is-to-reconnect.ts'
import { useConnections } from '../../../shared/connections/queries.ts'
import { type GitIntegration, gitIntegrationsOf } from '../../../shared/connections/repositories.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'

interface Props {
  /** Which integrations can be chosen at all. */
  isOffered?: (integration: GitIntegration) => boolean
  /** What is done at the host, once the account is connected. */
  children: (host: Host) => ReactNode
}

export interface Host {
  integration: GitIntegration
  organizations: Organization[]
  /** The prompt to connect anew is there already. */
  isExpired: boolean
}

/** Chooses the Git integration of the workspace and connects the account there; then the rest of the form follows. */
export function HostFrame({ isOffered = () => true, children }: Props) {
  const [query] = useSearchParams()
  const [chosen, setChosen] = useState<number | null>(null)
  const connections = useConnections()
  if (connections.isPending) return <Spinner />
  if (connections.isError)
    return <QueryErrorPage error={connections.error} onRetry={() => void connections.refetch()} />
  const integrations = gitIntegrationsOf(connections.data).filter(isOffered)
  const isWanted = ({ workspace_integration_id: id }: GitIntegration) =>
    chosen === null ? encodeId('wkintg', id) === query.get('integration') : id === chosen
  const integration = integrations.find(isWanted) ?? integrations[0]
  if (!integration) {
    return (
      <Callout severity="info" action={<ManageLink />}>
        No configured integrations
      </Callout>
    )
  }
  const { workspace_integration_id: id, external_user_id: account } = integration
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <TextField
          select
          label="Git provider"
          name="integration"
          size="small"
          value={id}
          onChange={(event) => setChosen(Number(event.target.value))}
          sx={{ flex: '1 1 220px' }}
        >
          {integrations.map((one) => (
            <MenuItem key={one.workspace_integration_id} value={one.workspace_integration_id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        <ManageLink />
      </Box>
      {account === null ? (
        <ConnectPanel integration={integration}>
          <Typography>Connect your account at {integration.name} first.</Typography>
        </ConnectPanel>
      ) : (
        <AtHost key={id} integration={integration}>
          {children}
        </AtHost>
      )}
    </Box>
  )
}

/** For who may change what they lead to. */
function ManageLink() {
  const { can } = usePermissions()
  if (!can('WorkspaceIntegrationCreateUpdateDelete')) return null
  return (
    <Button component={Link} to={paths.admin.settings} size="small">
      Manage Git providers
    </Button>
  )
}

interface AtHostProps extends Pick<Props, 'children'> {
  integration: GitIntegration
}

function AtHost({ integration, children }: AtHostProps) {
  const organizations = useOrganizations(integration)
  if (organizations.isPending) return <Typography role="status">Fetching data, hang tight...</Typography>
  return (
    <>
      {organizations.isError ? (
        <HostFault
          integration={integration}
          error={organizations.error}
          onRetry={() => void organizations.refetch()}
        />
      ) : null}
      {organizations.data
        ? children({
            integration,
            organizations: organizations.data,
            isExpired: isToReconnect(organizations.error),
          })
        : null}
    </>
  )
}
