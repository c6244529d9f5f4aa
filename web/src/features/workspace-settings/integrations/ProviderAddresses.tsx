import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ownCallbackPath } from '../../../../../supabase/functions/_shared/domain/callback.ts'
import { baseOrigin } from '../../../shared/config/paths.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import type { Integration } from './queries.ts'
import type { AuthType, ConfigType } from './settings.ts'

interface Props {
  kind: IntegrationKind
  integration: Integration | null
  configType: ConfigType
  authType: AuthType
  /** Of the redirect address; a new integration has one before it is kept, so that it can be registered. */
  callbackKey: string
}

/** What the provider has to be told about this application. */
export function ProviderAddresses({ kind, integration, configType, authType, callbackKey }: Props) {
  const { domain } = useWorkspace()
  /** The same address where the workspace has a domain of its own: who signs in there comes back there. */
  const atDomain = (address: string | null): string | null => {
    if (!address || !domain) return null
    const url = new URL(address)
    url.hostname = domain
    return url.href
  }
  if (kind === 'saml') {
    if (!integration)
      return (
        <Typography variant="body2" color="textSecondary">
          The callback URL and the metadata for your identity provider are shown here once the integration is
          added.
        </Typography>
      )
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Address label="Callback URL" address={integration.callback_url} />
        <Address label="Callback URL at the custom domain" address={atDomain(integration.callback_url)} />
        <Address label="Metadata URL" address={integration.metadata_url} />
      </Box>
    )
  }
  const registers = kind === 'bitbucket_data_center' ? authType === 'oauth' : configType === 'custom'
  const isBasic = kind === 'builtin' || kind === 'ldap' || kind === 'azure_devops_server'
  if (isBasic || !registers) return null
  const redirect = baseOrigin() + ownCallbackPath(callbackKey)
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Address label="Redirect URL" address={redirect} />
      <Address label="Redirect URL at the custom domain" address={atDomain(redirect)} />
    </Box>
  )
}

function Address({ label, address }: { label: string; address: string | null }) {
  if (!address) return null
  return (
    <div>
      <Typography variant="subtitle2">{label}</Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography
          variant="body2"
          component="code"
          sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}
        >
          {address}
        </Typography>
        <CopyButton text={address} label={`Copy ${label}`} />
      </Box>
    </div>
  )
}
