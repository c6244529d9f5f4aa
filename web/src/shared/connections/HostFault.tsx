import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ReadFault } from '../ui/ReadFault.tsx'
import { ConnectPanel } from './ConnectPanel.tsx'
import { isToReconnect } from './is-to-reconnect.ts'
import type { Connection } from './queries.ts'

interface Props {
  integration: Connection
  error: unknown
  onRetry: () => void
  onConnected?: (() => void) | undefined
}

/** Why a Git host could not be asked: a token that has ended is replaced here, all else can be tried again. */
export function HostFault({ integration, error, onRetry, onConnected }: Props) {
  if (!isToReconnect(error)) return <ReadFault error={error} onRetry={onRetry} />
  const { name, external_user_id: account } = integration
  return (
    <ConnectPanel integration={integration} onConnected={onConnected}>
      <Box role="alert">
        <Typography sx={{ fontWeight: 600 }}>
          {account === null
            ? `Connect your account at ${name} first.`
            : 'Looks like your access token is expired'}
        </Typography>
        {account === null ? null : (
          <Typography variant="body2" color="textSecondary">
            Connect your account at {name} once more to go on.
          </Typography>
        )}
      </Box>
    </ConnectPanel>
  )
}
