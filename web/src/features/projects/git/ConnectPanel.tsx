import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { CredentialsForm } from '../../../shared/connections/CredentialsForm.tsx'
import { useConnect } from '../../../shared/connections/use-connect.ts'
import { leavesTheApp } from '../../../shared/integrations/kinds.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { type GitIntegration, isToReconnect } from './queries.ts'

interface Props {
  integration: GitIntegration
  /** Why it has to be connected. */
  children: ReactNode
}

/** Connects the account at a Git host: on its page in a popup, or by name and password. */
export function ConnectPanel({ integration, children }: Props) {
  const { busy, byPopup, byPassword } = useConnect('repositories')
  const [isAsking, setAsking] = useState(false)
  const { workspace_integration_id: id, name, flow } = integration
  const start = () => (leavesTheApp(flow) ? void byPopup(integration) : setAsking(true))
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-label={`Connect ${name}`}
      sx={{ p: 2.5, display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      {children}
      {isAsking ? (
        <CredentialsForm
          busy={busy === id}
          onSubmit={async (given) => {
            if (await byPassword(integration, given)) setAsking(false)
          }}
        />
      ) : (
        <Button variant="contained" loading={busy === id} onClick={start}>
          Connect {name}
        </Button>
      )}
    </Paper>
  )
}

interface FaultProps {
  integration: GitIntegration
  error: unknown
  onRetry: () => void
}

/** Why the host could not be asked: a token that has ended is replaced here, all else can be tried again. */
export function HostFault({ integration, error, onRetry }: FaultProps) {
  if (isToReconnect(error)) {
    return (
      <ConnectPanel integration={integration}>
        <Box role="alert">
          <Typography sx={{ fontWeight: 600 }}>Looks like your access token is expired</Typography>
          <Typography variant="body2" color="textSecondary">
            Connect your account at {integration.name} once more to go on.
          </Typography>
        </Box>
      </ConnectPanel>
    )
  }
  return <ReadFault error={error} onRetry={onRetry} />
}
