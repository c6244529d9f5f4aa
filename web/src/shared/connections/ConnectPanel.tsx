import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, useState } from 'react'
import { leavesTheApp } from '../integrations/kinds.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import type { Connection } from './queries.ts'
import { useConnect } from './use-connect.ts'

interface Props {
  integration: Connection
  onConnected?: (() => void) | undefined
  /** Why it has to be connected. */
  children: ReactNode
}

/** Connects the account at a Git host: on its page in a popup, or by name and password. */
export function ConnectPanel({ integration, onConnected, children }: Props) {
  const { busy, byPopup, byPassword } = useConnect('repositories')
  const [isAsking, setAsking] = useState(false)
  const { workspace_integration_id: id, name, flow } = integration
  const start = async () => {
    if (!leavesTheApp(flow)) setAsking(true)
    else if (await byPopup(integration)) onConnected?.()
  }
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
            if (!(await byPassword(integration, given))) return
            setAsking(false)
            onConnected?.()
          }}
        />
      ) : (
        <Button variant="contained" loading={busy === id} onClick={() => void start()}>
          Connect {name}
        </Button>
      )}
    </Paper>
  )
}
