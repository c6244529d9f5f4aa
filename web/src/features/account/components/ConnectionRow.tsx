import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { CredentialsForm } from '../../../shared/connections/CredentialsForm.tsx'
import type { Connection } from '../../../shared/connections/queries.ts'
import type { useConnect } from '../../../shared/connections/use-connect.ts'
import { IntegrationIcon } from '../../../shared/integrations/IntegrationIcon.tsx'
import { kindNames, leavesTheApp } from '../../../shared/integrations/kinds.ts'
import { Row } from './Row.tsx'

type Props = { connection: Connection } & ReturnType<typeof useConnect>

/** One integration, connected or to be connected. */
export function ConnectionRow({ connection, busy, byPopup, byPassword, onDisconnect }: Props) {
  const [asking, setAsking] = useState(false)
  const { workspace_integration_id: id, name, kind, flow, username, external_user_id: connected } = connection
  const start = () => (leavesTheApp(flow) ? void byPopup(connection) : setAsking(true))
  const credentials = asking && connected === null && (
    <CredentialsForm
      busy={busy === id}
      onSubmit={async (given) => {
        if (await byPassword(connection, given)) setAsking(false)
      }}
    />
  )
  return (
    <Row below={credentials}>
      <IntegrationIcon kind={kind} />
      <Box sx={{ flex: '1 1 180px', minWidth: 0, ml: 0.5 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {connected === null ? kindNames[kind] : `Connected as ${username ?? 'you'}`}
        </Typography>
      </Box>
      <Button
        {...(connected === null ? { variant: 'outlined' } : { color: 'error' })}
        size="small"
        disabled={busy !== null}
        loading={busy === id}
        onClick={connected === null ? start : () => void onDisconnect(connection)}
        aria-label={`${connected === null ? 'Connect' : 'Disconnect'} ${name}`}
      >
        {connected === null ? 'Connect' : 'Disconnect'}
      </Button>
    </Row>
  )
}
