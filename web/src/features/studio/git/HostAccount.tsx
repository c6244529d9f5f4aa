// By whose account a Git host is spoken to.
import Typography from '@mui/material/Typography'
import { wantsReconnect } from '../../../../../supabase/functions/_shared/domain/reconnect.ts'
import { useConnections } from '../../../shared/connections/queries.ts'
import { Reconnect } from '../../../shared/connections/Reconnect.tsx'
import type { StudioProject } from '../model.ts'

function useHostConnection({ workspace_integration_id: id }: StudioProject) {
  return useConnections().data?.find((one) => one.workspace_integration_id === id)
}

/** Says as whom a commit is pushed: by one's own account, else by the project's service account. */
export function PushedAs({ project }: { project: StudioProject }) {
  const host = useHostConnection(project)
  if (!host) return null
  return (
    <Typography variant="body2" color="textSecondary">
      {host.external_user_id === null
        ? `Pushed by the project’s service account at ${host.name}, with you as its author.`
        : host.username
          ? `Pushed as ${host.username} at ${host.name}.`
          : `Pushed by your account at ${host.name}.`}
    </Typography>
  )
}

interface Props {
  project: StudioProject
  /** Why the host said no. */
  reason: string | null | undefined
  onConnected: () => void
}

/** The way to connect anew, where that is what a Git host asks for; nothing where it is something else. */
export function ReconnectFor({ project, reason, onConnected }: Props) {
  const host = useHostConnection(project)
  if (!host || !wantsReconnect(reason)) return null
  return <Reconnect integration={host} onConnected={onConnected} />
}
