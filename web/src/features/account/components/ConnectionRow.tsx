import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { IntegrationIcon } from '../../../shared/sign-in/IntegrationIcon.tsx'
import { kindNames, leavesTheApp } from '../../../shared/sign-in/kinds.ts'
import type { Connection } from '../queries.ts'
import type { useConnect } from '../use-connect.ts'

type Props = { connection: Connection } & ReturnType<typeof useConnect>

/** One integration, connected or to be connected. */
export function ConnectionRow({ connection, busy, byPopup, byPassword, onDisconnect }: Props) {
  const [asking, setAsking] = useState(false)
  const { workspace_integration_id: id, name, kind, flow, username, external_user_id: connected } = connection
  const start = () => (leavesTheApp(flow) ? void byPopup(connection) : setAsking(true))
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <IntegrationIcon kind={kind} />
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {connected === null ? kindNames[kind] : `Connected as ${username ?? 'you'}`}
          </Typography>
        </Box>
        {connected === null ? (
          <Button
            variant="outlined"
            size="small"
            disabled={busy !== null}
            loading={busy === id}
            onClick={start}
            aria-label={`Connect ${name}`}
          >
            Connect
          </Button>
        ) : (
          <Button
            size="small"
            color="error"
            disabled={busy !== null}
            loading={busy === id}
            onClick={() => void onDisconnect(connection)}
            aria-label={`Disconnect ${name}`}
          >
            Disconnect
          </Button>
        )}
      </Box>
      {asking && connected === null ? (
        <Credentials
          busy={busy === id}
          onSubmit={async (credentials) => {
            if (await byPassword(connection, credentials)) setAsking(false)
          }}
        />
      ) : null}
    </Box>
  )
}

interface CredentialsProps {
  busy: boolean
  onSubmit: (credentials: { username_or_email: string; password: string }) => Promise<void>
}

function Credentials({ busy, onSubmit }: CredentialsProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit({ username_or_email: username, password })
  }
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <TextField
        size="small"
        label="Username"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        autoComplete="off"
        autoFocus
      />
      <TextField
        size="small"
        label="Password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="off"
      />
      <Button type="submit" variant="contained" size="small" loading={busy} disabled={!username || !password}>
        Connect
      </Button>
    </Box>
  )
}
