import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ConnectPanel } from './ConnectPanel.tsx'
import type { Connection } from './queries.ts'

interface Props {
  integration: Connection
  onConnected?: (() => void) | undefined
}

/** Asks for an account at a Git host: for the first one, or once more where its token has ended. */
export function Reconnect({ integration, onConnected }: Props) {
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
