import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { IntegrationIcon } from '../../../shared/integrations/IntegrationIcon.tsx'
import { kindNames, leavesTheApp } from '../../../shared/integrations/kinds.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import type { Connection } from '../queries.ts'
import type { useConnect } from '../use-connect.ts'
import { Row, RowForm } from './Row.tsx'

type Props = { connection: Connection } & ReturnType<typeof useConnect>

/** One integration, connected or to be connected. */
export function ConnectionRow({ connection, busy, byPopup, byPassword, onDisconnect }: Props) {
  const [asking, setAsking] = useState(false)
  const { workspace_integration_id: id, name, kind, flow, username, external_user_id: connected } = connection
  const start = () => (leavesTheApp(flow) ? void byPopup(connection) : setAsking(true))
  const credentials = asking && connected === null && (
    <Credentials
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

interface CredentialsProps {
  busy: boolean
  onSubmit: (credentials: { username_or_email: string; password: string }) => Promise<void>
}

function Credentials({ busy, onSubmit }: CredentialsProps) {
  const { control, handleSubmit } = useForm({ defaultValues: { username_or_email: '', password: '' } })
  const [username, password] = useWatch({ control, name: ['username_or_email', 'password'] })
  const submit = handleSubmit(onSubmit)
  return (
    <RowForm onSubmit={() => void submit()}>
      <FormTextField
        control={control}
        name="username_or_email"
        label="Username"
        autoComplete="off"
        autoFocus
        sx={{ width: 'auto' }}
      />
      <FormTextField
        control={control}
        name="password"
        type="password"
        label="Password"
        autoComplete="off"
        sx={{ width: 'auto' }}
      />
      <Button type="submit" variant="contained" size="small" loading={busy} disabled={!username || !password}>
        Connect
      </Button>
    </RowForm>
  )
}
